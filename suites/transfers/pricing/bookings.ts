import {
  askedForPricing,
  bookingPointer,
  currencyPrecision,
  describeValue,
  fail,
  inWords,
  notApplicable,
  openSuite,
  pass,
  readBooking,
  type Answer,
  type BookingField,
  type Finding,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/madeWithoutPrices.js'
import { bookingPurposes } from '../booking/purposes.js'
import { sumOfTaxes } from '../booking/sumOfTaxes.js'

const suite: Suite = openSuite()
const { sweep } = suite

const optional = { extend: true, update: true, cancel: true } as const

// The list is judged in its own chapter: it also holds bookings of which nobody knows whether they were made with prices.
for (const purpose of bookingPurposes.filter((each) => each !== 'list')) {
  sweep({
    id: `pricing.in-${purpose}`,
    clause: `1.5/pricing-in-${purpose}`,
    title: `a booking answered to ${purpose} carries price data, where octo/pricing is asked for`,
    of: [purpose],
    ...(Object.hasOwn(optional, purpose) && { uses: [purpose] }),
    judge: (answer) => {
      if (!answer.accepted || !askedForPricing(answer.exchange) || madeWithoutPrices(answer)) return null
      const pricing = answer.read('pricing')
      if (isObject(pricing) && Object.keys(pricing).length > 0) return pass
      return fail({
        message: `The answer to ${purpose} carries no price data`,
        expected: 'pricing, an object with the price',
        received: pricing ?? null,
        exchange: answer.n,
        pointer: '/pricing',
      })
    },
  })
}

const parts = [
  { field: 'total', clause: '2.5/pricing-total', what: 'the final price that the guest pays' },
  { field: 'net', clause: '2.5/pricing-net', what: 'the net amount' },
] as const

for (const { field, clause, what } of parts) {
  sweep({
    id: `pricing.booking-${field}`,
    clause,
    title: `the pricing of every booking shows ${what}`,
    of: bookingPurposes,
    judge: (answer) =>
      ofEach(answer, (booking, at) => {
        const value = readBooking(answer.profile, booking, field)
        if (value !== undefined && value !== null) return null
        return finding(answer, at, field, `The pricing of the booking does not show ${what}`, what, value)
      }),
  })
}

sweep({
  id: 'pricing.booking-amounts-are-integers',
  clause: '8/booking-amounts-are-integers',
  title: 'total and net of every booking are integers, in the smallest unit',
  of: bookingPurposes,
  judge: (answer) =>
    ofEach(answer, (booking, at) => {
      for (const field of ['total', 'net'] as const) {
        const value = readBooking(answer.profile, booking, field)
        if (value !== undefined && value !== null && !Number.isInteger(value))
          return finding(
            answer,
            at,
            field,
            `${field} is ${describeValue(value)}, which is no integer`,
            'an integer',
            value,
          )
      }
      return null
    }),
})

sweep({
  id: 'pricing.booking-currency-precision',
  clause: '8/booking-currency-precision',
  title: 'currencyPrecision of a booking, where it is shown, is an integer',
  of: bookingPurposes,
  judge: (answer) =>
    ofEach(answer, (booking, at) => {
      const value = readBooking(answer.profile, booking, 'currencyPrecision')
      if (value === undefined) return 'not shown'
      if (value === null) return 'none'
      if (Number.isInteger(value)) return null
      const message = `currencyPrecision is ${describeValue(value)}, which is no integer`
      return finding(answer, at, 'currencyPrecision', message, 'an integer', value)
    }),
})

sweep({
  id: 'pricing.booking-precision-is-the-currencys',
  clause: '8/booking-precision-is-the-currencys',
  title: 'currencyPrecision of a booking is the number of decimal places of its currency, where both are shown',
  of: bookingPurposes,
  judge: (answer) =>
    ofEach(answer, (booking, at) => {
      const value = readBooking(answer.profile, booking, 'currencyPrecision')
      const currency = readBooking(answer.profile, booking, 'currency')
      const digits = typeof currency === 'string' ? currencyPrecision(currency) : undefined
      // What is no integer is the matter of the check above.
      if (value === null) return 'none'
      if (digits === undefined || !Number.isInteger(value)) return 'not shown'
      if (value === digits) return null
      const message = `currencyPrecision is ${inWords(value)}, but ${inWords(currency)} has ${digits} decimal places`
      return finding(answer, at, 'currencyPrecision', message, String(digits), value)
    }),
})

sweep({
  id: 'pricing.booking-taxes-within-net',
  clause: '2.5/taxes-within-net',
  title: 'the taxes included in the net price of a booking are no more than that',
  of: bookingPurposes,
  judge: (answer) =>
    ofEach(answer, (booking, at) => {
      const net = readBooking(answer.profile, booking, 'net')
      const sum = sumOfTaxes(answer.profile, booking)
      if (sum === null || typeof net !== 'number' || net < 0) return 'not shown'
      if (sum <= net) return null
      return {
        message: `The taxes of the booking add up to ${sum}, and its net amount is ${net}`,
        expected: `at most ${net}`,
        received: sum,
        exchange: answer.n,
        pointer: `${at}${bookingPointer(answer.profile, 'taxes') ?? ''}`,
        restsOn: ['booking.pricing.taxes', 'booking.pricing.taxAmount', 'booking.pricing.net'],
      }
    }),
})

/**
 * Judges each priced booking of an answer; null where the answer has none, or none that shows what is judged. What is shown as null
 * is shown to be none: then the clause does not apply.
 */
function ofEach(
  answer: Answer,
  judge: (booking: Json, at: string) => Finding | 'not shown' | 'none' | null,
): Judgement | null {
  if (!answer.accepted || !askedForPricing(answer.exchange)) return null
  const bookings: (readonly [Json | undefined, string])[] =
    answer.exchange.purpose === 'list'
      ? answer.items.map((item, index) => [item, `${answer.itemsPointer}/${index}`])
      : [[answer.json, '']]
  const findings: Finding[] = []
  let judged = 0
  let none = 0
  for (const [booking, at] of bookings) {
    if (booking === undefined || !isObject(readBooking(answer.profile, booking, 'pricing'))) continue
    const found = judge(booking, at)
    if (found === 'none') none += 1
    if (found === 'not shown' || found === 'none') continue
    judged += 1
    if (found !== null && findings.length < 5) findings.push(found)
  }
  if (findings.length > 0) return fail(...findings)
  if (judged > 0) return pass
  return none > 0 ? notApplicable('the bookings of this target show null for it') : null
}

function finding(
  answer: Answer,
  at: string,
  field: Extract<BookingField, 'total' | 'net' | 'currencyPrecision'>,
  message: string,
  expected: string,
  received: Json | undefined,
): Finding {
  return {
    message,
    expected,
    received: received ?? null,
    exchange: answer.n,
    pointer: `${at}${bookingPointer(answer.profile, field) ?? ''}`,
    restsOn: [`booking.pricing.${field}`],
  }
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export default suite
