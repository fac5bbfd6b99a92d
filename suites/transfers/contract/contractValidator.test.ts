import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schemaRef } from '../../../src/contract/contract.js'
import { contract } from './contract.js'
import { sampleBooking, sampleTransfer } from './samples.test.data.js'

const priced = { capability: true }
const numRuns = 25
// Refusals are not documented: their schema only says that there is one.
const schemas = Object.keys(contract.openApi(priced).components?.schemas ?? {}).filter(
  (name) => !/Answer$|^AvailabilityRequest$|^Refusal$/.test(name),
)

test('the samples conform', () => {
  expect(contract.validator('Transfer', priced)(sampleTransfer())).toEqual([])
  expect(contract.validator('Booking', priced)(sampleBooking())).toEqual([])
})

test.each(schemas)('every generated %s conforms, with and without pricing', (kind) => {
  for (const capability of [true, false]) {
    const validate = contract.validator(kind, { capability })
    fc.assert(
      fc.property(contract.arbitrary(kind, { capability }), (value) => {
        expect(validate(value)).toEqual([])
        expect(validate(JSON.parse(JSON.stringify(value)))).toEqual([])
      }),
      { numRuns },
    )
  }
})

test.each([
  'Transfer',
  'Location',
  'TransferOption',
  'Vehicle',
  'CancellationPolicyEntry',
  'Pricing',
  'Booking',
] as const)('each required property of %s is missed, by its own pointer and clause', (kind) => {
  const { required = [], properties = {} } = contract.refs(priced)(schemaRef(kind))
  const validate = contract.validator(kind, priced)
  fc.assert(
    fc.property(contract.arbitrary(kind, priced), fc.constantFrom(...required), (value, name) => {
      const { [name]: _, ...rest } = record(value)
      expect(validate(rest)).toMatchObject([
        { pointer: `/${name}`, clause: properties[name]?.['x-clause'], keyword: 'required', received: undefined },
      ])
    }),
    { numRuns },
  )
})

test.each([
  'Transfer',
  'Location',
  'TransferOption',
  'Vehicle',
  'CancellationPolicyEntry',
  'Pricing',
  'Booking',
] as const)('a wrong type in a property of %s is found there, by its clause', (kind) => {
  const { required = [], properties = {} } = contract.refs(priced)(schemaRef(kind))
  const validate = contract.validator(kind, priced)
  // No property of the contract takes every one of these.
  const wrong = fc.constantFrom<unknown>(null, true, 'no', 1.5, [1.5], { a: 1 })
  fc.assert(
    fc.property(contract.arbitrary(kind, priced), fc.constantFrom(...required), wrong, (value, name, bad) => {
      const property = properties[name]
      fc.pre(property !== undefined && !fits(bad, property.type ?? contract.refs(priced)(property.$ref ?? '').type))
      const errors = validate({ ...record(value), [name]: bad })
      expect(errors).toMatchObject([
        { pointer: `/${name}`, clause: property?.['x-clause'], keyword: 'type', received: bad },
      ])
    }),
    { numRuns },
  )
})

test('an error says where, which clause, what was expected and what came', () => {
  const transfer = sampleTransfer()
  const errors = contract.validator(
    'Transfer',
    priced,
  )({ ...transfer, options: [{ ...transfer.options[0], pricing: { ...transfer.options[0]?.pricing, net: '25' } }] })
  expect(errors).toEqual([
    {
      pointer: '/options/0/pricing/net',
      clause: '2.4/net',
      keyword: 'type',
      message: 'Expected integer but received "25"',
      expected: 'integer',
      schema: { type: 'integer' },
      received: '25',
    },
  ])
})

