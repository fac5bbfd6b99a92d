import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeWhole } from '../judge.test.data.js'
import type { Answer, Json, Judgement } from '../vocabulary/index.js'

const request = { method: 'POST', url: 'http://a/bookings', headers: { 'Octo-Capabilities': 'octo/pricing' } }

const quote = (id: string, retail: number, net: number, tax: number, currency = 'EUR'): Answer =>
  answer(
    {
      options: [
        {
          id,
          pricing: { retail, net, currency, includedTaxes: tax > 0 ? [{ name: 'VAT', retail: tax, net: 50 }] : [] },
        },
      ],
    },
    { purpose: 'transfers', request },
  )

const booked = (optionId: string, retail: number, net: number, taxes: Json = [{ net: 50 }]): Answer =>
  answer(
    { ...booking, pricing: { retail, net, includedTaxes: taxes, currency: 'EUR', currencyPrecision: 2 } },
    { purpose: 'reserve', request, input: { optionId } },
  )

const judged = (...answers: readonly Answer[]): Judgement => judgeWhole('pricing.booking-with-the-tax-quoted', answers)
const outcome = (...answers: readonly Answer[]): string => judged(...answers).outcome

const [one, two] = [quote('a', 1100, 900, 100), quote('a', 2200, 1800, 200)]

test('bookings that all cost what was quoted less the tax in that fail, whichever came first', () => {
  expect(outcome(one, two, booked('a', 1000, 900), booked('a', 2000, 1800))).toBe('fail')
  expect(outcome(booked('a', 1000, 900), booked('a', 2000, 1800), one, two)).toBe('fail')
  // Less the tax that is in the net amount.
  expect(outcome(one, two, booked('a', 1050, 900), booked('a', 2150, 1800))).toBe('fail')
})

test('one that costs what was quoted shows that the others are of another price', () => {
  expect(outcome(one, two, booked('a', 1000, 900), booked('a', 2000, 1800), booked('a', 1100, 900))).toBe('pass')
})

const open = { outcome: 'untested' }
const lacking = { ...open, applies: false }

test.each([
  [
    'one price alone, which may have moved by the tax',
    [one, booked('a', 1000, 900), booked('a', 1000, 900)],
    { ...open, reason: expect.stringContaining('cost 1000 (exchange '), remedy: expect.stringContaining('routes') },
  ],
  [
    'discounts',
    [one, two, booked('a', 1050 - 5, 900), booked('a', 2000, 1800)],
    { ...lacking, reason: expect.stringContaining('neither what was quoted') },
  ],
  [
    'bookings free of tax',
    [one, two, booked('a', 1000, 900, []), booked('a', 2000, 1800, [])],
    { ...lacking, reason: expect.stringContaining('no booking showed') },
  ],
  [
    'bookings with taxes of nothing',
    [
      one,
      two,
      booked('a', 1000, 900, [{ name: 'VAT', retail: 0 }]),
      booked('a', 2000, 1800, [{ name: 'VAT', retail: 0 }]),
    ],
    { ...lacking, reason: expect.stringContaining('no booking showed') },
  ],
  [
    'another option',
    [one, two, booked('b', 1000, 900), booked('b', 2000, 1800)],
    { ...lacking, reason: 'what was booked is no option that was quoted with taxes' },
  ],
  [
    'another net amount',
    [one, two, booked('a', 1000, 901), booked('a', 2000, 1801)],
    { ...open, reason: expect.stringContaining('no booking has the net amount'), remedy: expect.any(String) },
  ],
  [
    'another currency',
    [quote('a', 1100, 900, 100, 'USD'), quote('a', 2200, 1800, 200, 'USD'), booked('a', 1000, 900)],
    { ...open, reason: expect.stringContaining('the currency') },
  ],
  [
    'quotes without tax',
    [quote('a', 1100, 900, 0), quote('a', 2200, 1800, 0), booked('a', 1000, 900)],
    { ...lacking, reason: expect.stringContaining('no option was quoted') },
  ],
])('nothing is told from %s, and why is said', (_, answers, said) => {
  expect(judged(...answers)).toMatchObject(said)
})
