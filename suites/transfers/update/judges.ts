import { all, asksForNothing, describeValue, expect, untested, unusable } from '../vocabulary/index.js'
import type { Answer, Judgement, Words } from '../vocabulary/index.js'

/** Judges an update that a booking must take as long as its cancellable, as last answered, is true. */
export function allowed(before: Answer | null, updated: Answer | null, because = ''): Judgement {
  const cannot = cancellableOf(before)
  return cannot ?? expect(updated).toBeAccepted(`though cancellable of the booking is true${because}`)
}

/** The same for two updates one after the other: the second must be taken as well, where the first was. */
export function allowedTwice(before: Answer, first: Answer, second: Answer, state: string): Judgement {
  return all(
    allowed(before, first, `, and the booking is ${state}`),
    ...(first.accepted ? [allowed(first, second, ', and it was updated before')] : []),
  )
}

/** Nothing where the booking says that it is cancellable; else why an update of it need not be accepted. */
function cancellableOf(before: Answer | null): Judgement | null {
  const cannot = unusable(before)
  if (cannot !== null || !before) return cannot
  const cancellable = before.read('cancellable')
  if (cancellable === true) return null
  return untested(
    `cancellable of the booking is ${describeValue(cancellable)} (request ${before.n}), so update need not be accepted`,
    'make bookable.standard something that can be cancelled for a while yet',
  )
}

/**
 * Judges that a write was refused. An update that asks for no change may well be answered with the booking as it is.
 * @param shown the booking right before it; null: not known
 */
export function refusedWrite(
  written: Answer | null | undefined,
  control: Answer | null,
  because: Words,
  shown: Answer | null = null,
): Judgement {
  const judged = expect(written).toBeRefused(control, because)
  return judged.outcome === 'fail' && written && asksForNothing(written, shown)
    ? untested(
        'the update was answered, but it asked for no change',
        'declare operations.update.reference in the profile, if the target has it',
      )
    : judged
}
