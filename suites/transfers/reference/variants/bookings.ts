import { editBookingPricing } from '../edit.js'
import type { JsonObject } from '../json.js'
import type { Variant } from '../variant.js'

/** Other legal ways to show what a booking costs, and to refuse what is another's. */
export const bookingVariants: readonly Variant[] = [
  priced('booking-without-taxes', 'no tax is included in the price of a booking', (pricing) => {
    pricing['taxes'] = []
  }),
  priced('booking-taxes-are-names', 'the taxes of a booking are texts', (pricing) => {
    pricing['taxes'] = ['VAT', 'City tax']
  }),
  priced('booking-taxes-are-an-object', 'the taxes of a booking are an object by name', (pricing) => {
    pricing['taxes'] = { VAT: 120 }
  }),
  priced('booking-net-above-total', 'the net price of a booking is higher than its total', (pricing) => {
    pricing['net'] = Number(pricing['total']) + 500
  }),
  priced('booking-costs-nothing', 'bookings are free', (pricing) => {
    pricing['original'] = pricing['total'] = pricing['net'] = 0
  }),
  priced('booking-precision-not-shown', 'bookings do not show currencyPrecision', (pricing) => {
    delete pricing['currencyPrecision']
  }),
  {
    name: 'all-prices-equal',
    title: 'everything costs the same on each day',
    rules: (base) => ({ quote: (_name, _start, currency, ctx) => base.quote('everything', 0, currency, ctx) }),
  },
  {
    name: 'unknown-bookings-are-forbidden',
    title: "a booking that is another reseller's, or none, is refused with 403",
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        exchange.reply?.kind === 'refused' && exchange.reply.code === 'UNKNOWN_BOOKING'
          ? 403
          : base.refusalStatus(status, exchange),
    }),
  },
]

function priced(name: string, title: string, edit: (pricing: JsonObject) => void): Variant {
  return {
    name,
    title,
    rules: (base) => ({ afterReply: (reply, ctx) => editBookingPricing(base.afterReply(reply, ctx), edit) }),
  }
}
