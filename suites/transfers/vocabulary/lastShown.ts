import { momentOf, type Answer } from './words.js'
import { answeredAt } from './answeredAt.js'
import { bookingAbout } from './bookingAbout.js'

/** What time may pass at the target, in minutes, between what a booking shows and what is done to it. */
const soon = 1

/** The answer that showed the booking last before this request, with nothing done to the booking since; undefined: there is none. */
export function lastShown(answer: Answer, answers: readonly Answer[]): Answer | undefined {
  const id = bookingAbout(answer)
  if (id === null) return undefined
  const ofBooking = answers.filter((each) => each !== answer && bookingAbout(each) === id)
  const before = ofBooking.filter((each) => isOver(each, answer) && each.accepted && each.exchange.as === 'reseller')
  const shown = before.findLast((each) => each.read('cancellable') !== undefined)
  if (shown === undefined || momentOf(answer).latest - momentOf(shown).earliest > soon) return undefined
  // A refused write that is over changed nothing (7); any other one, and one that was under way meanwhile, may have.
  const between = ofBooking.some(
    (each) =>
      each !== shown &&
      each.exchange.purpose !== 'get' &&
      !isOver(each, shown) &&
      !isOver(answer, each) &&
      !(each.refused && isOver(each, answer)),
  )
  return between ? undefined : shown
}

/** Whether one was answered before the other was asked for. */
function isOver(one: Answer, other: Answer): boolean {
  return one.n < other.n && answeredAt(one) <= other.exchange.startedAt
}
