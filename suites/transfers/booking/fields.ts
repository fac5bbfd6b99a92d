import {
  answersBookings,
  askedForPricing,
  contractFinding,
  fail,
  fieldChecks,
  openSuite,
  pass,
  type Suite,
} from '../vocabulary/index.js'
import { madeWithoutPrices } from './madeWithoutPrices.js'

const suite: Suite = openSuite()
const { sweep } = suite

// The minutes are a matter of the state: see minutes.ts. What the pricing of a booking must show stands in places that the profile
// names: see the pricing chapter.
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

export default suite
