import { productOptions } from '../catalog.js'
import type { Break, Change, Fault } from '../change.js'
import { anything, is, needs, needsNot, ofType, readsCurrency, readsInList, refuses, takes } from '../changes/inputs.js'
import { nothingBut, on, put } from '../changes/on.js'
import { pretends, saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { keeps } from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import type { Slot } from '../model.js'
import type { Rules } from '../rules.js'

/** Section 4.2: creating a booking, its currency, and what sections 3 and 7 say of it. */
export const reserveFaults: readonly Fault[] = faults({
  '4.2/reserve-accepted': { 'reserve-answers-an-id-alone': on('reserve').answers(nothingBut('id')) },
  '4.2/new-booking-on-hold': {
    'new-booking-is-confirmed': [rule('initialStatus', () => 'CONFIRMED'), 'reserve /status'],
    'new-booking-with-notes-is-pending': on('reserve').answers(
      put('/status', 'PENDING', ({ item }) => item['notes'] !== null),
    ),
    'late-start-is-confirmed-at-once': [
      rule('initialStatus', (usual, ctx) => (ctx.call.input.optionId === 'opt-late' ? 'CONFIRMED' : usual(ctx))),
      'reserve /status',
    ],
  },
  '4.2/notes-optional': { 'reserve-needs-notes': needs('reserve', 'notes') },
  '4.2/notes-accepted': { 'reserve-refuses-notes': refuses('reserve', 'notes', anything) },
  '4.2/notes-kept': {
    'long-hold-loses-notes': on().answers(put('/notes', null, ({ item }) => Number(item['expirationMinutes']) > 100)),
  },
  '4.2/notes-mistyped-refused': { 'reserve-takes-mistyped-notes': takes('reserve', 'notes', anything) },
  '4.2/availability-id-missing-refused': {
    'reserve-without-availability-accepted': together(
      needsNot('reserve', 'availabilityId'),
      slots((found, _id, ctx) => (ctx.call.input.availabilityId === undefined ? (found ?? anySlot(ctx)) : found)),
    ),
  },
  '4.2/availability-id-empty-refused': {
    'reserve-of-an-empty-availability-books-something': [
      'reserve looks for an availability only where the availabilityId is not empty, and books something else',
      slots((found, id, ctx) => (id === '' ? anySlot(ctx) : found)),
      'reserve',
    ],
  },
  '4.2/option-id-missing-refused': { 'reserve-without-option-accepted': needsNot('reserve', 'optionId') },
  '4.2/option-id-mistyped-refused': { 'reserve-reads-an-option-in-a-list': readsInList('optionId') },
  '4.2/product-id-missing-refused': { 'reserve-without-product-accepted': needsNot('reserve', 'productId') },
  '4.2/product-id-mistyped-refused': { 'reserve-reads-a-product-in-a-list': readsInList('productId') },
  '4.2/option-of-other-product-refused': {
    'reserve-of-foreign-option-accepted': [
      rules((base) => ({
        option: (product, option, ctx) => {
          const ofAny = productOptions.find(({ optionId }) => ctx.operation === 'reserve' && optionId === option)
          return base.option(product, option, ctx) ?? ofAny
        },
        fits: (...asked) => asked[3].operation === 'reserve' || base.fits(...asked),
      })),
      'reserve',
    ],
  },
  '7/reserve-unknown-availability-refused': {
    'unknown-availability-accepted-the-second-time': [
      slots((found, _id, ctx) => found ?? (ctx.state.count('unknown availability') > 1 ? anySlot(ctx) : undefined)),
      'reserve',
    ],
  },
  '7/reserve-started-refused': {
    'what-has-started-is-sold-of-any-day': [
      findsFree(({ start }, { now }) => start <= now),
      { on: 'what-starts-next-is-asked-day-by-day' },
    ],
    'what-has-started-is-sold-by-local-time': [
      'reserve counts starts in the time of a place in the west, where it is five hours earlier',
      rule('isFree', (usual, slot, except, ctx) =>
        usual(slot, except, ctx.operation === 'reserve' ? { ...ctx, now: ctx.now - 5 * 3_600_000 } : ctx),
      ),
      'reserve',
      { on: 'what-starts-next-is-sold' },
    ],
  },
  '7/reserve-sold-out-refused': {
    'sold-out-overbooked': findsFree(({ productId, start }, { now }) => productId === 'prod-full' && start > now),
    'sold-out-seems-reserved': pretends('reserve', (_code, { call }) => call.input.productId === 'prod-full'),
  },
  '7/reserve-again-refused': {
    'refused-reserve-passes-the-second-time': [
      'a reserve whose key was refused before is not asked whether there is room',
      rules((base) => ({
        isFree: (slot, except, ctx) =>
          (ctx.operation === 'reserve' && ctx.state.counted(refusedKey(ctx)) > 0) || base.isFree(slot, except, ctx),
        afterReply: (reply, ctx) => {
          if (ctx.operation === 'reserve' && reply.kind === 'refused') ctx.state.count(refusedKey(ctx))
          return base.afterReply(reply, ctx)
        },
      })),
      'reserve',
    ],
    'refused-reserve-seems-made-the-second-time': [
      'a key that was refused for want of room is answered as if its booking had been made',
      pretends('reserve', (code, ctx) => code === 'NOT_AVAILABLE' && ctx.state.count(refusedKey(ctx)) > 1),
    ],
  },
  '7/refused-reserve-leaves-no-booking': {
    'refused-reserve-leaves-booking': [
      // Books an availability that does not exist, and then says that it did not.
      rules((base) => ({
        slot: (id, ctx) => base.slot(id, ctx) ?? (isUnknown(base, ctx) ? anySlot(ctx) : undefined),
        ...saysRefused('reserve', (ctx) => isUnknown(base, ctx)).rules?.(base),
      })),
      ['list', 'list /id', 'get', 'get /id', 'reserve', 'reserve /id'],
    ],
    'exclusive-availability-refused-and-booked': [
      rules((base) => ({
        isFree: (slot, except, ctx) => ctx.operation === 'reserve' || base.isFree(slot, except, ctx),
        afterReply: (reply, ctx) => {
          const shown = base.afterReply(reply, ctx)
          if (ctx.operation !== 'reserve' || reply.kind !== 'booking' || !reply.created) return shown
          const id = textOf(ctx.call.input.availabilityId)
          const others = ctx.store.ofAvailability(id).filter((booking) => ctx.rules.occupies(booking, ctx))
          return others.length > 1 ? { kind: 'refused', code: 'NOT_AVAILABLE', message: 'not available' } : shown
        },
      })),
      'list',
      { on: 'exclusive-availability' },
    ],
  },
  '4.2/currency-asked-is-priced': {
    'reserve-ignores-currency': readsCurrency('reserve', () => undefined),
    'reserve-refuses-default-currency': refuses('reserve', 'currency', is('EUR')),
  },
  '2.3/available-currencies-accepted': {
    'reserve-refuses-pounds-that-are-quoted': [
      refuses('reserve', 'currency', is('GBP')),
      { on: 'standard-is-what-is-quoted' },
    ],
  },
  '4.2/currency-omitted-default': {
    'reserve-without-currency-answers-gbp': [
      on('reserve').answers(put('/pricing/currency', 'GBP', ({ ctx }) => ctx.call.input.currency === undefined)),
      { on: 'standard-is-what-is-quoted' },
    ],
  },
  '4.2/currency-unavailable-never-priced': {
    'reserve-prices-in-any-currency': [takes('reserve', 'currency', ofType('string')), 'reserve /pricing/currency'],
  },
  '4.2/currency-unavailable-refused': {
    'reserve-in-unavailable-currency-priced-in-default': [
      'a booking in a currency that is not available is priced in the default currency',
      together(
        takes('reserve', 'currency', ofType('string')),
        readsCurrency('reserve', (asked, ctx) =>
          ctx.rules.availableCurrencies(ctx).includes(textOf(asked)) ? asked : undefined,
        ),
      ),
    ],
  },
  '4.2/currency-mistyped-refused': {
    'reserve-takes-mistyped-currency': takes('reserve', 'currency', ofType('number')),
  },
  '4.2/currency-kept': {
    'reserve-keeps-another-currency': [
      keeps('reserve', ({ price }) => ({ price: { ...price, currency: 'USD' } })),
      'get /pricing/currency',
    ],
    'get-prices-in-default-currency': on('get').answers(put('/pricing/currency', 'EUR')),
    'get-prices-gbp-in-usd': on('get').answers(put('/pricing/currency', (was) => (was === 'GBP' ? 'USD' : was))),
  },
})

function refusedKey({ call }: Context): string {
  return `refused ${textOf(call.input.idempotencyKey)}`
}

/** Reserve takes what is not free. */
function findsFree(when: (slot: Slot, ctx: Context) => boolean): Break {
  const isFree = rule(
    'isFree',
    (usual, slot, except, ctx) => usual(slot, except, ctx) || (ctx.operation === 'reserve' && when(slot, ctx)),
  )
  return seen('reserve', '', isFree)
}

/** Another slot, or none, for the one that a reserve names. */
function slots(find: (found: Slot | undefined, id: string, ctx: Context) => Slot | undefined): Change {
  return rule('slot', (usual, id, ctx) => {
    const found = usual(id, ctx)
    return ctx.operation === 'reserve' ? find(found, id, ctx) : found
  })
}

/** Some slot of the option that the call names: the one that a server without a check would book. */
function anySlot(ctx: Context): Slot {
  const { productId = 'prod-transfer', optionId = 'opt-sedan' } = ctx.call.input
  const start = Math.ceil(ctx.now / 86_400_000) * 86_400_000 + 3 * 86_400_000
  return { availabilityId: 'opt-none_made-up', productId: textOf(productId), optionId: textOf(optionId), start }
}

function isUnknown(base: Rules, ctx: Context): boolean {
  return ctx.operation === 'reserve' && base.slot(textOf(ctx.call.input.availabilityId), ctx) === undefined
}
