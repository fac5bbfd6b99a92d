import { expect, test } from 'vitest'
import { sampleBooking, sampleTransfer } from './samples.test.data.js'
import type { ContractError } from '../../../src/contract/contractSchema.js'
import { validatePayload as validate } from '../../../src/contract/payload.js'
import { contract } from './contract.js'
import { payloads } from './payloads.js'

function validatePayload(kind: string, value: unknown, capability = true): readonly ContractError[] {
  const payload = payloads[kind]
  if (payload === undefined) throw new Error(`no payload is called ${kind}`)
  return validate(contract, payload, value, { capability })
}

test('conforming payloads of every kind have no errors', () => {
  const transfer = sampleTransfer()
  const [option] = transfer.options
  const samples: Readonly<Record<string, unknown>> = {
    transfer,
    option,
    pricing: option?.pricing,
    availability: { availabilityId: 'a:1+' },
    booking: sampleBooking(),
  }
  for (const kind of Object.keys(payloads)) expect(validatePayload(kind, samples[kind]), kind).toEqual([])
})

test('schema and invariants are both held, at one error a place', () => {
  const transfer = sampleTransfer()
  const [first] = transfer.options
  if (first === undefined) throw new Error('the sample has options')
  first.pricing.original = 0.5
  first.pricing.currencyPrecision = 0
  expect(validatePayload('transfer', transfer).map(({ pointer, clause }) => [pointer, clause])).toEqual([
    ['/options/0/pricing/original', '2.4/original'],
    ['/options/0/pricing/currencyPrecision', '2.4/precision-is-the-currencys'],
  ])
})

test('a booking lacks its pricing only where the capability was asked for', () => {
  const { pricing: _, ...bare } = sampleBooking()
  expect(validatePayload('booking', bare)).toMatchObject([{ pointer: '/pricing', clause: '2.5/pricing' }])
  expect(validatePayload('booking', bare, false)).toEqual([])
})

test('pricing is held to its schema whatever the capability', () => {
  expect(validatePayload('pricing', {}, false)).toHaveLength(6)
})

test('an availability is one value or an array of them, its id may have the public name', () => {
  expect(validatePayload('availability', [{ availabilityId: 'a' }, { id: 'b' }])).toEqual([])
  expect(validatePayload('availability', [{ availabilityId: 'a' }, {}])).toMatchObject([
    { pointer: '/1/availabilityId', clause: '4.3/availability-id', keyword: 'required' },
  ])
  expect(validatePayload('availability', { availabilityId: 7, id: 'b' })).toMatchObject([
    { pointer: '/availabilityId' },
  ])
  expect(validatePayload('availability', 'a')).toMatchObject([{ pointer: '', clause: '4.3/availability-id' }])
})

test.each(Object.keys(payloads))('a %s that is no object is one error at the root', (kind) => {
  expect(validatePayload(kind, null)).toMatchObject([{ pointer: '', message: 'Expected object but received null' }])
})
