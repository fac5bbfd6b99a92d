import {
  failAt,
  holdEndOf,
  isOnHold,
  momentOf,
  pass,
  surelyPassed,
  unjudged,
  untested,
  unusable,
  wants,
  inWords,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement } from '../vocabulary/index.js'

export type Seen = Answer | null | undefined

const missed = untested(
  'the moment at which the hold was to be looked at was missed',
  'settle the run in time, or give the target a test clock',
)

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

/** No answer, or one that leads elsewhere. */
function tellsNothing({ outcome, redirected }: Answer): boolean {
  return outcome === 'none' || redirected
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

/** What a write did to a hold that is over, as a gap tells it. */
export function whatCameOf(write: Answer, over: Answer): string | null {
  if (write.outcome === 'none' || over.outcome === 'none') return null
  const shown = over.accepted ? `cancellable of it is ${inWords(over.read('cancellable'))}, and` : 'get refuses it, and'
  if (write.refused) return `${shown} it is refused (${write.describe()})`
  return write.accepted ? `${shown} it is accepted: its status is then ${inWords(write.read('status'))}` : null
}
