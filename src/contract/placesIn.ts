import { toPointer } from './jsonPointer.js'

export interface Found<Value = unknown> {
  readonly pointer: string
  readonly value: Value
}

/** A value from a target may be anything: so much of it is looked at. */
const [mostPlaces, deepest, mostItems] = [2000, 6, 3]

/** The places of a JSON value, those nearest to its top first; of a list the first items. */
export function placesIn<Value>(json: Value): readonly Found<Value>[] {
  const places: Found<Value>[] = [{ pointer: '', value: json }]
  for (const { pointer, value } of places) {
    if (places.length >= mostPlaces) break
    if (typeof value !== 'object' || value === null || pointer.split('/').length > deepest) continue
    const members = Array.isArray(value) ? value.slice(0, mostItems).entries() : Object.entries(value)
    // The members of a JSON value are JSON values of the same kind.
    for (const [name, member] of members)
      places.push({ pointer: `${pointer}${toPointer([name])}`, value: member as Value })
  }
  return places.slice(0, mostPlaces)
}
