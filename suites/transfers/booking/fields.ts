import {
  answersBookings,
  askedForPricing,
  contractFinding,
  fail,
  fieldChecks,
  openSuite,
  pass,
  readPointer,
} from '../vocabulary/index.js'
import type { Suite, Json } from '../vocabulary/index.js'
import { madeWithoutPrices } from './prices.js'

const suite: Suite = openSuite()
const { sweep } = suite

// The minutes depend on the state: they are judged below. The pricing chapter judges the places that the profile names
// for the pricing of a booking.
fieldChecks(suite, 'booking', 'Booking', answersBookings, [
  '2.5/expiration-minutes',
  '2.5/pricing',
  '2.5/pricing-total',
  '2.5/pricing-net',
  '2.5/pricing-taxes',
  '8/booking-currency-precision',
])

sweep({
  id: 'booking.field-pricing',
  clause: '2.5/pricing',
  title: 'a booking has pricing, an object, where octo/pricing is asked for',
  of: answersBookings,
  judge: (answer) => {
    if (!answer.accepted || !askedForPricing(answer.exchange) || madeWithoutPrices(answer)) return null
    const listed = answer.exchange.purpose === 'list'
    const errors = answer.contractErrors.filter(
      (error) =>
        error.clause === '2.5/pricing' &&
        // A list also holds bookings that somebody made without prices: there, only what is shown is judged.
        (!listed || error.received !== undefined),
    )
    if (errors.length > 0) return fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
    return listed && answer.items.length === 0 ? null : pass
  },
})

const [minutes, inRange] = ['2.5/expiration-minutes', '2.5/expiration-minutes-in-range']

for (const { id, clause, title, ofHolds, broken } of [
  {
    id: 'booking.field-expiration-minutes',
    clause: minutes,
    title: 'a booking ON_HOLD has expirationMinutes, an integer',
    ofHolds: true,
    broken: [minutes],
  },
  {
    id: 'booking.minutes-in-range',
    clause: inRange,
    title: 'expirationMinutes lies in 20 to 200 in every booking ON_HOLD that is answered or listed',
    ofHolds: true,
    broken: [inRange],
  },
  // A booking that is no hold any more has no hold time: showing its former one is usual, and no more.
  {
    id: 'booking.minutes-after-hold',
    clause: '2.5/expiration-minutes-after-hold',
    title: 'a booking that is no hold any more still shows the expirationMinutes that it had',
    ofHolds: false,
    broken: [minutes, inRange],
  },
])
  sweep({
    id,
    clause,
    title,
    of: answersBookings,
    judge: (answer) => {
      const isMeant = (booking: Json): boolean => (readPointer<Json>(booking, '/status') === 'ON_HOLD') === ofHolds
      if (!answer.bookings.some(({ json }) => isMeant(json))) return null
      const errors = answer.contractErrors.filter(
        (error) => broken.includes(error.clause ?? '') && isMeant(answer.bookingAt(error.pointer)?.json ?? null),
      )
      return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
    },
  })

export default suite
