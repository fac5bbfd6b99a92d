import { editBookingPricing } from '../edit.js'
import type { Variant } from '../variant.js'

/** Other legal ways to price, and to sort by price. */
export const amountVariants: readonly Variant[] = [
  {
    name: 'transfers-in-the-currency-of-the-account',
    title: 'transfers without a currency are all priced in EUR, the currency of the account',
    warns: ['4.1/currency-omitted-own-default'],
    rules: (base) => ({
      currency: (asked, option, ctx) =>
        base.currency(ctx.operation === 'transfers' ? (asked ?? 'EUR') : asked, option, ctx),
    }),
  },
  {
    name: 'booking-taxes-null',
    title: 'no tax is included in the price of a booking, which shows null for them',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          pricing['taxes'] = null
        }),
    }),
  },
  {
    name: 'booking-taxes-absent',
    title: 'no tax is included in the price of a booking, which does not mention any, and the profile says so',
    profile: { booking: { pricing: { taxes: null } } },
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          delete pricing['taxes']
        }),
    }),
  },
  {
    name: 'booking-precision-null',
    title: 'bookings show null for currencyPrecision',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          pricing['currencyPrecision'] = null
        }),
    }),
  },
  {
    name: 'list-sorts-by-net',
    title: 'the list is sorted by the net amount, which is the higher, the lower the total is',
    rules: (base) => ({
      quote: (name, start, currency, ctx) => {
        const price = base.quote(name, start, currency, ctx)
        return { ...price, net: 200_000 - price.total }
      },
      compare: (a, b, order, ctx) => {
        if (order.field !== 'price') return base.compare(a, b, order, ctx)
        const difference = ctx.rules.bookingPrice(a, ctx).net - ctx.rules.bookingPrice(b, ctx).net
        return (difference || a.serial - b.serial) * (order.descending ? -1 : 1)
      },
    }),
  },
]
