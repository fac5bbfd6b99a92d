import {
  fail,
  isJsonObject,
  notApplicable,
  openSuite,
  pass,
  shownIn,
  unseen,
  type ShownBooking,
  type Suite,
} from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'

const suite: Suite = openSuite()
const { check } = suite

// That a booking has no taxes at all may be said by showing none: only another answer with some contradicts that.
check(reference, {
  id: 'pricing.booking-taxes',
  clause: '2.5/pricing-taxes',
  title: 'the pricing of a booking shows the taxes included in the net price, in each answer',
  uses: ['cancel', 'get'],
  judge: ({ cancel }, { profile }) => {
    if (cancel === null) return unseen('no booking could be confirmed')
    const { held, confirm, before, cancelled, read, listed } = cancel
    if (profile.booking.pricing.taxes === null)
      return notApplicable('the profile says that the bookings of this target show no taxes')
    const single = [held, confirm, before, cancelled, read].flatMap(({ bookings }) => bookings)
    const priced = [...single, shownIn(listed)].filter((each) => each !== null).filter(isPriced)
    const showing = priced.find((each) => isShown(each) && !isEmpty(each)) ?? priced.find(isShown)
    if (showing === undefined)
      return priced.some((each) => each.read('taxes') === null)
        ? notApplicable('the bookings of this target show null for the taxes: none are included')
        : unseen(
            'no answer shows taxes, of which there may be none',
            'declare booking.pricing.taxes: where they stand, or null if no taxes are included',
          )
    const findings = priced
      .filter((each) => !isShown(each) || contradicts(each, showing))
      .map((each) =>
        each.finding('taxes', {
          message: `${each.answer.exchange.purpose} shows no taxes of a booking, and ${showing.answer.exchange.purpose} does (exchange ${showing.answer.n})`,
          expected: 'the taxes included in the net price',
        }),
      )
    return findings.length === 0 ? pass : fail(...findings)
  },
})

/** No taxes in the net price, of which another answer shows that there are some. */
function contradicts(one: ShownBooking, showing: ShownBooking): boolean {
  if (!isEmpty(one) || isEmpty(showing)) return false
  const net = one.read('net')
  return net !== undefined && net === showing.read('net')
}

function isShown(booking: ShownBooking): boolean {
  return (booking.read('taxes') ?? null) !== null
}

function isEmpty(booking: ShownBooking): boolean {
  const taxes = booking.read('taxes')
  return Array.isArray(taxes) && taxes.length === 0
}

function isPriced(booking: ShownBooking): boolean {
  return isJsonObject(booking.read('pricing'))
}

export default suite
