import type { ProductOption } from '../catalog.js'
import type { Break, Change } from '../change.js'
import { variants } from '../changes/rows.js'
import { refuses, is } from '../changes/inputs.js'
import { add, on } from '../changes/on.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import type { Price } from '../model.js'
import type { Variant } from '../variant.js'

const ride: ProductOption = {
  productId: 'prod-quoted',
  optionId: '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701',
  defaultCurrency: 'EUR',
  departs: 'daily',
  type: 'product',
  cutOffHours: 24,
}
const flat: ProductOption = { ...ride, optionId: 'STANDARD-SEDAN' }
const halfDay = 43_200_000

const profile = {
  bookable: {
    standard: { productId: ride.productId, optionId: ride.optionId, defaultCurrency: ride.defaultCurrency },
  },
}

/** The first option of a transfer is booked by its id, and costs what a transfer quotes where it starts before noon, whichever the day. */
const booked: Break = seen(
  'transfers',
  '/options/*/id',
  rules((base) => ({
    option: (productId, optionId, ctx) =>
      productId === ride.productId && optionId === ride.optionId ? ride : base.option(productId, optionId, ctx),
    slot: (availabilityId, ctx) => {
      const [, optionId, text = ''] = /^([0-9a-f-]{36})_([0-9TZ:-]{17})$/.exec(availabilityId) ?? []
      return optionId === ride.optionId
        ? { productId: ride.productId, optionId, availabilityId, start: Date.parse(text) }
        : base.slot(availabilityId, ctx)
    },
    quote: (name, start, currency, ctx) =>
      base.quote(
        name,
        name === ride.optionId ? Math.floor((start % (2 * halfDay)) / halfDay) * halfDay : start,
        currency,
        ctx,
      ),
    showOption: (option, position, number, price, ctx) => {
      if (position !== 0) return base.showOption(option, position, number, price, ctx)
      const quoted = price && ctx.rules.quote(ride.optionId, 0, price.currency, ctx)
      return { ...base.showOption(option, position, number, quoted, ctx), id: ride.optionId }
    },
  })),
)

/** What the profile has for the standard bookable is an option that transfers quote. */
export const quotedStandardVariants: readonly Variant[] = variants({
  'standard-is-what-is-quoted': [
    'the first option of a transfer is booked by its id, at the price that is quoted',
    booked,
    { profile },
  ],
  'booked-for-less-than-quoted': [
    'the first option of a transfer is booked by its id, at a twentieth less than is quoted, with the net amount that is quoted',
    together(
      booked,
      rule('quote', (usual, name, start, currency, ctx) => {
        const price = usual(name, start, currency, ctx)
        return ctx.operation === 'transfers' ? price : { ...price, total: Math.round(price.total * 0.95) }
      }),
    ),
    { profile },
  ],
  'other-product-of-a-quoted-id-is-sold-in-euros': [
    'another product than the ride that is quoted has an option of the same id, which is booked in EUR alone',
    together(
      booked,
      on('transfers').answers(add('/productId', 'prod-ride')),
      refuses('reserve', 'currency', is('USD', 'GBP')),
    ),
    { profile },
  ],
  'quoted-id-is-that-of-two-products': [
    'two products have an option of the id that is quoted; what is booked is the one that is sold in EUR alone, and what was sold out the other',
    together(
      booked,
      rules((base) => ({
        option: (productId, optionId, ctx) =>
          productId === 'prod-ride' && optionId === ride.optionId
            ? { ...ride, productId }
            : base.option(productId, optionId, ctx),
        slot: (availabilityId, ctx) => {
          const slot = base.slot(availabilityId, ctx)
          const { productId } = ctx.call.input
          return slot?.optionId === ride.optionId && productId === 'prod-ride' ? { ...slot, productId } : slot
        },
        acceptsCurrency: (value, ctx) =>
          base.acceptsCurrency(value, ctx) &&
          (ctx.operation !== 'reserve' || ctx.call.input.productId !== ride.productId || !is('USD', 'GBP')(value)),
      })),
    ),
    {
      profile: {
        bookable: {
          ...profile.bookable,
          soldOut: { productId: 'prod-ride', optionId: ride.optionId, defaultCurrency: 'EUR' },
        },
      },
    },
  ],
  'booked-free-of-tax': [
    'the first option of a transfer is booked by its id, at the price that is quoted less its tax, and without tax',
    together(
      booked,
      lessItsTax(() => []),
    ),
    { profile },
  ],
  'booked-at-no-rate-of-tax': [
    'the first option of a transfer is booked by its id, at the price that is quoted less its tax, and with taxes of nothing',
    together(
      booked,
      lessItsTax((taxes) => taxes.map((each) => ({ ...each, original: 0, retail: 0, net: 0 }))),
    ),
    { profile },
  ],
  'a-flat-rate-of-the-quoted-class': [
    'what is booked is called as the class of a vehicle that is quoted, and costs the same number in each currency; rides of the class do not',
    rules((base) => ({
      option: (productId, optionId, ctx) =>
        productId === flat.productId && optionId === flat.optionId ? flat : base.option(productId, optionId, ctx),
      slot: (availabilityId, ctx) => {
        const [, text = ''] = /^STANDARD-SEDAN_([0-9TZ:-]{17})$/.exec(availabilityId) ?? []
        return text === ''
          ? base.slot(availabilityId, ctx)
          : { productId: flat.productId, optionId: flat.optionId, availabilityId, start: Date.parse(text) }
      },
      quote: (name, start, currency, ctx) =>
        name === flat.optionId && ctx.operation !== 'transfers'
          ? { ...base.quote(name, start, 'EUR', ctx), currency }
          : base.quote(name, start, currency, ctx),
    })),
    {
      profile: {
        bookable: { standard: { productId: flat.productId, optionId: flat.optionId, defaultCurrency: 'EUR' } },
      },
    },
  ],
})

/** What transfers quote is booked for less, by the tax in it; `shown`: the taxes that the booking has then. */
function lessItsTax(shown: (taxes: Price['taxes']) => Price['taxes']): Change {
  return rule('quote', (usual, name, start, currency, ctx) => {
    const quoted = usual(name, start, currency, ctx)
    if (ctx.operation === 'transfers') return quoted
    const { taxes, total, original } = quoted
    const tax = taxes.reduce((sum, { retail }) => sum + retail, 0)
    return { ...quoted, total: total - tax, original: original - tax, taxes: shown(taxes) }
  })
}
