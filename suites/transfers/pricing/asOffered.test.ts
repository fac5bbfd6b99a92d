import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Exchange, Json } from '../../../src/suite/index.js'
import { bookingPointer } from '../bookingFields.js'
import { judgeCourse } from '../judge.test.data.js'
import type { TransferProfile } from '../transferProfile.js'

const taxed: TransferProfile = {
  ...profile,
  booking: { ...profile.booking, pricing: { ...profile.booking.pricing, taxAmount: '/net' } },
}
const members = (field: 'total' | 'taxes'): string => (bookingPointer(profile, field) ?? '').split('/').at(-1) ?? ''

let starts = 0

/** What the availability check says of one start, and the booking of it. */
function booked(pricing: Json, own: Readonly<Record<string, Json>>, more: Partial<Exchange> = {}): readonly Answer[] {
  starts += 1
  const availabilityId = `start-${starts}`
  const headers = { 'Octo-Capabilities': 'octo/pricing' }
  const request = { method: 'POST', url: 'http://127.0.0.1:1/bookings', headers }
  const input = { availabilityId, idempotencyKey: `key-${starts}` }
  return [
    answer([{ id: availabilityId, vacancies: 8, pricing }], { purpose: 'availability' }, 200, taxed),
    answer(
      { ...booking, uuid: `b-${starts}`, pricing: own },
      { purpose: 'reserve', request, input, ...more },
      200,
      taxed,
    ),
  ]
}

const outcome = (what: string, ...pairs: readonly (readonly Answer[])[]): string | undefined =>
  judgeCourse(`pricing.booking-${what}-offered`, pairs.flat(), taxed)?.outcome

const kwd = { currency: 'KWD', currencyPrecision: 3 }
const inKwd = (total: number, net: number, precision = 3): Readonly<Record<string, Json>> => ({
  [members('total')]: total,
  net,
  [members('taxes')]: [],
  currency: 'KWD',
  currencyPrecision: precision,
})
const unit = (pricing: Json, own: Readonly<Record<string, Json>>): string | undefined =>
  outcome('in-the-unit', booked(pricing, own))

test('a booking in dinars that is a tenth of what was shown of it, however it was rounded, fails', () => {
  expect(unit({ retail: 66_809, net: 53_447, ...kwd }, inKwd(6680, 5344))).toBe('fail')
  expect(unit({ retail: 66_809, net: 53_447, ...kwd }, inKwd(6681, 5345))).toBe('fail')
  expect(unit({ total: { amount: 66_809 }, ...kwd }, inKwd(6681, 5345))).toBe('fail')
  expect(unit({ retail: 66_809, net: 53_447, ...kwd }, inKwd(66_809, 53_447))).toBe('pass')
})

test('a tenth by another reckoning, of another currency, of a part or of decimal numbers is no tenth', () => {
  for (const shown of [
    { retail: 66_809, net: 9000, ...kwd },
    { retail: 66_809, net: 53_447, currency: 'EUR' },
    { retail: 66_809, net: 53_447 },
    { retail: 66_809, currency: 'KWD', currencyPrecision: 4 },
    { retail: 66.809, net: 53.447, ...kwd },
    { original: 66_809, ...kwd },
    { deposit: { amount: 66_809 }, ...kwd },
    { includedTaxes: [{ retail: 66_809 }], ...kwd },
    { retail: 66_809, fromPrice: 6680, ...kwd },
    'a price',
    null,
  ])
    expect(unit(shown, inKwd(6680, 5344)), JSON.stringify(shown)).toBe('untested')
})

test('hundredths that are told as such are another precision, and no other price', () => {
  expect(unit({ retail: 66_809, net: 53_447, ...kwd }, inKwd(6680, 5344, 2))).toBe('untested')
})

test('where another booking in the currency costs what was shown, prices move', () => {
  const right = booked({ retail: 8000, ...kwd }, inKwd(8000, 7000))
  const tenth = booked({ retail: 66_809, ...kwd }, inKwd(6680, 5344))
  expect(outcome('in-the-unit', right, tenth)).toBe('pass')
})

const eur = { currency: 'EUR', currencyPrecision: 2 }
const inEur = (total: number, net: number, tax: number): Readonly<Record<string, Json>> => ({
  [members('total')]: total,
  net,
  [members('taxes')]: [{ name: 'VAT', net: tax }],
  ...eur,
})
const shownIn = (retail: number, tax: number): Json => ({
  retail,
  includedTaxes: [{ retail: tax, percent: 5 }],
  ...eur,
})

test('bookings that lack the tax of what was shown, or that which they show, fail', () => {
  const ofPrice = [booked(shownIn(1100, 100), inEur(1000, 900, 80)), booked(shownIn(2200, 200), inEur(2000, 1800, 160))]
  const ofNet = [booked(shownIn(1100, 100), inEur(1020, 900, 80)), booked(shownIn(2200, 200), inEur(2040, 1800, 160))]
  expect(outcome('with-the-tax', ...ofPrice)).toBe('fail')
  expect(outcome('with-the-tax', ...ofNet)).toBe('fail')
})

test('one price that moved by the tax, or several of which one did, lack none', () => {
  const moved = booked(shownIn(1100, 100), inEur(1000, 900, 80))
  expect(outcome('with-the-tax', moved)).toBe('untested')
  expect(outcome('with-the-tax', moved, booked(shownIn(2200, 200), inEur(2100, 1800, 160)))).toBe('untested')
  expect(outcome('with-the-tax', moved, booked(shownIn(2200, 200), inEur(2020, 1800, 160)))).toBe('untested')
  expect(outcome('with-the-tax', moved, booked(shownIn(2200, 200), inEur(2200, 1800, 160)))).toBe('pass')
})

test('a booking that shows no tax lacks none, nor one whose availability showed what it costs before tax', () => {
  const untaxed = [booked(shownIn(1100, 100), inEur(1000, 900, 0)), booked(shownIn(2200, 200), inEur(2000, 1800, 0))]
  expect(outcome('with-the-tax', ...untaxed)).toBe('untested')
  const before = (price: number): Json => ({ price, ...eur })
  const onTop = [booked(before(1000), inEur(1100, 900, 100)), booked(before(2000), inEur(2200, 1800, 200))]
  expect(outcome('with-the-tax', ...onTop)).toBe('untested')
})

test('a price shown to somebody else, or that was not seen whole, is not compared', () => {
  const other = booked({ retail: 66_809, ...kwd }, inKwd(6680, 5344), { as: 'other' })
  expect(outcome('in-the-unit', other)).toBe('untested')
  const long = { retail: 66_809, ...kwd, seats: Array.from({ length: 600 }, (_, seat) => seat) }
  expect(unit(long, inKwd(6680, 5344))).toBe('untested')
  let deep: Json = { retail: 66_809, ...kwd }
  for (let depth = 0; depth < 5000; depth += 1) deep = { deep }
  expect(unit(deep, inKwd(6680, 5344))).toBe('untested')
})

test('where no booking is in a currency without cents, that is why nothing is said of its unit', () => {
  const inEuros = booked({ retail: 6680, net: 5344, currency: 'EUR', currencyPrecision: 2 }, inKwd(6680, 5344, 2))
  expect(judgeCourse('pricing.booking-in-the-unit-offered', inEuros, taxed)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('in a currency without cents') as string,
  })
})
