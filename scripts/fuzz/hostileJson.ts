import fc from 'fast-check'
import type { Json } from '../../src/profile/profile.js'

/** Names that mean something to JavaScript, to octospec or to the services that it tests. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'toJSON',
  'hasOwnProperty',
  'length',
  'then',
  '0',
  '1',
  '-1',
  '1e3',
  '',
  ' ',
  '\0',
  '\ud800',
  '/',
  '~',
  '$exchange',
  '$ref',
  'id',
  'uuid',
  'status',
  'cancellable',
  'expirationMinutes',
  'pricing',
  'notes',
  'utcExpiresAt',
  'options',
  'error',
  'data',
  'items',
  'availabilityId',
  'available',
  'currency',
  'currencyPrecision',
  'includedTaxes',
]

const texts = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '__proto__',
  'constructor',
  '[object Object]',
  'null',
  '-0',
  '1e400',

  'ON_HOLD',
  'CONFIRMED',
  'on_hold',
  'EUR',
  'eur',
  '12.5',
  '0',
  '60',
  '\u001b[2J',
  '\u202e',
  '<script>',
  '::error::x',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59Z',
  'octospec 01234567 x',
  '../..',
  '%2e%2e',
  'a\r\nX: y',
  '\n'.repeat(3000),
  'x'.repeat(5000),
  '\\'.repeat(300),
]

const numbers = [0, -1, 0.1, 60, 1e21, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324]

const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.string({ unit: 'binary', maxLength: 8 }))

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false),
  fc.constantFrom(...numbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Own members whatever their names are: an assignment would set a prototype. */
function objectOf(members: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(members)
}

const { any } = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: false },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('any')), { maxLength: 6 }).map(objectOf),
  ),
}))

const deep: fc.Arbitrary<Json> = fc
  .tuple(fc.integer({ min: 20, max: 190 }), name, fc.boolean())
  .map(([levels, key, lists]) => {
    let value: Json = 'bottom'
    for (let level = 0; level < levels; level += 1) value = lists ? [value] : objectOf([[key, value]])
    return value
  })

const wide: fc.Arbitrary<Json> = fc
  .tuple(fc.integer({ min: 200, max: 1500 }), any, fc.boolean())
  .map(([count, item, list]) =>
    list
      ? Array.from({ length: count }, () => item)
      : objectOf(Array.from({ length: count }, (_, at) => [`member ${at}`, at])),
  )

const unprintable = fc.constantFrom<Json>(
  { toString: 1 },
  [{ toString: null, valueOf: 1 }],
  { toJSON: 1, toString: {}, constructor: null, length: -1 },
  objectOf([['__proto__', { toString: 1, polluted: true }]]),
)

/** JSON that a target might answer with if it meant harm. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 12, arbitrary: any },
  { weight: 8, arbitrary: unprintable },
  { weight: 2, arbitrary: deep },
  { weight: 1, arbitrary: wide },
)
