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
import type { Expected, Json, ShownBooking, Suite } from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/prices.js'

const suite: Suite = openSuite()
const { sweep } = suite

// The list is judged in its own chapter: nobody knows whether all bookings in it were made with prices.
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

type PriceField = 'total' | 'net' | 'currencyPrecision'

/** The fault of a value of a booking; null: none, undefined: it says nothing of the matter. */
type Wrong = readonly [message: string, wanted: Expected] | null | undefined

interface Rule {
  readonly clause: string
  readonly title: string
  readonly fields: readonly PriceField[]
  readonly wrong: (value: Json | undefined, booking: ShownBooking, field: PriceField) => Wrong
}

const integer = wants.fitting('an integer', { type: 'integer' })

/** The rules for the price of a booking. Null may mean no decimal places: then their clauses do not apply. */
const rules: Readonly<Record<string, Rule>> = {
  total: shown('total', 'the final price that the guest pays'),
  net: shown('net', 'the net amount'),
  'amounts-are-integers': {
    clause: '8/booking-amounts-are-integers',
    title: 'total and net of every booking are integers, in the smallest unit',
    fields: ['total', 'net'],
    wrong: (value, _booking, field) =>
      (value ?? null) === null || Number.isInteger(value)
        ? null
        : [`${field} is ${describeValue(value)}, which is no integer`, integer],
  },
  'currency-precision': {
    clause: '8/booking-currency-precision',
    title: 'currencyPrecision of a booking, where it is shown, is an integer',
    fields: ['currencyPrecision'],
    wrong: (value) => {
      if ((value ?? null) === null) return undefined
      return Number.isInteger(value)
        ? null
        : [`currencyPrecision is ${describeValue(value)}, which is no integer`, integer]
    },
  },
  'precision-is-the-currencys': {
    clause: '8/booking-precision-is-the-currencys',
    title: 'currencyPrecision of a booking is the number of decimal places of its currency, where both are shown',
    fields: ['currencyPrecision'],
    wrong: (value, booking) => {
      const currency = booking.read('currency')
      const digits = typeof currency === 'string' ? currencyPrecision(currency) : undefined
      // What is no integer is the matter of the check above.
      if (digits === undefined || !Number.isInteger(value)) return undefined
      const message = `currencyPrecision is ${inWords(value)}, but ${inWords(currency)} has ${digits} decimal places`
      return value === digits ? null : [message, wants.value(digits)]
    },
  },
}

function shown(field: 'total' | 'net', what: string): Rule {
  return {
    clause: `2.5/pricing-${field}`,
    title: `the pricing of every booking shows ${what}`,
    fields: [field],
    wrong: (value) =>
      (value ?? null) === null ? [`The pricing of the booking does not show ${what}`, { expected: what }] : null,
  }
}

for (const [name, { clause, title, fields, wrong }] of Object.entries(rules))
  sweep({
    id: `pricing.booking-${name}`,
    clause,
    title,
    of: answersBookings,
    judge: (answer) => {
      const priced = ownFirst(answer.bookings).filter((booking) => isJsonObject(booking.read('pricing')))
      if (!askedForPricing(answer.exchange) || priced.length === 0) return null
      const judged = priced.flatMap((booking) =>
        fields.map((field) => ({ booking, field, said: wrong(booking.read(field), booking, field) })),
      )
      const findings = judged.flatMap(({ booking, field, said }) =>
        said ? [booking.finding(field, { message: said[0], ...said[1], restsOn: [`booking.pricing.${field}`] })] : [],
      )
      if (findings.length > 0) return fail(...findings.slice(0, 5))
      if (judged.some(({ said }) => said === null)) return pass
      const isNone = judged.some(({ booking, field }) => booking.read(field) === null)
      return isNone ? notApplicable('the bookings of this target show null for it') : null
    },
  })

export default suite
