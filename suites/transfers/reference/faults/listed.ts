import type { Break, Change } from '../change.js'
import { anything, takes } from '../changes/inputs.js'
import { on, put, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, rule, rules, seen, together } from '../changes/shown.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Reply } from '../model.js'
import type { Rules } from '../rules.js'
import type { Order } from '../rules/lists.js'

/** Sections 4.3, 1.5 and 9: what a list leaves out, and what it keeps of an answer before. */
export const listedFaults: readonly Fault[] = faults({
  '4.3/list-confirmed-listed': {
    'list-of-the-youngest-fifteen': [
      'the list has the youngest fifteen bookings of an account and no others',
      rule(
        'isListed',
        (usual, booking, ctx) =>
          usual(booking, ctx) &&
          ctx.store
            .serials()
            .filter((serial) => ctx.store.versions(serial).at(-1)?.reseller === booking.reseller)
            .slice(-15)
            .includes(booking.serial),
      ),
      'list',
    ],
    'list-without-a-type-is-of-products': [
      'the list has products alone where no booking type is asked for',
      rule(
        'isListed',
        (usual, booking, ctx) =>
          usual(booking, ctx) &&
          (ctx.call.input.bookingType !== undefined ||
            ctx.rules.option(booking.productId, booking.optionId, ctx)?.type !== 'tour'),
      ),
      'list',
    ],
  },
  '4.3/list-sort-descending-spelled': {
    'list-takes-descending-for-ascending': [
      'the list takes any sort order, DESCENDING sorts from the highest price to the lowest and Descending the other way round',
      mixedSorts((order) => ({ ...order, descending: false }), takes('list', 'sortOrder', anything)),
    ],
  },
  '4.3/list-sort-descending-known': {
    'list-knows-descending-as-ascending': mixedSorts((order) => ({ ...order, descending: false })),
  },
  '4.3/list-booking-type-returned': {
    'list-forgets-the-type-when-sorted': [
      'a list that is sorted by price holds bookings of all types',
      rule('isListed', (usual, booking, ctx) => ctx.call.input.sortField !== undefined || usual(booking, ctx)),
      'list',
    ],
    'list-of-what-is-never-booked-holds-products': [
      'the list of a type of which nothing is booked holds all that is',
      given('nothing-of-the-other-type-is-booked', rules(unlessProduct(() => true))),
      'list',
    ],
    'list-of-another-type-is-empty': [
      'the list of any booking type but Product is empty',
      rule(
        'isListed',
        (usual, booking, ctx) => usual(booking, ctx) && (ctx.call.input.bookingType ?? 'product') === 'product',
      ),
      'list',
    ],
  },
  '9/no-pricing-without-capability-list': {
    'list-with-prices-kept-for-the-next': [rules(cached('with')), 'list /pricing'],
    'list-prices-confirmed-bookings-without-capability': [rules(confirmedPriced('list')), 'list /pricing'],
  },
  '1.5/pricing-in-list-again': {
    'list-asked-for-without-prices-has-none-from-then-on': [
      'once the list was asked for without the capability, its bookings have no prices any more',
      together(
        on('list').answers(without('/pricing', ({ ctx }) => ctx.state.counted('list without prices') > 0)),
        rule('afterReply', (usual, sent, ctx) => {
          const reply = usual(sent, ctx)
          if (ctx.operation === 'list' && !ctx.rules.showsPrices(ctx)) ctx.state.count('list without prices')
          return reply
        }),
      ),
    ],
    'list-without-prices-kept-for-the-next': [rules(cached('without')), 'list /pricing'],
  },
  '1.5/pricing-in-get': {
    'get-without-prices-kept-for-the-next': [
      'a booking that was read without the capability is answered without prices to who reads it next',
      together(
        on('get').answers(without('/pricing', ({ ctx }) => ctx.state.memory.get(readWithout(ctx)) === 1)),
        rules((base) => ({
          afterReply: (reply, ctx) => {
            const { memory } = ctx.state
            // One more for each read: the first of those that follow is the next.
            const since = ctx.rules.showsPrices(ctx) ? Number(memory.get(readWithout(ctx)) ?? 1) + 1 : 0
            if (ctx.operation === 'get') memory.set(readWithout(ctx), since)
            return base.afterReply(reply, ctx)
          },
        })),
      ),
    ],
  },
  '1.5/pricing-in-list': {
    'pricing-null-in-list': on('list').answers(put('/pricing', null)),
    'list-shows-lapsed-holds-without-prices': [
      'the list shows holds that have run out without prices',
      on('list').answers(without('/pricing', ({ item }) => item['status'] === 'EXPIRED')),
    ],
    'list-shows-lapsed-holds-with-empty-prices': [
      'the list shows holds that have run out with a price that is null',
      on('list').answers(put('/pricing', null, ({ item }) => item['status'] === 'EXPIRED')),
    ],
  },
  '9/no-pricing-without-capability-get': {
    'get-prices-confirmed-bookings-without-capability': [rules(confirmedPriced('get')), 'get /pricing'],
  },
})

const readWithout = (ctx: Context): string => `reads of ${ctx.call.id ?? ''} since one without the capability`

interface Kept {
  readonly until: number
  readonly priced: boolean
  readonly reply: Reply
}

/** How long, in milliseconds, an answer is kept. */
const life = 500

/** Answers a list like the last that was asked for with the same inputs, if that was just now and with (or without) the capability. */
function cached(which: 'with' | 'without'): (base: Rules) => Partial<Rules> {
  const cache = new Map<string, Kept>()
  return (base) => ({
    afterReply: (reply, ctx) => {
      const shown = base.afterReply(reply, ctx)
      if (shown.kind !== 'list') return shown
      const asked = JSON.stringify([ctx.reseller, ctx.call.input])
      const priced = ctx.capabilities.length > 0
      const before = cache.get(asked)
      cache.set(asked, { until: ctx.now + life, priced, reply: structuredClone(shown) })
      const meets = before?.priced === (which === 'with') && before.priced !== priced && ctx.now < before.until
      return meets ? before.reply : shown
    },
  })
}

function confirmedPriced(operation: 'get' | 'list'): (base: Rules) => Partial<Rules> {
  return (base) => ({
    showBooking: (booking, ctx) => ({
      ...base.showBooking(booking, ctx),
      ...(ctx.operation === operation &&
        booking.status === 'CONFIRMED' && {
          pricing: ctx.rules.showBookingPricing(ctx.rules.bookingPrice(booking, ctx), ctx),
        }),
    }),
  })
}

/** A list of another type than that of products holds all bookings. */
function unlessProduct(when: (ctx: Context) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({
    isListed: (booking, ctx) => base.isListed(booking, ctx) || (ctx.call.input.bookingType !== 'product' && when(ctx)),
  })
}

/** A list that is asked for `Descending`, where the profile has the word in upper case. */
function mixedSorts(as: (order: Order) => Order, ...more: readonly Change[]): Break {
  const isMixed = ({ call }: Context): boolean => call.input.sortOrder === 'Descending'
  const sorting = rule('compare', (usual, a, b, order, ctx) => usual(a, b, isMixed(ctx) ? as(order) : order, ctx))
  return given('sort-orders-as-documented', together(seen('list', '/pricing/total', sorting), ...more))
}
