import { answersBookings } from '../../operations.js'
import type { ProductOption } from '../catalog.js'
import type { Break, Variant } from '../change.js'
import { is, refuses } from '../changes/inputs.js'
import { add, on, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { sendsHeaders } from '../changes/wires.js'
import { textOf } from '../json.js'

const always = (): boolean => true
const currencies = ['USD', 'EUR', 'GBP']

/** Other legal ways with the pricing capability (sections 5 and 9). */
export const capabilityVariants: readonly Variant[] = variants({
  'unknown-capabilities-refused': [
    'a call that asks for a capability that is not known is refused',
    rule('refusesCapabilities', (usual, ctx) => {
      const names = (ctx.call.capabilityHeader?.value ?? 'octo/pricing').split(',').map((name) => name.trim())
      return names.some((name) => name !== 'octo/pricing') || usual(ctx)
    }),
  ],
  'capabilities-never-echoed': [
    'answers do not say which capabilities are in force',
    sendsHeaders(always, () => ({ 'octo-capabilities': undefined })),
    { warns: ['5/capability-echoed'] },
  ],
  'capabilities-echoed-among-others': [
    'answers name all capabilities that the service has, in another order and spacing',
    sendsHeaders(always, () => ({ 'octo-capabilities': 'octo/content,octo/pricing ,octo/webhooks' })),
  ],
  'capability-list-spaces-matter': [
    'a capability with spaces around it is not recognised',
    rule('capabilities', (_usual, { capabilityHeader }) =>
      (capabilityHeader?.value ?? '').split(',').includes('octo/pricing') ? ['octo/pricing'] : [],
    ),
    { warns: ['5/capability-list-spacing'] },
  ],
  'currencies-in-base-transfers': [
    'options name their currencies without the capability too',
    on('transfers').answers(
      add('/options/*/defaultCurrency', 'EUR'),
      add('/options/*/availableCurrencies', currencies),
    ),
    { warns: ['9/no-currencies-without-capability'] },
  ],
  'pricing-null-without-capability': [
    'without the capability, pricing is there and null',
    together(
      on('transfers', ...answersBookings).answers(add('/pricing', null, ({ ctx }) => !ctx.rules.showsPrices(ctx))),
      on('transfers').answers(add('/options/*/pricing', null)),
    ),
  ],
  'unpriced-bookings-stay-unpriced': [
    'a booking that was reserved without the capability never carries prices',
    on().answers(
      without('/pricing', ({ item, ctx, reply }) => {
        const key = `unpriced-bookings-stay-unpriced ${ctx.reseller ?? ''} ${textOf(item['id'])}`
        if (reply.kind === 'booking' && reply.created && item['pricing'] === undefined) ctx.state.memory.set(key, true)
        return ctx.state.memory.has(key)
      }),
    ),
  ],
})

const ride: ProductOption = {
  productId: 'prod-quoted',
  optionId: '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701',
  defaultCurrency: 'EUR',
  departs: 'daily',
  type: 'product',
  cutOffHours: 24,
}
const halfDay = 43_200_000

const profile = {
  bookable: { standard: { productId: ride.productId, optionId: ride.optionId, defaultCurrency: ride.defaultCurrency } },
}

/** The first option of a transfer can be booked by its id, and costs what a transfer quotes before noon, on any day. */
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
  'default-currency-of-the-profile-is-another': [
    'the profile says USD of what is quoted, and booked without a currency, in EUR',
    booked,
    { profile: { bookable: { standard: { ...profile.bookable.standard, defaultCurrency: 'USD' } } } },
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
})
