import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractArbitrary } from './contractArbitrary.js'
import { contractRefs } from './contractRefs.js'
import { contractKinds, schemaRef } from './contractKind.js'
import { contractValidator } from './contractValidator.js'
import { sampleBooking, sampleTransfer } from './samples.test.data.js'

const priced = { pricing: true }
const numRuns = 50

test('the samples conform', () => {
  expect(contractValidator('transfer', priced)(sampleTransfer())).toEqual([])
  expect(contractValidator('booking', priced)(sampleBooking())).toEqual([])
})

test.each(contractKinds)('every generated %s conforms, with and without pricing', (kind) => {
  for (const pricing of [true, false]) {
    const validate = contractValidator(kind, { pricing })
    fc.assert(
      fc.property(contractArbitrary(kind, { pricing }), (value) => {
        expect(validate(value)).toEqual([])
        expect(validate(JSON.parse(JSON.stringify(value)))).toEqual([])
      }),
      { numRuns },
    )
  }
})

test.each(['transfer', 'location', 'option', 'vehicle', 'cancellationPolicyEntry', 'pricing', 'booking'] as const)(
  'each required property of %s is missed, by its own pointer and clause',
  (kind) => {
    const { required = [], properties = {} } = contractRefs(priced)(schemaRef(kind))
    const validate = contractValidator(kind, priced)
    fc.assert(
      fc.property(contractArbitrary(kind, priced), fc.constantFrom(...required), (value, name) => {
        const { [name]: _, ...rest } = record(value)
        expect(validate(rest)).toMatchObject([
          { pointer: `/${name}`, clause: properties[name]?.['x-clause'], keyword: 'required', received: undefined },
        ])
      }),
      { numRuns },
    )
  },
)

test.each(['transfer', 'location', 'option', 'vehicle', 'cancellationPolicyEntry', 'pricing', 'booking'] as const)(
  'a wrong type in a property of %s is found there, by its clause',
  (kind) => {
    const { required = [], properties = {} } = contractRefs(priced)(schemaRef(kind))
    const validate = contractValidator(kind, priced)
    // No property of the contract takes every one of these.
    const wrong = fc.constantFrom<unknown>(null, true, 'no', 1.5, [1.5], { a: 1 })
    fc.assert(
      fc.property(contractArbitrary(kind, priced), fc.constantFrom(...required), wrong, (value, name, bad) => {
        const property = properties[name]
        fc.pre(property !== undefined && !fits(bad, property.type ?? contractRefs(priced)(property.$ref ?? '').type))
        const errors = validate({ ...record(value), [name]: bad })
        expect(errors).toMatchObject([
          { pointer: `/${name}`, clause: property?.['x-clause'], keyword: 'type', received: bad },
        ])
      }),
      { numRuns },
    )
  },
)

test('an error says where, which clause, what was expected and what came', () => {
  const transfer = sampleTransfer()
  const errors = contractValidator(
    'transfer',
    priced,
  )({
    ...transfer,
    options: [{ ...transfer.options[0], pricing: { ...transfer.options[0]?.pricing, net: '25' } }],
  })
  expect(errors).toEqual([
    {
      pointer: '/options/0/pricing/net',
      clause: '2.4/net',
      keyword: 'type',
      message: 'Expected integer but received "25"',
      expected: 'integer',
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
  expect(contractValidator('transfer', priced)(broken)).toMatchObject([
    { clause, message: expect.stringMatching(message) },
  ])
})

test.each([
  ['location', { country: 'ESP' }, '2.2/country', 'Expected two-letter code but received "ESP"'],
  ['location', { googlePlaceId: 1 }, '2.2/google-place-id', 'Expected string or null but received 1'],
  ['vehicle', { seats: 4.5 }, '2.3/vehicle-seats', 'Expected integer but received 4.5'],
  ['vehicle', { image: '/a.png' }, '2.3/vehicle-image', 'Expected URL but received "/a.png"'],
  [
    'cancellationPolicyEntry',
    { type: 'REFUND' },
    '2.3/cancellation-policy-type',
    'Expected one of "FULL_REFUND", "PARTIAL_REFUND", "NO_REFUND", "CHANGES" but received "REFUND"',
  ],
  ['option', { id: 'urn:uuid:123e4567-e89b-12d3-a456-426614174000' }, '2.3/option-id-uuid', /^Expected UUID but/],
  [
    'booking',
    { expirationMinutes: 19 },
    '2.5/expiration-minutes-in-range',
    'Expected integer from 20 to 200 but received 19',
  ],
  [
    'booking',
    { expirationMinutes: 201 },
    '2.5/expiration-minutes-in-range',
    'Expected integer from 20 to 200 but received 201',
  ],
  ['booking', { expirationMinutes: '60' }, '2.5/expiration-minutes', 'Expected integer but received "60"'],
  ['booking', { cancellable: 'true' }, '2.5/cancellable', 'Expected boolean but received "true"'],
] as const)('a %s with %j breaks %s', (kind, change, clause, message) => {
  const validate = contractValidator(kind, priced)
  fc.assert(
    fc.property(contractArbitrary(kind, priced), (value) => {
      expect(validate({ ...record(value), ...change })).toMatchObject([
        { clause, message: typeof message === 'string' ? message : expect.stringMatching(message) },
      ])
    }),
    { numRuns: 5 },
  )
})

test('other values where the documents say "occurs" conform', () => {
  const transfer = { ...sampleTransfer(), status: 'LIMITED', distanceUnit: 'MILES' }
  expect(contractValidator('transfer', priced)(transfer)).toEqual([])
})

test('extra fields conform, everywhere', () => {
  expect(contractValidator('booking', priced)({ ...sampleBooking(), 'x-own': { a: [1] } })).toEqual([])
})

test('without the capability neither pricing nor currencies are missed, with it both are', () => {
  const transfer = sampleTransfer()
  const { pricing: _, defaultCurrency: _2, availableCurrencies: _3, ...option } = transfer.options[0] ?? {}
  const bare = { ...transfer, options: [option] }
  expect(contractValidator('transfer', { pricing: false })(bare)).toEqual([])
  expect(
    contractValidator(
      'transfer',
      priced,
    )(bare)
      .map(({ pointer }) => pointer)
      .sort(),
  ).toEqual(['/options/0/availableCurrencies', '/options/0/defaultCurrency', '/options/0/pricing'])
})

test('any JSON value is judged, none throws, and a pointer leads to what was received', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...contractKinds), (value, kind) => {
      for (const error of contractValidator(kind, priced)(value)) expect(error.clause).toMatch(/^\d/)
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
