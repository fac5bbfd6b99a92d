import { currencies } from '../catalog.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Booking, Price } from '../model.js'

/** What things cost and when that is shown (sections 2.4, 2.5, 4.1, 4.2). Amounts are in minor units. */
export interface PriceRules {
  /** The currencies that can be asked for. */
  availableCurrencies(ctx: Context): readonly string[]
  acceptsCurrency(value: unknown, ctx: Context): boolean
  /** The currency that applies: the one asked for (accepted already), or that of the option (a vehicle or a product's). */
  currency(asked: unknown, option: { readonly defaultCurrency: string }, ctx: Context): string
  /** Number of decimals of a currency. */
  precision(currency: string, ctx: Context): number
  /** The price of something (its name) that starts at a time. Prices change by day and by start time (1.6). */
  quote(name: string, start: number, currency: string, ctx: Context): Price
  /** Is price data part of the answer? */
  showsPrices(ctx: Context): boolean
  /** The price that a booking shows. */
  bookingPrice(booking: Booking, ctx: Context): Price
  /** `pricing` of a transfer option, in the documents' names. */
  showOptionPricing(price: Price, ctx: Context): JsonObject
  /** `pricing` of a booking, in the service's own names. */
  showBookingPricing(price: Price, ctx: Context): JsonObject
}

const halfDay = 43_200_000
/** Of the minor unit: a yen has none. */
const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.08, GBP: 0.86, JPY: 1.6 }
/** Prices next to each other in time differ in their number of digits, so that order by number and order by text differ too. */
const bands = [
  [10_500, 89_000],
  [6_450, 8_950],
  [118_000, 139_000],
] as const

export const priceRules: PriceRules = {
  availableCurrencies: () => currencies,
  acceptsCurrency: (value, ctx) => typeof value === 'string' && ctx.rules.availableCurrencies(ctx).includes(value),
  currency: (asked, option) => (typeof asked === 'string' ? asked : option.defaultCurrency),
  precision: (currency) => (currency === 'JPY' ? 0 : 2),
  quote: (name, start, currency, ctx) => {
    const period = Math.floor(start / halfDay)
    const [low, high] = bands[((period % 3) + 3) % 3] ?? bands[0]
    const euros = low + Math.floor(((high - low) / 50) * ctx.random('price', name, start)) * 50
    const total = Math.round(euros * (rates[currency] ?? 1))
    const original = ctx.random('discount', name, start) < 0.5 ? total : Math.round(total * 1.15)
    const net = Math.round(total * 0.82)
    const share = (amount: number): number => Math.round(amount / 11)
    return {
      original,
      total,
      net,
      currency,
      currencyPrecision: ctx.rules.precision(currency, ctx),
      taxes: [{ name: 'VAT 10 %', original: share(original), retail: share(total), net: share(net) }],
    }
  },
  showsPrices: ({ capabilities }) => capabilities.includes('octo/pricing'),
  bookingPrice: (booking) => booking.price,
  showOptionPricing: ({ total, taxes, ...price }) => ({
    ...price,
    retail: total,
    includedTaxes: taxes.map((tax) => ({ ...tax })),
  }),
  showBookingPricing: ({ taxes, ...price }) => ({ ...price, taxes: taxes.map((tax) => ({ ...tax })) }),
}
