import { expect, wants, isMarker, untested } from './words.js'
import type { Answer, Json, Judgement, Fields, BookingField } from './words.js'
import { createHash } from 'node:crypto'

/**
 * Whether a shown text is the one that was sent, case and spaces aside: what a service makes of these is not stated.
 * Letters with marks are the same in one character and in two.
 * A reference is a number of the reseller's, so nothing else may stand in it.
 */
export function isKept(sent: string, found: Json | undefined): boolean {
  return typeof found === 'string' && plain(found) === plain(sent)
}

/** Whether a shown text contains one that was sent, case and spaces aside: a service may add to notes. */
export function isKeptIn(sent: string, found: Json | undefined): boolean {
  return typeof found === 'string' && plain(found).includes(plain(sent))
}

/**
 * Judges that an answer shows a text that was sent. It is left open which fields a booking shows, and from when on: a
 * missing text says nothing. Whatever stands in its place, null too, is another one.
 */
export function showsText(answer: Answer | null | undefined, field: 'notes' | 'reference', sent: string): Judgement {
  const isNotes = field === 'notes'
  return (
    textNotShown(answer, field) ??
    expect(answer)
      .field(field)
      .toSatisfy(
        wants.value(sent, `${isNotes ? 'notes with ' : ''}${JSON.stringify(sent)}, case and spaces aside`),
        (found) => (isNotes ? isKeptIn(sent, found) : isKept(sent, found)),
      )
  )
}

/** Untested where a booking is there, and not that text of it; null: it shows something, or cannot be looked into. */
export function textNotShown(answer: Answer | null | undefined, field: 'notes' | 'reference'): Judgement | null {
  return answer?.accepted === true && answer.read(field) === undefined
    ? notShown(field, `see whether booking.${field} in the profile is where bookings show it`)
    : null
}

/** What is shown of a text is no less by chance from so many characters on. */
const beginning = 16

/**
 * Whether a shown text is how the one that was sent begins, case and spaces aside: how much of notes a service keeps is
 * not stated. A reference is kept whole, or it is another one.
 */
export function isCut(sent: string, found: Json | undefined): boolean {
  if (typeof found !== 'string') return false
  const shown = plain(found)
  // Where it ends at a sign that is none of letters and digits, it may be the sign that was lost.
  return shown.length >= beginning && plain(sent).startsWith(shown) && /^[a-z0-9]/.test(plain(sent).slice(shown.length))
}

function plain(text: string): string {
  return text.replace(/\s/g, '').toLowerCase().normalize()
}

/** What a reference is cut to where longer ones are refused. */
const length = 8

/** Short for a marker that is too long: a digest of its run, scenario and purpose, as a server may want it unique. */
export function shortMarker(marker: string): string {
  const digest = createHash('sha256').update(marker).digest().readUIntBE(0, 6)
  return digest.toString(36).padStart(length, '0').slice(-length)
}

/** The same with a short reference, where it has a marker for one: how long a reference may be is not shown. */
export function shortened(fields: Fields): Fields {
  const { reference } = fields
  return typeof reference === 'string' && isMarker(reference)
    ? { ...fields, reference: shortMarker(reference) }
    : fields
}

/** Nothing can be told of a booking that does not show this. */
function notShown(field: BookingField, remedy?: string): Judgement {
  return untested(`the booking shows no ${field}`, remedy, { kind: 'missing', field })
}
