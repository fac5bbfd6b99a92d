import {
  askedForPricing,
  contractErrors,
  contractFinding,
  fail,
  fieldChecks,
  openSuite,
  pass,
  type Suite,
} from '../vocabulary/index.js'
import { madeWithoutPrices } from './madeWithoutPrices.js'
import { bookingPurposes } from './purposes.js'

const suite: Suite = openSuite()
const { sweep } = suite

// What the pricing of a booking must show stands in places that the profile names: see the pricing chapter.
fieldChecks(suite, 'booking', 'Booking', bookingPurposes, [
  '2.5/pricing',
  '2.5/pricing-total',
  '2.5/pricing-net',
  '2.5/pricing-taxes',
  '8/booking-currency-precision',
])

sweep({
  id: 'booking.minutes-in-range',
  clause: '2.5/expiration-minutes-in-range',
  title: 'expirationMinutes lies in 20 to 200 in every booking that is answered or listed',
  of: bookingPurposes,
  judge: (answer) => {
    const bookings = answer.exchange.purpose === 'list' ? answer.items : [answer.json]
    if (!answer.accepted || bookings.length === 0) return null
    const errors = contractErrors(answer).filter((error) => error.clause === '2.5/expiration-minutes-in-range')
    return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
  },
})

sweep({
  id: 'booking.field-pricing',
  clause: '2.5/pricing',
  title: 'a booking has pricing, an object, where octo/pricing is asked for',
  of: bookingPurposes,
  judge: (answer) => {
    if (!answer.accepted || !askedForPricing(answer.exchange) || madeWithoutPrices(answer)) return null
    const listed = answer.exchange.purpose === 'list'
    const errors = contractErrors(answer).filter(
      (error) =>
        error.clause === '2.5/pricing' &&
        // A list also holds bookings that somebody made without prices: there, only what is shown is judged.
        (!listed || error.received !== undefined),
    )
    if (errors.length > 0) return fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
    return listed && answer.items.length === 0 ? null : pass
  },
})

export default suite
