import { failAt, notApplicable, pass, toPointer, unusable, wants } from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Profile } from '../vocabulary/index.js'

/** How deep a booking is searched for why it was cancelled: the documents do not say where it stands. */
const depth = 6

/**
 * Judges that a sent reason stands somewhere in a booking. If it stands nowhere, a member of one of these names that
 * says something else is wrong. Without such a member, bookings do not carry the reason.
 */
export function reasonShown(read: Answer, reason: string, names: readonly string[]): Judgement {
  if (read.profile.operations.cancel?.fields['reason'] === undefined)
    return notApplicable('no cancel carries a reason (operations.cancel.reason is null)')
  const cannot = unusable(read)
  if (cannot !== null) return cannot
  const members = [...walk(read.json ?? null, [])]
  if (placeOf(read.json ?? null, reason) !== null) return pass
  const wrong = members.find(({ path }) => names.includes(path.at(-1) ?? ''))
  if (wrong === undefined) return notApplicable('the bookings of this target show no reason of a cancellation')
  return failAt(read, toPointer(wrong.path), {
    message: 'the reason that the cancel was sent is not the one that the booking shows',
    ...wants.value(reason, JSON.stringify(reason)),
  })
}

/** What a member may be called that shows the reason. */
export function namesOfReason(profile: Profile): readonly string[] {
  const place = profile.operations.cancel?.fields['reason']
  const own = place === undefined ? [] : [place.in === 'body' ? (place.pointer.split('/').at(-1) ?? '') : place.name]
  return ['reason', ...own]
}

/** The place of a text in a value, as a JSON Pointer; null: nowhere that anybody looks. */
export function placeOf(value: Json, text: string): string | null {
  for (const member of walk(value, [])) if (member.value === text) return toPointer(member.path)
  return null
}

function* walk(
  value: Json,
  path: readonly string[],
): Generator<{ readonly value: Json; readonly path: readonly string[] }> {
  yield { value, path }
  if (typeof value !== 'object' || value === null || path.length >= depth) return
  for (const [name, member] of Object.entries(value)) yield* walk(member, [...path, name])
}