test.each([
  [
    { utcCreatedAt: '2027-03-01T09:30:00+01:00' },
    '2.1/utc-created-at',
    /^Expected ISO 8601 UTC timestamp but received "/,
  ],
  [{ id: undefined }, '2.1/id', /^Expected string but received nothing$/],
  [{ pickUp: 'Airport' }, '2.1/pick-up', /^Expected object but received "Airport"$/],
  [{ options: { 0: {} } }, '2.1/options', /^Expected array but received an object$/],
  [{ options: [7] }, '2.1/options', /^Expected object but received 7$/],
  [{ distanceInclude: '12' }, '2.1/distance-include', /^Expected number but received "12"$/],
])('a transfer with %j breaks %s', (change, clause, message) => {
  const broken: unknown = JSON.parse(JSON.stringify({ ...sampleTransfer(), ...change }))
  expect(contract.validator('Transfer', priced)(broken)).toMatchObject([
    { clause, message: expect.stringMatching(message) },
  ])
})

test.each([
  ['Location', { country: 'ESP' }, '2.2/country', 'Expected two-letter code but received "ESP"'],
  ['Location', { googlePlaceId: 1 }, '2.2/google-place-id', 'Expected string or null but received 1'],
  ['Vehicle', { seats: 4.5 }, '2.3/vehicle-seats', 'Expected integer but received 4.5'],
  ['Vehicle', { image: '/a.png' }, '2.3/vehicle-image', 'Expected URL but received "/a.png"'],
  [
    'CancellationPolicyEntry',
    { type: 'REFUND' },
    '2.3/cancellation-policy-type',
    'Expected one of "FULL_REFUND", "PARTIAL_REFUND", "NO_REFUND", "CHANGES" but received "REFUND"',
  ],
  [
    'TransferOption',
    { id: 'urn:uuid:123e4567-e89b-12d3-a456-426614174000' },
    '2.3/option-id-uuid',
    /^Expected UUID but/,
  ],
  [
    'Booking',
    { expirationMinutes: 19 },
    '2.5/expiration-minutes-in-range',
    'Expected integer from 20 to 200 but received 19',
  ],
  [
    'Booking',
    { expirationMinutes: 201 },
    '2.5/expiration-minutes-in-range',
    'Expected integer from 20 to 200 but received 201',
  ],
  ['Booking', { expirationMinutes: '60' }, '2.5/expiration-minutes', 'Expected integer but received "60"'],
  ['Booking', { cancellable: 'true' }, '2.5/cancellable', 'Expected boolean but received "true"'],
] as const)('a %s with %j breaks %s', (kind, change, clause, message) => {
  const validate = contract.validator(kind, priced)
  fc.assert(
    fc.property(contract.arbitrary(kind, priced), (value) => {
      expect(validate({ ...record(value), ...change })).toMatchObject([
        { clause, message: typeof message === 'string' ? message : expect.stringMatching(message) },
      ])
    }),
    { numRuns: 5 },
  )
})

test('other values where the documents say "occurs" conform', () => {
  const transfer = { ...sampleTransfer(), status: 'LIMITED', distanceUnit: 'MILES' }
  expect(contract.validator('Transfer', priced)(transfer)).toEqual([])
})

test('extra fields conform, everywhere', () => {
  expect(contract.validator('Booking', priced)({ ...sampleBooking(), 'x-own': { a: [1] } })).toEqual([])
})

test('without the capability neither pricing nor currencies are missed, with it both are', () => {
  const transfer = sampleTransfer()
  const { pricing: _, defaultCurrency: _2, availableCurrencies: _3, ...option } = transfer.options[0] ?? {}
  const bare = { ...transfer, options: [option] }
  expect(contract.validator('Transfer', { capability: false })(bare)).toEqual([])
  expect(
    contract
      .validator(
        'Transfer',
        priced,
      )(bare)
      .map(({ pointer }) => pointer)
      .sort(),
  ).toEqual(['/options/0/availableCurrencies', '/options/0/defaultCurrency', '/options/0/pricing'])
})

test('any JSON value is judged, none throws, and a pointer leads to what was received', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...schemas), (value, kind) => {
      for (const error of contract.validator(kind, priced)(value)) expect(error.clause).toMatch(/^\d/)
    }),
    { numRuns: 200 },
  )
})

function record(value: unknown): Record<string, unknown> {
  // Every kind that is used here is an object.
  return value as Record<string, unknown>
}

function fits(value: unknown, type: string | readonly string[] | undefined): boolean {
  const is = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().includes(is)
}
