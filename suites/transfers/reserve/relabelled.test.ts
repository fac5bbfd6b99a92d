import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeRelabelled } from './relabelled.js'

const booked = (currency: string, retail: number, availabilityId = 'start'): Answer =>
  answer(
    { ...booking, pricing: { retail, net: retail - 100, currency } },
    { purpose: 'reserve', input: { availabilityId } },
  )
const quoted = (currency: string, ...retails: readonly number[]): Answer =>
  answer(
    {
      options: retails.map((retail, of) => ({
        id: `option ${of}`,
        vehicle: { name: `vehicle ${of}` },
        pricing: { retail, net: retail - 100, currency },
      })),
    },
    { purpose: 'transfers' },
  )
const same = [booked('USD', 4707), booked('EUR', 4707)]

test('one start at the same amounts in two currencies fails where the option is quoted at others, and points to the quotes', () => {
  const quotes = [quoted('USD', 4707, 9000), quoted('EUR', 3718, 9000)]
  expect(judgeRelabelled(same, quotes, 'option 0')).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 4707, steps: [...same, ...quotes].map(({ n }) => n) }],
  })
})

test('one price list for several currencies is no label, nor are other starts at the same amounts', () => {
  expect(judgeRelabelled(same, [quoted('USD', 10, 4707), quoted('EUR', 20, 4707)], 'option 1').outcome).toBe('pass')
  expect(judgeRelabelled(same, [quoted('USD', 10, 4707), quoted('EUR', 20, 4707)], 'unknown').outcome).toBe('untested')
  expect(judgeRelabelled([booked('USD', 4707), booked('EUR', 3718)], [], 'option 0').outcome).toBe('pass')
  expect(judgeRelabelled([booked('USD', 1), booked('EUR', 1, 'other start')], [], 'option 0').outcome).toBe('untested')
})

test('where nothing was quoted in both currencies, nothing is said', () => {
  expect(judgeRelabelled(same, [], 'option 0').outcome).toBe('untested')
  expect(judgeRelabelled(same, [quoted('USD', 1), quoted('GBP', 2)], 'option 0').outcome).toBe('untested')
})
