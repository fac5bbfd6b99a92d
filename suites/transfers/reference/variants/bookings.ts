import type { Change, Variant } from '../change.js'
import { on, put, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { refusedFor, refusesWith } from '../changes/wires.js'
import { makes } from '../changes/writes.js'
import { isObject } from '../json.js'
import type { Price } from '../model.js'

/** Other legal ways to show what a booking costs, and to refuse what is another's. */
export const bookingVariants: readonly Variant[] = variants({
  'booking-without-taxes': ['no tax is included in the price of a booking', on().answers(put('/pricing/taxes', []))],
  'booking-taxes-all-of-the-net-amount': [
    'the net price of a booking is nothing but tax',
    on().answers(
      put('/pricing/taxes/*/net', (_was, _tax, { item: { pricing } }) =>
        isObject(pricing) ? pricing['net'] : undefined,
      ),
    ),
  ],
  'booking-taxes-in-percent': [
    'the taxes of a booking show percentages, where others show amounts',
    on().answers(put('/pricing/taxes/*/net', 19.5)),
  ],
  'booking-without-receipt-option': ['bookings do not show the receipt option', on().answers(without('/emailReceipt'))],
  'receipt-option-null-unless-asked-for': [
    'bookings show null for the receipt option unless it was true',
    on().answers(put('/emailReceipt', (was) => (was === true ? true : null))),
  ],
  'booking-taxes-are-an-object': [
    'the taxes of a booking are an object by name',
    on().answers(put('/pricing/taxes', { VAT: 120 })),
  ],
  'booking-net-above-total': [
    'the net price of a booking is higher than its total',
    on().answers(put('/pricing/net', (_net, { total }) => Number(total) + 500)),
  ],
  'booking-costs-nothing': [
    'bookings are free',
    on().answers(...['original', 'total', 'net'].map((name) => put(`/pricing/${name}`, 0)), put('/pricing/taxes', [])),
  ],
  'booking-precision-not-shown': [
    'bookings do not show currencyPrecision',
    on().answers(without('/pricing/currencyPrecision')),
  ],
  'all-prices-equal': [
    'everything costs the same on each day',
    rule('quote', (usual, _name, _start, currency, ctx) => usual('everything', 0, currency, ctx)),
  ],
  'unknown-bookings-are-forbidden': [
    "a booking that is another reseller's, or none, is refused with 403",
    refusesWith(403, refusedFor('UNKNOWN_BOOKING')),
  ],
})

const neverRefunded = { productId: 'prod-final', optionId: 'opt-final', defaultCurrency: 'EUR' }

/** Other legal ways to price, and to sort by price. */
export const amountVariants: readonly Variant[] = variants({
  'transfers-in-the-currency-of-the-account': [
    'transfers without a currency are all priced in EUR, the currency of the account',
    rule('currency', (usual, asked, option, ctx) =>
      usual(ctx.operation === 'transfers' ? (asked ?? 'EUR') : asked, option, ctx),
    ),
    { warns: ['4.1/currency-omitted-own-default'] },
  ],
  'never-refunded-with-and-without-a-currency': [
    'the profile books what is never refunded without a currency, and again in GBP, which its requests say by themselves',
    rules(() => ({})),
    { profile: { bookable: { late: [neverRefunded, { ...neverRefunded, reserve: { currency: 'GBP' } }] } } },
  ],
  'booking-taxes-null': [
    'no tax is included in the price of a booking, which shows null for them',
    on().answers(put('/pricing/taxes', null)),
  ],
  'booking-taxes-absent': [
    'no tax is included in the price of a booking, which does not mention any, and the profile says so',
    on().answers(without('/pricing/taxes')),
    { profile: { booking: { pricing: { taxes: null } } } },
  ],
  'taxes-are-price-objects': [
    'the amount of a tax is an object with the amount and its currency',
    together(
      on().answers(
        put('/pricing/taxes/*', (was, _taxes, { item }) => {
          const { name = null, net = null } = isObject(was) ? was : {}
          const { currency = null } = isObject(item['pricing']) ? item['pricing'] : {}
          return { name, price: { amount: net, currency } }
        }),
      ),
      on('transfers').answers(
        put('/options/*/pricing/includedTaxes/*/retail', (amount) => ({ amount })),
        put('/options/*/pricing/includedTaxes/*/net', (amount) => ({ amount })),
      ),
    ),
    { profile: { booking: { pricing: { taxAmount: '/price/amount' } } } },
  ],
  'same-numbers-in-every-currency': [
    'everything costs the same number in each of USD, EUR and GBP',
    rule('quote', (usual, name, start, currency, ctx) => ({
      ...usual(name, start, currency === 'JPY' ? currency : 'EUR', ctx),
      currency,
    })),
  ],
  'moved-bookings-keep-their-price': [
    'a booking that is moved to another start costs what it did',
    makes('update', (_made, { price }) => ({ price })),
  ],
  'minimum-fare': [
    'nothing costs less than 150 of any currency, taxes included, and the taxes are those of what it would cost',
    quoted((price) => ({
      ...price,
      original: Math.max(price.original, 15_000),
      total: Math.max(price.total, 15_000),
      net: Math.max(price.net, 15_000),
    })),
  ],
  'net-is-a-fixed-fee': ['the net amount is 12 of any currency', quoted((price) => ({ ...price, net: 1200 }))],
  'booking-precision-null': [
    'bookings show null for currencyPrecision',
    on().answers(put('/pricing/currencyPrecision', null)),
  ],
  'list-sorts-by-net': [
    'the list is sorted by the net amount, which is the higher, the lower the total is',
    rules((base) => ({
      quote: (name, start, currency, ctx) => {
        const price = base.quote(name, start, currency, ctx)
        // Far above any total, so that its taxes lie within it.
        return { ...price, net: 1_000_000 - price.total }
      },
      compare: (a, b, order, ctx) => {
        if (order.field !== 'price') return base.compare(a, b, order, ctx)
        const difference = ctx.rules.bookingPrice(a, ctx).net - ctx.rules.bookingPrice(b, ctx).net
        return (difference || a.serial - b.serial) * (order.descending ? -1 : 1)
      },
    })),
  ],
})

/** What is quoted and booked. */
function quoted(change: (price: Price) => Price): Change {
  return rule('quote', (usual, ...asked) => change(usual(...asked)))
}
