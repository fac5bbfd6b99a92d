import { expect, test } from 'vitest'
import { sampleBooking, sampleTransfer } from '../contract/samples.test.data.js'
import type { Json } from '../../../src/profile/profile.js'
import type { Exchange } from '../../../src/wire/exchange.js'
import { answer, profile } from '../../../src/suite/answer.test.data.js'
import type { SweepCheck } from '../../../src/suite/check.js'
import { fieldChecks, fieldClauses, invariantCheck } from './fieldChecks.js'
import type { Judgement } from '../../../src/suite/judgement.js'
import { registryOf } from '../../../src/suite/suite.js'
import { openSuite } from './context.js'

const suite = openSuite()
fieldChecks(suite, 'shuttles', 'Transfer', ['transfers'], ['2.3/default-currency'])
fieldChecks(suite, 'stays', 'Booking', ['get', 'list'])

const sent = (capability: string): Partial<Exchange> => ({
  request: { method: 'POST', url: 'http://127.0.0.1:1/x', headers: { 'Octo-Capabilities': capability } },
})
const priced = sent('octo/pricing')

function sweepCheck(id: string): SweepCheck {
  const found = registryOf([suite]).checks.get(id)
  if (found?.kind !== 'sweep') throw new Error(`no sweep ${id}`)
  return found
}

function judged(
  id: string,
  purpose: Exchange['purpose'],
  json: unknown,
  more = priced,
  status = 200,
): Judgement | null {
  // What tests make of samples is JSON.
  return sweepCheck(id).judge(answer(json as Json, { purpose, ...more }, status), { profile })
}

test('each must clause of a field has a check named after it that says what the clause says, but for the exceptions', () => {
  expect(sweepCheck('shuttles.field-distance-unit')).toMatchObject({
    clause: '2.1/distance-unit',
    of: ['transfers'],
    title: expect.stringContaining('distanceUnit'),
  })
  expect(registryOf([suite]).checks.has('shuttles.field-default-currency')).toBe(false)
  const ids = [...registryOf([suite]).checks.keys()].filter((id) => id.startsWith('shuttles.'))
  expect(ids).toHaveLength(fieldClauses('Transfer').length - 1)
})

test('what departs from the schema counts against the clause of its field alone, where it stands', () => {
  const transfer = sampleTransfer()
  delete transfer['distanceUnit']
  expect(judged('shuttles.field-distance-unit', 'transfers', transfer)).toMatchObject({
    outcome: 'fail',
    findings: [
      { pointer: '/distanceUnit', received: null, message: expect.stringContaining('distanceUnit is missing') },
    ],
  })
  expect(judged('shuttles.field-id', 'transfers', transfer)?.outcome).toBe('pass')
})

test('a field deep in an array is found there, and of many departures the first are shown', () => {
  const transfer = sampleTransfer()
  const [option] = transfer.options
  if (option === undefined) throw new Error('no option')
  const options = Array.from({ length: 8 }, () => ({ ...option, vehicle: { seats: 1 } }))
  const judgement = judged('shuttles.field-vehicle-name', 'transfers', { ...transfer, options })
  expect(judgement).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/options/0/vehicle/name' }, {}, {}, {}, {}],
  })
  expect(judgement).not.toHaveProperty('findings.5')
})

test('an answer in which nothing could carry the field says nothing of it', () => {
  const transfer = sampleTransfer()
  expect(judged('shuttles.field-vehicle-name', 'transfers', { ...transfer, options: [] })).toBeNull()
  expect(judged('shuttles.field-vehicle-name', 'transfers', { ...transfer, options: 'many' })).toBeNull()
  expect(judged('shuttles.field-vehicle-name', 'transfers', { ...transfer, options: [{ vehicle: [] }] })).toBeNull()
  expect(judged('shuttles.field-vehicle-name', 'transfers', { ...transfer, options: [null] })).toBeNull()
  expect(judged('shuttles.field-id', 'transfers', [transfer])).toBeNull()
})

