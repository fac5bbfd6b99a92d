import {
  allJudged,
  describeValue,
  expect,
  failAt,
  inWords,
  pass,
  refusal,
  unjudged,
  unseen,
  untested,
  unusable,
  say,
  type Words,
} from '../vocabulary/index.js'
import type { Answer, Judgement } from '../vocabulary/index.js'
import { placeOf } from '../cancel/reasonShown.js'
import { refusedWrite } from './judges.js'
import type { Late, NotCancellable, Redeemed, TriedWrite } from './notCancellable.js'
import { hadClosed } from '../cancel/edge.js'

/** Why nothing is judged of a redeemed booking, where there is none: a server may have had its reasons, and a wrong path has no others. */
function notRedeemed({ unredeemed }: Pick<NotCancellable, 'unredeemed'>): Judgement {
  const remedy = 'see redeem.request in the profile'
  if (unredeemed === null) return unseen('no booking could be redeemed', remedy)
  return unredeemed.exchange.response?.status === 404
    ? untested(
        `redeem was not accepted: ${unredeemed.describe()} (request ${unredeemed.n})`,
        remedy,
        refusal(unredeemed),
      )
    : unjudged(unredeemed)
}

type Refusable = Pick<TriedWrite, 'before' | 'answer' | 'again'>

const notBooked: Judgement = untested(
  'bookable.late could not be booked',
  "name in bookable.late what is on offer at any hour, with days in its availability where it starts on some alone: [{ from: '{today}' }, { from: '{today+1}' }] as the target calls them",
)

/** Judges each booking of bookable.late. */
export function eachLate({ late }: Pick<NotCancellable, 'late'>, judge: (late: Late) => Judgement): Judgement {
  return late.length === 0 ? notBooked : allJudged(...late.map((each) => judge(each)))
}

/** Judges the redeemed booking. */
export function ofRedeemed(
  trial: Pick<NotCancellable, 'redeemed' | 'unredeemed'>,
  judge: (redeemed: Redeemed) => Judgement,
): Judgement {
  return trial.redeemed === null ? notRedeemed(trial) : judge(trial.redeemed)
}

export function refusedTry(tried: Refusable | null | undefined, control: Answer | null, because: Words): Judgement {
  return refusedWrite(tried?.answer, control, because, tried?.before ?? null)
}

/** Judges that a write was refused to a booking that showed cancellable false. */
export function refusedWhenFalse(tried: Refusable | null | undefined, control: Answer | null): Judgement {
  if (!tried) return unseen('there was no such booking to try it on')
  const shown = tried.before.accepted ? tried.before.read('cancellable') : undefined
  if (shown !== false)
    return untested(`cancellable of the booking is ${describeValue(shown)} (request ${tried.before.n})`)
  const because = say`though cancellable of the booking is false (request ${tried.before})`
  const judged = refusedTry(tried, control, because)
  if (judged.outcome !== 'pass' || tried.again === undefined) return judged
  return expect(tried.again).toBeRefused(control, say`the second time, ${because}`)
}

/** Judges that the reason of a cancel that was refused stands nowhere in the booking, unless it stood there before. */
export function leavesNoReason(tried: TriedWrite | null | undefined, control: Answer | null): Judgement {
  if (!tried) return unseen('there was no such booking to try it on')
  if (control?.accepted !== true || !tried.answer.refused) return unseen('there was no refusal that proves anything')
  const { before, answer, after } = tried
  const { reason } = answer.exchange.input
  const cannot = unusable(after)
  if (cannot !== null) return cannot
  const place = typeof reason === 'string' ? placeOf(after.json ?? null, reason) : null
  if (place === null || reason === undefined || placeOf(before.json ?? null, inWords(reason)) !== null) return pass
  return failAt(after, place, {
    message: `the booking shows the reason of that cancel, though it was refused (request ${answer.n})`,
    expected: 'the booking as it was',
    received: reason,
  })
}

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
    `cancellable of the booking is true (request ${first.n}), and only the profile says that its cancellation window has passed`,
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

/**
 * Whether the cancellation window of a booking of bookable.late had passed when it was made, by more than the word of the profile: by
 * a time that the target shows and that the profile reckons from (`cutOffAt`, `cutOffBefore`). The policy (2.3) does not say: by its types
 * it is of what is given back, and what is never refunded may be cancelled all the same.
 */
function isLateByItself({ reserved, checked, ahead }: Late): boolean {
  const { productId, optionId } = reserved.exchange.input
  const { late, closing } = reserved.profile.bookable
  const by = [...late, ...closing].find(
    (each) => each.cutOffAt !== undefined && each.productId === productId && each.optionId === optionId,
  )
  return by !== undefined && hadClosed({ checked, taken: reserved, reserved, ahead, by }, reserved)
}
