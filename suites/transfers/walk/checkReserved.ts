import { type Answer, escapeText, idsIn, idText, reached, readBooking, WalkFault } from '../vocabulary/index.js'
import { refusedContent } from './refusedContent.js'
import { routed, type Walker } from './routed.js'

/**
 * The id of the booking that was made; null where the run itself must judge what is wrong.
 * @param again see {@link refusedContent}
 * @throws WalkFault where the profile cannot be right
 */
export async function checkReserved(
  answer: Answer,
  walker: Walker,
  again: () => Promise<Answer>,
): Promise<string | null> {
  reached(answer, 'needed')
  if (answer.refused) {
    await routed(answer, walker)
    await refusedContent(answer, walker, again)
    return null
  }
  const id = idText(answer.read('id'))
  if (answer.accepted && id !== undefined) return id
  const wrong = idElsewhere(answer)
  if (wrong !== null) throw wrong
  return null
}

/** The booking was made, or its answer says so, and its id stands somewhere else. */
function idElsewhere(answer: Answer): WalkFault | null {
  const { json, profile, exchange } = answer
  if (json === undefined || (!answer.accepted && !answer.undocumented)) return null
  const place = profile.booking.id
  const key = exchange.input['idempotencyKey']
  const { productId, optionId } = profile.bookable.standard
  const slot = exchange.input['availabilityId']
  const known = new Set([productId, optionId, ...(typeof slot === 'string' ? [slot] : [])])
  const inPlace = readBooking(profile, json, 'id')
  const found = idsIn(json, [place.slice(place.lastIndexOf('/') + 1)], known)
  // One that is what it was reserved with is the id without doubt.
  const ranked = [...found.filter(({ value }) => value === key), ...found.filter(({ value }) => value !== key)]
  const [best] = ranked
  if (best === undefined || inPlace !== undefined) return null
  const above = best.pointer.slice(0, best.pointer.lastIndexOf('/'))
  return new WalkFault({
    code: 'OCTOSPEC_WRONG_PROFILE',
    what: `the reservation was accepted, and its answer has no booking id at ${place}`,
    answer,
    looked: `text at ${place} (booking.id)`,
    there: `no text at ${place}; the answer has ${ranked
      .slice(0, 4)
      .map(({ pointer }) => escapeText(pointer, 80))
      .join(', ')}`,
    write:
      above === ''
        ? `booking: { id: ${escapeText(best.pointer, 120)} }`
        : `booking: { at: ${escapeText(above, 100)}, id: ${escapeText(best.pointer.slice(above.length), 60)} }, if the whole booking stands at ${escapeText(above, 100)}; else booking: { id: ${escapeText(best.pointer, 120)} }`,
    server: 'no, if that is the id: only the profile says where it stands',
    remedy: 'mend booking.id in the profile; until then nothing more is booked',
    ids: ranked.slice(0, 2).flatMap(({ value }) => idText(value) ?? []),
  })
}
