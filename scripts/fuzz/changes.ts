import fc from 'fast-check'
import { readPointer, toPointer } from '../../src/contract/json.js'
import { writePointer } from '../../src/wire/values.js'
import type { Json } from '../../src/profile/profile.js'

/** Names that mean something to JavaScript, to octospec or to the services that it tests. */
const names = [
  ['__proto__', 'constructor', 'toString', 'valueOf', 'toJSON', 'hasOwnProperty', 'length', 'then'],
  ['0', '-1', '1e3', '', ' ', '\0', '\ud800', '/', '~', '$exchange', '$ref'],
  ['id', 'uuid', 'status', 'cancellable', 'expirationMinutes', 'pricing', 'notes', 'utcExpiresAt', 'options'],
  ['error', 'data', 'items', 'availabilityId', 'available', 'currency', 'currencyPrecision', 'includedTaxes'],
].flat()

const texts = [
  names,
  ['\udfff\ud800', '[object Object]', 'null', '-0', '1e400', '12.5', '60', 'on_hold', 'CONFIRMED', 'eur'],
  ['\u001b[2J', '\u202e', '<script>', '::error::x', '../..', '%2e%2e', 'a\r\nX: y', 'octospec 01234567 x'],
  ['2026-13-45T99:99:99Z', '+275760-09-13T00:00:00.001Z', '-271821-04-20T00:00:00.000Z', '9999-12-31T23:59:59Z'],
  ['\n'.repeat(3000), 'x'.repeat(5000), '\\'.repeat(300)],
].flat()

const numbers = [0, -1, 0.1, 60, 1e21, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324]

/** Values that throw where they are taken for a text or a number. The last may become a prototype by an assignment. */
const unprintable: readonly Json[] = [
  [{ toString: null, valueOf: 1 }],
  { toJSON: 1, toString: {}, constructor: null, length: -1 },
  { ['__proto__']: { toString: 1, polluted: true } },
]

const deepest = Array.from({ length: 190 }).reduce<Json>((inside) => [inside], 'bottom')
const widest = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`member ${at}`, at]))

const anything = fc.anything({
  key: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.string({ unit: 'binary', maxLength: 8 })),
  values: [
    fc.constantFrom<Json>(null, true, false, ...numbers),
    fc.constantFrom(...texts),
    fc.string({ unit: 'binary', maxLength: 40 }),
  ],
  maxDepth: 4,
})

/** JSON that a target might answer with if it meant harm. */
const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  // Each of these keys and values is JSON.
  { weight: 12, arbitrary: anything as fc.Arbitrary<Json> },
  { weight: 8, arbitrary: fc.constantFrom(...unprintable) },
  { weight: 2, arbitrary: fc.constantFrom(deepest, widest) },
)

/** A change of one place of a value, whatever that value is. */
interface Change {
  /** Which of the places, counted round and round. */
  readonly at: number
  readonly how: 'put' | 'drop' | 'copy'
  readonly value: Json
}

export type Changes = readonly Change[]

/** Hostile values of one seed; to draw a fresh one for every change would take longer than all that is done with it. */
const values = 400

/** Some changes, to be made one after the other. */
export function someChanges(seed: number): fc.Arbitrary<Changes> {
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

/** JSON with the changes made; what is none stays. */
export function changedText(text: string, changes: Changes): string {
  try {
    const json: Json = JSON.parse(text)
    return JSON.stringify(changes.reduce(changed, json))
  } catch {
    return text
  }
}

function changed(value: Json, { at, how, value: put }: Change): Json {
  const places = placesOf(value)
  const place = places[at % places.length] ?? ''
  if (how === 'put') return writePointer(value, place, put)
  if (how === 'drop') return without(value, place)
  const other = places[(at >>> 8) % places.length] ?? ''
  return writePointer(value, place, readPointer(value, other) ?? null)
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
  const parent = cut < 0 ? undefined : readPointer<Json>(value, place.slice(0, cut))
  if (typeof parent !== 'object' || parent === null) return value
  const kept = Object.entries(parent).filter(([name]) => toPointer([name]) !== place.slice(cut))
  return writePointer(
    value,
    place.slice(0, cut),
    Array.isArray(parent) ? kept.map(([, item]: [string, Json]) => item) : Object.fromEntries(kept),
  )
}