test('an answer that was not accepted says nothing', () => {
  expect(judged('shuttles.field-id', 'transfers', sampleTransfer(), priced, 500)).toBeNull()
})

test('fields of the pricing capability are looked for only where it was asked for', () => {
  const transfer = sampleTransfer()
  for (const option of transfer.options) option.pricing = {}
  const id = 'shuttles.field-original'
  expect(judged(id, 'transfers', transfer)).toMatchObject({ outcome: 'fail' })
  expect(judged(id, 'transfers', transfer, sent('octo/other'))).toBeNull()
  expect(judged('shuttles.field-id', 'transfers', transfer, sent(''))?.outcome).toBe('pass')
})

test('the currencies of an option count as part of the pricing capability', () => {
  const pricing = (clause: string): boolean | undefined =>
    fieldClauses('Transfer').find((each) => each.clause === clause)?.pricing
  expect(pricing('2.3/default-currency')).toBe(true)
  expect(pricing('2.3/available-currencies')).toBe(true)
  expect(pricing('2.1/distance-unit')).toBe(false)
})

test('a field clause knows the objects that carry its field', () => {
  const parents = (clause: string): unknown => fieldClauses('Transfer').find((each) => each.clause === clause)?.parents
  expect(parents('2.1/distance-unit')).toEqual([[]])
  expect(parents('2.2/latitude')).toEqual([['pickUp'], ['dropOff']])
  expect(parents('2.3/default-currency')).toEqual([['options', '*']])
})

test('each booking of a list is looked at, and the finding points into the list', () => {
  const { status: _, ...bare } = sampleBooking()
  const id = 'stays.field-status'
  expect(judged(id, 'list', [sampleBooking(), bare])).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/1/status' }],
  })
  expect(judged(id, 'list', [sampleBooking()])?.outcome).toBe('pass')
  expect(judged(id, 'list', [])).toBeNull()
  expect(judged(id, 'get', { uuid: 'b-1', pricing: {} })).toMatchObject({ findings: [{ pointer: '/status' }] })
})

test('an invariant is judged where an option shows all that it speaks of', () => {
  invariantCheck(suite, {
    id: 'shuttles.invariant',
    clause: '2.4/original-not-below-retail',
    title: 'x',
    places: ['/pricing/original', '/pricing/retail'],
    pricing: true,
  })
  const id = 'shuttles.invariant'
  expect(sweepCheck(id).of).toEqual(['transfers'])
  const transfer = sampleTransfer()
  expect(judged(id, 'transfers', transfer)?.outcome).toBe('pass')
  expect(judged(id, 'transfers', transfer, sent(''))).toBeNull()
  expect(judged(id, 'transfers', transfer, priced, 400)).toBeNull()
  const [first, second] = transfer.options
  if (first === undefined || second === undefined) throw new Error('no options')
  second.pricing = { ...second.pricing, original: 1 }
  const judgement = judged(id, 'transfers', transfer)
  expect(judgement).toMatchObject({ outcome: 'fail', findings: [{ pointer: '/options/1/pricing/original' }] })
  expect(judgement).not.toHaveProperty('findings.1')
  const others = transfer.options.map((option) => ({ ...option, pricing: { ...first.pricing, currencyPrecision: 5 } }))
  expect(judged(id, 'transfers', { ...transfer, options: others })?.outcome).toBe('pass')
  const all = Array.from({ length: 8 }, () => second)
  expect(judged(id, 'transfers', { ...transfer, options: all })).not.toHaveProperty('findings.5')
  const halves = [
    { ...first, pricing: { original: 1 } },
    { ...first, pricing: { retail: 2 } },
  ]
  expect(judged(id, 'transfers', { ...transfer, options: halves })).toBeNull()
  expect(judged(id, 'transfers', { ...transfer, options: [{ ...first, pricing: {} }, second] })?.outcome).toBe('fail')
  expect(judged(id, 'transfers', { ...transfer, options: { 0: second } })).toBeNull()
})
