import {
  expect,
  fail,
  failAt,
  holdEndOf,
  isOnHold,
  judgeGone,
  momentOf,
  pass,
  surelyPassed,
  unjudged,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement } from '../vocabulary/index.js'

export type Seen = Answer | null | undefined

const missed = untested(
  'the moment at which the hold was to be looked at was missed',
  'settle the run in time, or give the target a test clock',
)

export const endNotShown: Judgement = untested(
  'the bookings show no end of the hold',
  'declare booking.holdEnd in the profile, or settle the run',
)

/**
 * A pass of a timeline under way waits for a later look that may tell otherwise.
 * @param look undefined as long as it was not tried; null: it was, and there was nothing to look at
 */
export function onceLooked(look: Seen, judged: Judgement): Judgement {
  return look === undefined && judged.outcome === 'pass'
    ? untested('the hold was not looked at yet when that tells more', 'settle the run, or run it again to its end')
    : judged
}

/** Judges that a hold of so many minutes is ON_HOLD when it is read before its end. */
export function judgeStillHeld(begun: Seen, minutes: number, read: Seen): Judgement {
  const cannot = unusable(begun)
  if (cannot !== null || !begun) return cannot ?? unjudged(begun)
  if (!read) return missed
  if (tellsNothing(read)) return unusable(read) ?? missed
  const age = momentOf(read).latest - momentOf(begun).earliest
  if (age >= minutes) return missed
  if (isOnHold(read)) return pass
  return failAt(read, '/status', {
    message: `${Math.floor(age)} minutes into a hold of ${minutes} the booking is no longer ON_HOLD`,
    ...wants.value('ON_HOLD', 'status ON_HOLD'),
    restsOn: ['operations.get.request'],
  })
}

/**
 * Judges that a hold of so many minutes is not ON_HOLD, or gone, when it is read so long after its end that grace is over.
 * @param others gets beside that one: where all are refused, it does not show that it is gone
 */
export function judgeOver(begun: Seen, minutes: number, read: Seen, others: readonly Seen[]): Judgement {
  const cannot = unusable(begun) ?? judgeAge(begun, minutes, read)
  if (cannot !== null || !read) return cannot ?? missed
  if (!read.accepted) return judgeGone(read, others)
  return read.read('status') === 'ON_HOLD' ? fail(stillOnHold(minutes, read, '/status')) : pass
}

/** Untested where the answer does not come after the end of the hold and its grace; null: it does. */
export function judgeAge(begun: Seen, minutes: number, seen: Seen): Judgement | null {
  if (!begun || !seen) return missed
  if (tellsNothing(seen)) return unusable(seen)
  return surelyPassed(begun, seen) < minutes + seen.profile.hold.graceSeconds / 60
    ? untested('the hold was looked at before its end and grace were over')
    : null
}

/** Untested where the answer does not come before the end of the hold; null: it does. */
export function judgeTooLate(begun: Seen, minutes: number, seen: Seen): Judgement | null {
  if (!begun || !seen) return missed
  if (tellsNothing(seen)) return unusable(seen)
  return momentOf(seen).latest - momentOf(begun).earliest < minutes ? null : missed
}

/** Whether a write left the hold time as it was, by what it shows: other minutes, or another end, are another one. */
export function keepsTime(before: Answer, after: Answer): boolean {
  const [was, is] = [holdEndOf(before), holdEndOf(after)]
  const isSameEnd = was === null || is === null || Math.abs(is - was) < 1
  return isSameEnd && before.read('expirationMinutes') === after.read('expirationMinutes')
}

/** Judges that what was accepted of another hold is refused of one that ran out. */
export function judgeRefusedOnceOver(begun: Seen, control: Seen, done: Seen, minutes: number): Judgement {
  return (
    unusable(begun) ??
    unusable(control) ??
    judgeAge(begun, minutes, done) ??
    expect(done).toBeRefused(control ?? null, 'though the hold time had run out')
  )
}

/** No answer, or one that leads elsewhere. */
function tellsNothing({ outcome, redirected }: Answer): boolean {
  return outcome === 'none' || redirected
}

/** The same of one that was seen to be over before something was done, of which the finding tells. */
export function judgeStaysOver(
  begun: Seen,
  minutes: number,
  read: Seen,
  others: readonly Seen[],
  done: string,
): Judgement {
  const judged = judgeOver(begun, minutes, read, others)
  return judged.outcome === 'fail' && read ? shownAfter(read, done) : judged
}

/** Judges that a hold which was over is shown ON_HOLD. Whether what was done brought it back or it never seemed to have ended, other checks tell. */
export function shownAfter(seen: Answer, done: string): Judgement {
  return failAt(seen, '/status', {
    message: `a hold that was over is shown ON_HOLD after ${done}`,
    code: 'on-hold-again',
    expected: 'another status, or no such booking',
  })
}

/** The finding that a hold is shown ON_HOLD after its end. */
export function stillOnHold(minutes: number, seen: Answer, pointer: string): Finding {
  return {
    message: `a hold of ${minutes} minutes ran out without confirmation and ${seen.exchange.purpose} still shows it ON_HOLD`,
    expected: 'another status, or no such booking',
    received: 'ON_HOLD',
    exchange: seen.n,
    pointer,
  }
}
