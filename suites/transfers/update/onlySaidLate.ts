import { untested, type Answer, type Judgement } from '../vocabulary/index.js'
import { isLateByItself } from './lateByItself.js'
import type { Late, NotCancellable, TriedWrite } from './notCancellable.js'

/**
 * What was judged of a booking of bookable.late as if its cancellation window had passed: untested in place of a failure, where only
 * the profile says that it has, and all these answers show that it can be cancelled.
 */
export function unlessOnlySaidLate(late: Late, shown: readonly Answer[], judged: Judgement): Judgement {
  const read = shown.filter(({ accepted }) => accepted)
  const [first] = read
  const isOpen = first !== undefined && read.every((each) => each.read('cancellable') === true)
  if (judged.outcome !== 'fail' || !isOpen || isLateByItself(late)) return judged
  return untested(
    `cancellable of the booking is true (exchange ${first.n}), and only the profile says that its cancellation window has passed`,
    'name in bookable.late what can be cancelled at no hour of the day; if it is that, say by which time: cutOffAt and cutOffBefore beside it',
  )
}

/** All that showed a booking of bookable.late before it was cancelled. */
export function shownOf({ reserved, confirmed, heldUpdate, confirmedUpdate, cancel }: Late): readonly Answer[] {
  const reads = [heldUpdate?.after, confirmedUpdate?.after, cancel?.before]
  return [reserved, confirmed, ...reads.filter((read) => read !== undefined)]
}

/** Whether the target refused what cancellable allows: then it does not believe itself that it can be cancelled. */
export function isContradicted(
  { heldUpdate, confirmedUpdate, cancel }: Late,
  controls: NotCancellable['controls'],
): boolean {
  return (
    wasRefused(heldUpdate, controls.held) ||
    wasRefused(confirmedUpdate, controls.confirmed) ||
    wasRefused(cancel, controls.cancel)
  )
}

/** An update that names its availability as well may be refused for that. */
function wasRefused(tried: TriedWrite | null, control: Answer | null): boolean {
  const isWhole = tried?.answer.exchange.input['availabilityId'] !== undefined
  return tried?.answer.refused === true && control?.accepted === true && !isWhole
}
