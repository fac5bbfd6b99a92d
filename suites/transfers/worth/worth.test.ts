import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { observed } from '../judge.test.data.js'

const policy = { type: 'FULL_REFUND', cutoffAmount: 24, cutoffUnit: 'HOURS', description: 'Until 24 hours before' }

/** A quote whose options cost these amounts, in this currency. */
function quote(n: number, currency: string, retail: readonly number[], more: object = {}): Answer {
  const options = retail.map((amount, at) => ({
    id: `${n}-${at}`,
    reference: `r-${at}`,
    cancellationPolicy: [policy],
    pricing: { original: amount, retail: amount, net: Math.round(amount * 0.8), currency, currencyPrecision: 2 },
  }))
  return answer({ id: 't', distanceInclude: 20, options, ...more }, { n, purpose: 'transfers' })
}

const quoted = (usd: Answer, eur: Answer, gbp: Answer): object => ({ usd, eur, gbp, omitted: eur })
const [usd, eur, gbp] = [quote(1, 'USD', [5400, 9720]), quote(2, 'EUR', [5000, 9000]), quote(3, 'GBP', [4300, 7740])]
const all = ['distance', 'unit-of-one-currency', 'same-amounts', 'free-in-one-currency', 'cutoff-described']
const remarks = (data: object): readonly string[] => all.filter((id) => observed(`worth.${id}`, data) !== '')

test('of quotes that go together nothing is worth a look', () => {
  expect(remarks(quoted(usd, eur, gbp))).toEqual([])
})

test('amounts in one currency that are a hundredth of those in the others are worth a look, with the values', () => {
  const data = quoted(usd, eur, quote(3, 'GBP', [43, 77]))
  expect(remarks(data)).toEqual(['unit-of-one-currency'])
  expect(observed('worth.unit-of-one-currency', data)).toBe(
    'retail of an option is 43 in GBP (request 3), and 5000 in EUR (request 2) and 5400 in USD (request 1), and so it is with all options: is GBP told in another unit?',
  )
})

test('one option at one price point is worth a look, and all of them are not', () => {
  expect(remarks(quoted(usd, eur, quote(3, 'GBP', [5000, 7740])))).toEqual(['same-amounts'])
  expect(remarks(quoted(quote(1, 'USD', [5000, 9000]), eur, quote(3, 'GBP', [5000, 9000])))).toEqual([])
})

test('an option that is free in one currency is worth a look', () => {
  expect(remarks(quoted(usd, eur, quote(3, 'GBP', [0, 7740])))).toEqual(['free-in-one-currency'])
})

test('another distance in another currency is worth a look', () => {
  expect(remarks(quoted(usd, eur, quote(3, 'GBP', [4300, 7740], { distanceInclude: 13.3 })))).toEqual(['distance'])
})

test('a description that names another number than the cut-off is worth a look', () => {
  const options = [{ cancellationPolicy: [{ ...policy, description: 'Bis 2 Tage vorher' }] }]
  expect(remarks(quoted(usd, eur, quote(3, 'GBP', [], { options })))).toEqual(['cutoff-described'])
})

test('a transfer that expires before it was created is worth a look', () => {
  const times = { utcCreatedAt: '2026-05-01T10:00:00Z', utcExpiresAt: '2001-05-01T10:00:00Z' }
  expect(observed('worth.expired-before-created', quoted(usd, quote(2, 'EUR', [], times), gbp))).toContain(
    'utcExpiresAt of a transfer is 2001-05-01T10:00:00Z, before its utcCreatedAt, 2026-05-01T10:00:00Z',
  )
  expect(observed('worth.expired-before-created', quoted(usd, eur, gbp))).toBe('')
})

/** A booking at these amounts, of one start. */
function booked(n: number, currency: string, retail: number, net: number, tax = 0): Answer {
  const pricing = { retail, net, currency, includedTaxes: [{ name: 'VAT', net: tax }] }
  return answer({ ...booking, pricing }, { n, input: { availabilityId: 'a' } })
}

test('taxes above the net amount, one net amount in two currencies, and the price of a moved booking are worth a look', () => {
  expect(observed('worth.taxes-above-net', { plain: booked(1, 'EUR', 1000, 800, 801) })).toBe(
    'the taxes of a booking add up to 801, and its net amount is 800',
  )
  const asked = [booked(1, 'EUR', 1000, 800), booked(2, 'USD', 1100, 800)].map((reserved) => ({ reserved }))
  expect(observed('worth.same-price-in-two-currencies', { asked })).toBe(
    'one start is booked at 1100, 800 net, in USD, and at 1000, 800 net, in EUR (request 1)',
  )
  const [before, read, probe] = [booked(1, 'EUR', 1000, 800), booked(3, 'EUR', 1000, 800), booked(4, 'EUR', 1500, 900)]
  expect(observed('worth.moved-price', { before, read, probe })).toBe(
    'a booking that was moved costs 1000, 800 net, in EUR, after 1000, 800 net, in EUR (request 1), and a new one there 1500, 900 net, in EUR (request 4)',
  )
  expect(observed('worth.moved-price', { before, read: probe, probe })).toBe('')
})
