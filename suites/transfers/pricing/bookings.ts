import {
  answersBookings,
  askedForPricing,
  contract,
  currencyPrecision,
  describeValue,
  fail,
  failAt,
  inWords,
  isJsonObject,
  notApplicable,
  openSuite,
  ownFirst,
  pass,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, ShownBooking, Suite, Expected } from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/prices.js'

const suite: Suite = openSuite()
const { sweep } = suite

// The list is judged in its own chapter: it also holds bookings of which nobody knows whether they were made with prices.
for (const purpose of answersBookings.filter((each) => each !== 'list')) {
  const clause = `1.5/pricing-in-${purpose}`
  sweep({
    id: `pricing.in-${purpose}`,
    clause,
    title: `a booking answered to ${purpose} carries price data, where octo/pricing is asked for`,
    of: [purpose],
    ...(contract.clause(clause)?.optional !== undefined && { uses: [purpose] }),
    judge: (answer) => {
      if (!answer.accepted || !askedForPricing(answer.exchange) || madeWithoutPrices(answer)) return null
      const pricing = answer.read('pricing')
      if (isJsonObject(pricing) && Object.keys(pricing).length > 0) return pass
      return failAt(answer, '/pricing', {
        message: `The answer to ${purpose} carries no price data`,
        ...wants.fitting('pricing, an object with the price', { type: 'object' }),
      })
    },
  })
}

const integer = wants.fitting('an integer', { type: 'integer' })

const parts = [
  { field: 'total', clause: '2.5/pricing-total', what: 'the final price that the guest pays' },
  { field: 'net', clause: '2.5/pricing-net', what: 'the net amount' },
] as const

for (const { field, clause, what } of parts) {
  sweep({
    id: `pricing.booking-${field}`,
    clause,
    title: `the pricing of every booking shows ${what}`,
    of: answersBookings,
    judge: (answer) =>
      ofEach(answer, (booking) => {
        const value = booking.read(field)
        if (value !== undefined && value !== null) return null
        return finding(booking, field, `The pricing of the booking does not show ${what}`, { expected: what })
      }),
  })
}

sweep({
  id: 'pricing.booking-amounts-are-integers',
  clause: '8/booking-amounts-are-integers',
  title: 'total and net of every booking are integers, in the smallest unit',
  of: answersBookings,
  judge: (answer) =>
    ofEach(answer, (booking) => {
      for (const field of ['total', 'net'] as const) {
        const value = booking.read(field)
        if (value !== undefined && value !== null && !Number.isInteger(value))
          return finding(booking, field, `${field} is ${describeValue(value)}, which is no integer`, integer)
      }
      return null
    }),
})

sweep({
  id: 'pricing.booking-currency-precision',
  clause: '8/booking-currency-precision',
  title: 'currencyPrecision of a booking, where it is shown, is an integer',
  of: answersBookings,
  judge: (answer) =>
    ofEach(answer, (booking) => {
      const value = booking.read('currencyPrecision')
      if (value === undefined) return 'not shown'
      if (value === null) return 'none'
      if (Number.isInteger(value)) return null
      const message = `currencyPrecision is ${describeValue(value)}, which is no integer`
      return finding(booking, 'currencyPrecision', message, integer)
    }),
})

sweep({
  id: 'pricing.booking-precision-is-the-currencys',
  clause: '8/booking-precision-is-the-currencys',
  title: 'currencyPrecision of a booking is the number of decimal places of its currency, where both are shown',
  of: answersBookings,
  judge: (answer) =>
    ofEach(answer, (booking) => {
      const value = booking.read('currencyPrecision')
      const currency = booking.read('currency')
      const digits = typeof currency === 'string' ? currencyPrecision(currency) : undefined
      // What is no integer is the matter of the check above.
      if (value === null) return 'none'
      if (digits === undefined || !Number.isInteger(value)) return 'not shown'
      if (value === digits) return null
      const message = `currencyPrecision is ${inWords(value)}, but ${inWords(currency)} has ${digits} decimal places`
      return finding(booking, 'currencyPrecision', message, wants.value(digits))
    }),
})

/**
 * Judges each priced booking of an answer; null where the answer has none, or none that shows what is judged. What is shown as null
 * is shown to be none: then the clause does not apply.
 */
function ofEach(
  answer: Answer,
  judge: (booking: ShownBooking) => Finding | 'not shown' | 'none' | null,
): Judgement | null {
  if (!askedForPricing(answer.exchange)) return null
  const findings: Finding[] = []
  let judged = 0
  let none = 0
  for (const booking of ownFirst(answer.bookings)) {
    if (!isJsonObject(booking.read('pricing'))) continue
    const found = judge(booking)
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
  booking: ShownBooking,
  field: 'total' | 'net' | 'currencyPrecision',
  message: string,
  said: Expected,
): Finding {
  return booking.finding(field, { message, ...said, restsOn: [`booking.pricing.${field}`] })
}

export default suite
