import { on, put, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { makes } from '../changes/writes.js'
import { isObject } from '../json.js'
import type { Price } from '../model.js'
import type { Change } from '../change.js'
import type { Variant } from '../variant.js'

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
  'transfers-in-the-currency-of-the-last-option': [
    'transfers without a currency are all priced in GBP, the default currency of one of their options',
    rule('currency', (usual, asked, option, ctx) =>
      usual(ctx.operation === 'transfers' ? (asked ?? 'GBP') : asked, option, ctx),
    ),
    { warns: ['4.1/currency-omitted-own-default'] },
  ],
  'never-refunded-with-and-without-a-currency': [
    'the profile books what is never refunded without a currency, and again in GBP, which its requests say by themselves',
    rules(() => ({})),
    {
      profile: {
        bookable: {
          late: [neverRefunded, { ...neverRefunded, reserve: { currency: 'GBP' } }],
        },
      },
    },
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
  'one-option-has-one-price-point': [
    'one option costs the same number in each of USD, EUR and GBP, and the others do not',
    quoted((price, other) => ({ ...price, ...amountsOf(other('EUR')) }), 'FAMILY-VAN'),
  ],
  'one-option-is-free-in-pounds': [
    'one option costs nothing in GBP, and something in USD and EUR',
    quoted((price) => (price.currency === 'GBP' ? { ...price, total: 0, net: 0, taxes: [] } : price), 'FAMILY-VAN'),
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
  'toll-without-tax': [
    'a toll of 7 of any currency is in every price, and no tax is charged on it',
    quoted((price) => ({
      ...price,
      original: price.original + 700,
      total: price.total + 700,
      net: price.net + 700,
    })),
  ],
  'update-costs-a-fee-without-tax': [
    'each update that changes something costs two of its currency, and no tax is charged on that',
    makes('update', ({ price }) => ({ price: { ...price, total: price.total + 200, net: price.net + 200 } })),
    { warns: ['2.5/price-kept-by-update'] },
  ],
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

/** What is quoted and booked, of one option or of all, for which a price in another currency can be asked. */
function quoted(change: (price: Price, other: (currency: string) => Price) => Price, only?: string): Change {
  return rule('quote', (usual, name, start, currency, ctx) => {
    const price = usual(name, start, currency, ctx)
    return only === undefined || name === only ? change(price, (each) => usual(name, start, each, ctx)) : price
  })
}

function amountsOf({ original, total, net, taxes }: Price): Pick<Price, 'original' | 'total' | 'net' | 'taxes'> {
  return { original, total, net, taxes }
}
