import fc from 'fast-check'
import { readPointer, toPointer } from '../../src/contract/jsonPointer.js'
import { writePointer } from '../../src/client/writePointer.js'
import type { Json } from '../../src/profile/profile.js'
import { hostileJson } from './hostileJson.js'

/** A change of one place of a value, whatever that value is. */
export interface Mutation {
  readonly at: number
  readonly how: 'put' | 'drop' | 'copy'
  readonly value: Json
}

/** Hostile values of one seed; to draw a fresh one for every change would take longer than all that is done with it. */
const values = 400

/** Some changes, to be made one after the other. */
export function mutations(seed: number): fc.Arbitrary<readonly Mutation[]> {
  const drawn = fc.sample(hostileJson, { numRuns: values, seed })
  return fc.array(
    fc.record({
      at: fc.nat(),
      how: fc.constantFrom('put', 'put', 'put', 'drop', 'copy'),
      value: fc.nat(values - 1).map((at): Json => drawn[at] ?? null),
    }),
    { minLength: 1, maxLength: 4 },
  )
}

/** The value with the changes made. */
export function mutated(value: Json, changes: readonly Mutation[]): Json {
  return changes.reduce<Json>((before, { at, how, value: put }) => {
    const places = placesOf(before)
    const place = places[at % places.length] ?? ''
    if (how === 'put') return writePointer(before, place, put)
    if (how === 'drop') return without(before, place)
    const other = places[(at >>> 8) % places.length] ?? ''
    return writePointer(before, place, readPointer(before, other) ?? null)
  }, value)
}

/** Every place of a value, as far as a few levels and members go. */
function placesOf(value: Json, path: readonly (string | number)[] = []): string[] {
  const here = toPointer(path)
  if (typeof value !== 'object' || value === null || path.length > 6) return [here]
  const members: readonly (readonly [string, Json])[] = Object.entries(value).slice(0, 30)
  return [here, ...members.flatMap(([name, member]) => placesOf(member, [...path, name]))]
}

function without(value: Json, place: string): Json {
  const cut = place.lastIndexOf('/')
  if (cut < 0) return value
  const parent = readPointer(value, place.slice(0, cut))
  if (typeof parent !== 'object' || parent === null) return value
  const kept = Object.entries(parent).filter(([name]) => toPointer([name]) !== place.slice(cut))
  return writePointer(
    value,
    place.slice(0, cut),
    Array.isArray(parent) ? kept.map(([, item]: [string, Json]) => item) : Object.fromEntries(kept),
  )
}
