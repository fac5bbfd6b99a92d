import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeRelabelled } from './relabelled.js'

const optionId = (of: number): string => `5f1d3a90-77c4-4be2-8a3e-2b9c60d4e70${of}`
const sold = (option: string, others: TransferProfile['bookable']['other'] = []): TransferProfile => {
  const { bookable } = profile
  return { ...profile, bookable: { ...bookable, standard: { ...bookable.standard, optionId: option }, other: others } }
}
const booked = (currency: string, retail: number, availabilityId = 'start'): Answer =>
  answer(
    { ...booking, pricing: { retail, net: retail - 100, currency } },
    { purpose: 'reserve', input: { availabilityId } },
  )
const quoted = (currency: string, ...retails: readonly number[]): Answer =>
  answer(
    {
      options: retails.map((retail, of) => ({
        id: optionId(of),
        vehicle: { name: `vehicle ${of}` },
        pricing: { retail, net: retail - 100, currency },
      })),
    },
    { purpose: 'transfers' },
  )
const same = [booked('USD', 4707), booked('EUR', 4707)]

test('one start at the same amounts in two currencies fails where the option is quoted at others, and points to the quotes', () => {
  const quotes = [quoted('USD', 4707, 9000), quoted('EUR', 3718, 9000)]
  expect(judgeRelabelled(same, quotes, sold(optionId(0)))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 4707, steps: [...same, ...quotes].map(({ n }) => n) }],
  })
})

test('one price list for several currencies is no label, nor are other starts at the same amounts', () => {
  expect(judgeRelabelled(same, [quoted('USD', 10, 4707), quoted('EUR', 20, 4707)], sold(optionId(1))).outcome).toBe(
    'pass',
  )
  expect(judgeRelabelled(same, [quoted('USD', 10, 4707), quoted('EUR', 20, 4707)], sold(optionId(7))).outcome).toBe(
    'untested',
  )
  expect(judgeRelabelled([booked('USD', 4707), booked('EUR', 3718)], [], sold(optionId(0))).outcome).toBe('pass')
  expect(judgeRelabelled([booked('USD', 1), booked('EUR', 1, 'other start')], [], sold(optionId(0))).outcome).toBe(
    'untested',
  )
})

test('what may be of another product, by an id that several have, is not held against a quote', () => {
  const quotes = [quoted('USD', 4707), quoted('EUR', 3718)]
  const ofClass = [4707, 3718].map((retail, at) =>
    answer(
      {
        options: [{ id: 'SEDAN', reference: 'SEDAN', pricing: { retail, net: 1, currency: ['USD', 'EUR'][at] ?? '' } }],
      },
      { purpose: 'transfers' },
    ),
  )
  expect(judgeRelabelled(same, ofClass, sold('SEDAN')).outcome).toBe('untested')
  const another = { ...profile.bookable.standard, productId: 'another', optionId: optionId(0) }
  expect(judgeRelabelled(same, quotes, sold(optionId(0), [another])).outcome).toBe('untested')
})

test('where nothing was quoted in both currencies, nothing is said', () => {
  expect(judgeRelabelled(same, [], sold(optionId(0))).outcome).toBe('untested')
  expect(judgeRelabelled(same, [quoted('USD', 1), quoted('GBP', 2)], sold(optionId(0))).outcome).toBe('untested')
})
