import {
  all,
  describeValue,
  expect,
  failAt,
  membersSame,
  pass,
  refusal,
  sameBooking,
  tellingFields,
  toldBy,
  unjudged,
  unseen,
  untested,
  unusable,
  type Answer,
  type Judgement,
} from '../vocabulary/index.js'
import { placeOf } from '../cancel/reasonShown.js'
import { refusedWrite } from './judges.js'
import type { NotCancellable, TriedWrite } from './notCancellable.js'

/** Why nothing is judged of a redeemed booking, where there is none: a server may have had its reasons, and a wrong path has no others. */
export function notRedeemed({ unredeemed }: Pick<NotCancellable, 'unredeemed'>): Judgement {
  const remedy = 'see redeem.request in the profile'
  if (unredeemed === null) return unseen('no booking could be redeemed', remedy)
  return unredeemed.exchange.response?.status === 404
    ? untested(
        `redeem was not accepted: ${unredeemed.describe()} (exchange ${unredeemed.n})`,
        remedy,
        refusal(unredeemed),
      )
    : unjudged(unredeemed)
}

/** What is needed of it to judge that it was refused. */
type Refusable = Pick<TriedWrite, 'before' | 'answer' | 'again'>

/** What is said where there is none of bookable.late to be judged. */
export const notBooked: Judgement = untested(
  'bookable.late could not be booked',
  "name in bookable.late what is on offer at any hour, with days in its availability where it starts on some alone: [{ from: '{today}' }, { from: '{today+1}' }] as the target calls them",
)

/** Judges that a write was refused. */
export function refusedTry(tried: Refusable | null | undefined, control: Answer | null, because: string): Judgement {
  return refusedWrite(tried?.answer, control, because, tried?.before ?? null)
}

/** Judges that a write was refused to a booking that showed cancellable false. */
export function refusedWhenFalse(tried: Refusable | null | undefined, control: Answer | null): Judgement {
  if (!tried) return unseen('there was no such booking to try it on')
  const shown = tried.before.accepted ? tried.before.read('cancellable') : undefined
  if (shown !== false)
    return untested(`cancellable of the booking is ${describeValue(shown)} (exchange ${tried.before.n})`)
  const because = `though cancellable of the booking is false (exchange ${tried.before.n})`
  const judged = refusedTry(tried, control, because)
  if (judged.outcome !== 'pass' || tried.again === undefined) return judged
  return expect(tried.again).toBeRefused(control, `the second time, ${because}`)
}

/** Judges that a write that was refused left the booking as it was. */
export function refusedUnchanged(tried: TriedWrite | null | undefined, control: Answer | null): Judgement {
  if (!tried) return unseen('there was no such booking to try it on')
  if (control?.accepted !== true || !tried.answer.refused) return unseen('there was no refusal that proves anything')
  const because = `though ${tried.answer.exchange.purpose} was refused (exchange ${tried.answer.n})`
  // The answer to a write may tell less than get.
  const told = toldBy(tellingFields, tried.before)
  return all(
    sameBooking(tried.before, tried.after, told, because),
    membersSame(tried.before, tried.after, because),
    ...['reason', 'reference'].map((field) => nowhere(tried, field, because)),
  )
}

/** What was refused stands nowhere in the booking, unless it stood there before. */
function nowhere({ before, answer, after }: TriedWrite, field: string, because: string): Judgement {
  const sent = answer.exchange.input[field]
  const cannot = unusable(after)
  if (cannot !== null) return cannot
  // A write that sent no such text cannot have left it.
  if (typeof sent !== 'string') return pass
  const place = placeOf(after.json ?? null, sent)
  if (place === null || placeOf(before.json ?? null, sent) !== null) return pass
  return failAt(after, place, {
    message: `the booking shows the ${field} of that ${answer.exchange.purpose}, ${because}`,
    expected: 'the booking as it was',
    received: sent,
  })
}
