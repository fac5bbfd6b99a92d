import { pass, untested, momentOf, describeValue } from './words.js'
import type { Answer, Json, Judgement, Context, BookingField } from './words.js'
import { answeredAt, isOnHold } from './times.js'
import { bookingAbout, sameBooking, tellingFields } from './sameBooking.js'

/**
 * Gets a booking after writes of which none is known to be the last. If the first get does not show what it should, it
 * sends one more when the settling time is over. The get of a context does so only after writes one after the other.
 */
export async function readSettled(
  { target, settle }: Pick<Context, 'target' | 'settle'>,
  id: string,
  isShown: (read: Answer) => boolean,
): Promise<Answer> {
  const read = await target.get(id)
  return isShown(read) || !(await settle(id)) ? read : target.get(id)
}

/** What time may pass at the target, in minutes, between what a booking shows and what is done to it. */
const soon = 1

/** The answer that last showed the booking before this request, with no writes since; undefined: there is none. */
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

/**
 * Whether a get shows what an accepted write before it answered, as far as both tell. A cancelled booking may be gone.
 * @param lacked fields that gets of this target are known not to show
 */
export function showsWrite(write: Answer, read: Answer, lacked: ReadonlySet<BookingField> = new Set()): boolean {
  if (read.outcome === 'none') return true
  if (read.refused) return write.exchange.purpose === 'cancel'
  if (write.exchange.purpose === 'confirm' && isOnHold(read)) return false
  if (lackedIn(write, read).some((field) => !lacked.has(field))) return false
  const told = toldBy(tellingFields, write, read)
  return sameBooking(write, read, told, '').outcome !== 'fail'
}

/**
 * Fields sent with a write that its answer shows, and a get does not show at all. A field that a server leaves out
 * while it has no value is missing in an old state of the booking.
 */
export function lackedIn(write: Answer, read: Answer): readonly BookingField[] {
  if (!read.accepted) return []
  const sent = tellingFields.filter((field) => write.exchange.input[field] !== undefined)
  return sent.filter((field) => (write.read(field) ?? null) !== null && read.read(field) === undefined)
}

/**
 * Judges a refused get of a booking that need not be found any more. Beside one that was accepted it shows that the
 * booking is gone; a get that refuses them all shows nothing.
 */
export function judgeGone(read: Answer, others: readonly (Answer | null | undefined)[]): Judgement {
  return others.some((other) => other?.accepted === true)
    ? pass
    : untested(
        `get was refused (${read.describe()}, request ${read.n}), and was never accepted beside it, so it does not show that the booking is gone`,
      )
}

/** Those of these fields that every one of the answers shows: of others it says nothing that could be compared. */
export function toldBy<Field extends BookingField>(
  fields: readonly Field[],
  ...answers: readonly Answer[]
): readonly Field[] {
  return fields.filter((field) => answers.every((answer) => answer.read(field) !== undefined))
}

/** How a key was answered once its booking was over, to be recorded; null: nobody knows. */
export function answerOfKey(made: Answer | null | undefined, replayed: Answer | null | undefined): string | null {
  if (made?.accepted !== true || !replayed || replayed.outcome === 'none') return null
  if (replayed.refused) return `refused: ${replayed.describe()}`
  return replayed.read('id') === made.read('id')
    ? `the booking that it made, ${describeValue(replayed.read('status'))}`
    : 'a new booking'
}

/** Whether a get succeeded with nothing in it, as some servers answer what is not there: no text and no number. */
export function showsNothing(answer: Answer): boolean {
  const { purpose, response } = answer.exchange
  if (purpose !== 'get' || !answer.undocumented || response === null) return false
  return response.json === undefined ? (response.text ?? '').trim() === '' : isEmpty(response.json)
}

function isEmpty(value: Json): boolean {
  if (typeof value === 'string' || typeof value === 'number') return false
  return typeof value !== 'object' || value === null || Object.values(value).every(isEmpty)
}
