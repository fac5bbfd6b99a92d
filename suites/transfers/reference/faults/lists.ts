import type { Break, Change, Fault } from '../change.js'
import { anything, is, refuses, takes } from '../changes/inputs.js'
import { nothingBut, ofStatus, on, put, without } from '../changes/on.js'
import { refusesBeyondEnd, saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { isJust, isStale, type When } from '../changes/writes.js'
import type { Context } from '../context.js'
import { Refused, type Booking, type Reply } from '../model.js'
import type { Rules } from '../rules.js'

/** A list asked for `Descending`, which the profile has in upper case, is sorted the other way round. */
const mixedSortsUp = seen(
  'list',
  '/pricing/total',
  rule('compare', (usual, a, b, order, ctx) =>
    usual(a, b, ctx.call.input.sortOrder === 'Descending' ? { ...order, descending: false } : order, ctx),
  ),
)

/** Sections 1.5, 4.3 and 9: get bookings. */
export const listFaults: readonly Fault[] = faults({
  '4.3/list-accepted': {
    'list-done-and-refused': ['get bookings says that there is no such booking', saysRefused('list'), 'list'],
    'list-crashes-on-a-cancelled-booking': [
      'get bookings is a server error once one of them was cancelled, but for the first twelve',
      hides(({ status, serial }) => {
        if (status === 'CANCELLED' && serial > 12) throw new Refused('INTERNAL', 'the service failed')
        return false
      }),
    ],
  },
  '4.3/list-sort-price-accepted': { 'list-sort-by-price-refused': refuses('list', 'sortField', is('price')) },
  '4.3/list-booking-type-accepted': { 'list-booking-type-refused': refuses('list', 'bookingType', anything) },
  '4.3/list-items-are-bookings': { 'list-items-are-ids-alone': on('list').answers(nothingBut('id')) },
  '4.3/list-first-page-is-1': {
    'list-pages-counted-from-0': together(
      from((number, size) => number * size),
      rule('accepts', (usual, field, value, ctx) => (field === 'page' && value === 0) || usual(field, value, ctx)),
    ),
  },
  '4.3/list-own-bookings-once': {
    'list-repeats-one-on-each-page': from((number, size) => (number - 1) * Math.max(1, size - 1)),
    'list-skips-one-between-pages': from((number, size) => (number - 1) * (size + 1)),
    'list-full-last-page-is-empty': [
      'a last page that is full is taken for one too many',
      page((usual, sorted, number, size, ctx) =>
        number > 1 && number * size === sorted.length ? [] : usual(sorted, number, size, ctx),
      ),
    ],
    'list-always-drops-the-last': page((usual, sorted, number, size, ctx) =>
      usual(sorted.slice(0, -1), number, size, ctx),
    ),
    'list-equal-prices-in-random-order': [
      'sorted by price, bookings of one price come in another order each time',
      page((usual, sorted, number, size, ctx) => {
        if (ctx.call.input.sortField !== 'price') return usual(sorted, number, size, ctx)
        const drawn = ctx.state.count('list-equal-prices-in-random-order')
        const amount = (booking: Booking): number => ctx.rules.bookingPrice(booking, ctx).total
        const amounts = sorted.map(amount)
        const rank = (booking: Booking): number => amounts.indexOf(amount(booking))
        const place = ({ serial }: Booking): number => ctx.random('list-equal-prices', serial, drawn)
        const shaken = sorted.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b))
        return usual(shaken, number, size, ctx)
      }),
    ],
  },
  '4.3/list-size-is-maximum': {
    'list-size-one-too-many': [rule('pageSize', (usual, asked, ctx) => usual(asked, ctx) + 1), 'list'],
  },
  '4.3/list-beyond-end-repeats-nothing': {
    'list-beyond-end-repeats-last-page': page((usual, sorted, number, size, ctx) =>
      usual(sorted, Math.max(1, Math.min(number, Math.ceil(sorted.length / size))), size, ctx),
    ),
  },
  '4.3/list-beyond-end-empty': { 'list-beyond-end-refused': [refusesBeyondEnd, 'list'] },
  '4.3/list-agrees-with-get': {
    'list-never-hears-of-one-confirm-in-four': [
      'the list goes on showing every fourth booking ON_HOLD, once it is confirmed',
      isStale('list', (booking, ctx) => booking.serial % 4 === 0 && isJust('confirm')(booking, ctx)),
      'list /status',
    ],
    'list-shows-all-cancellable': on('list').answers(put('/cancellable', true)),
    'list-shows-other-minutes': on('list').answers(put('/expirationMinutes', (was) => Math.min(200, Number(was) + 1))),
  },
  '4.3/list-sort-price-ascending': {
    'list-ascending-as-text': order((a, b, descending) => (descending ? null : asText(a, b))),
    'list-ascending-is-descending': order(reversed),
  },
  '4.3/list-sort-price-descending': {
    'list-descending-as-text': order((a, b, descending) => (descending ? asText(a, b) : null)),
  },
  '3/update-persisted-list': { 'list-is-stale-after-update': [isStale('list', isJust('update')), 'list /reference'] },
  '4.3/list-confirmed-listed': {
    'list-confirmed-missing': hides(({ status }) => status === 'CONFIRMED'),
    'list-of-the-youngest-fifteen': hides(({ serial, reseller }, { store }) => {
      const own = store.serials().filter((each) => store.versions(each).at(-1)?.reseller === reseller)
      return !own.slice(-15).includes(serial)
    }),
    'list-without-a-type-is-of-products': hides(
      ({ productId, optionId }, ctx) =>
        ctx.call.input.bookingType === undefined && ctx.rules.option(productId, optionId, ctx)?.type === 'tour',
    ),
  },
  '4.3/list-sort-descending-spelled': {
    'list-takes-descending-for-ascending': [
      'the list takes any sort order, DESCENDING sorts from the highest price to the lowest and Descending the other way round',
      together(mixedSortsUp, takes('list', 'sortOrder', anything)),
      { on: 'sort-orders-as-documented' },
    ],
  },
  '4.3/list-sort-descending-known': {
    'list-knows-descending-as-ascending': [mixedSortsUp, { on: 'sort-orders-as-documented' }],
  },
  '4.3/list-booking-type-returned': {
    'list-forgets-the-type-when-sorted': [
      rule('isListed', (usual, booking, ctx) => ctx.call.input.sortField !== undefined || usual(booking, ctx)),
      'list',
    ],
    'list-of-what-is-never-booked-holds-products': [
      rule('isListed', (usual, booking, ctx) => ctx.call.input.bookingType !== 'product' || usual(booking, ctx)),
      'list',
      { on: 'nothing-of-the-other-type-is-booked' },
    ],
    'list-of-another-type-is-empty': [
      'the list of any booking type but Product is empty',
      hides((_booking, { call }) => (call.input.bookingType ?? 'product') !== 'product'),
    ],
  },
  '9/no-pricing-without-capability-list': {
    'list-with-prices-kept-for-the-next': [cached('with'), 'list /pricing'],
    'list-prices-confirmed-bookings-without-capability': [confirmedPriced('list'), 'list /pricing'],
  },
  '1.5/pricing-in-list-again': { 'list-without-prices-kept-for-the-next': [cached('without'), 'list /pricing'] },
  '1.5/pricing-in-get': {
    'get-without-prices-kept-for-the-next': [
      'a booking that was read without the capability is answered without prices to who reads it next',
      together(
        on('get').answers(without('/pricing', ({ ctx }) => ctx.state.memory.get(readWithout(ctx)) === 1)),
        rule('afterReply', (usual, reply, ctx) => {
          const { memory } = ctx.state
          // One more for each read: the first of those that follow is the next.
          const since = ctx.rules.showsPrices(ctx) ? Number(memory.get(readWithout(ctx)) ?? 1) + 1 : 0
          if (ctx.operation === 'get') memory.set(readWithout(ctx), since)
          return usual(reply, ctx)
        }),
      ),
    ],
  },
  '1.5/pricing-in-list': {
    'pricing-null-in-list': on('list').answers(put('/pricing', null)),
    'list-shows-lapsed-holds-with-empty-prices': on('list').answers(put('/pricing', null, ofStatus('EXPIRED'))),
  },
  '9/no-pricing-without-capability-get': {
    'get-prices-confirmed-bookings-without-capability': [confirmedPriced('get'), 'get /pricing'],
  },
})

function page(shown: (usual: Rules['page'], ...asked: Parameters<Rules['page']>) => readonly Booking[]): Break {
  return seen('list', '', rule('page', shown))
}

/** A page begins at another booking; `first` counts from 0. */
function from(first: (number: number, size: number) => number): Break {
  return page((_usual, sorted, number, size) => {
    const begin = Math.max(0, first(number, size))
    return sorted.slice(begin, begin + size)
  })
}

function hides(which: When): Break {
  const isListed = rule('isListed', (usual, booking, ctx) => !which(booking, ctx) && usual(booking, ctx))
  return seen('list', '', isListed)
}

/** `compare`: ascending order in the faulty way; null: as documented. */
function order(compare: (a: Booking, b: Booking, descending: boolean) => number | null): Break {
  const sorting = rule('compare', (usual, a, b, asked, ctx) => {
    const difference = asked.field === 'price' ? compare(a, b, asked.descending) : null
    if (difference === null) return usual(a, b, asked, ctx)
    return (difference || a.serial - b.serial) * (asked.descending ? -1 : 1)
  })
  return seen('list', '/pricing/total', sorting)
}

function asText(a: Booking, b: Booking): number {
  return String(a.price.total).localeCompare(String(b.price.total))
}

function reversed(a: Booking, b: Booking): number {
  return b.price.total - a.price.total
}

const readWithout = (ctx: Context): string => `reads of ${ctx.call.id ?? ''} since one without the capability`

/** Answers a list like the last one with the same inputs, if that was just now and with (or without) the capability. */
function cached(which: 'with' | 'without'): Change {
  const cache = new Map<string, { readonly until: number; readonly priced: boolean; readonly reply: Reply }>()
  return rule('afterReply', (usual, reply, ctx) => {
    const shown = usual(reply, ctx)
    if (shown.kind !== 'list') return shown
    const asked = JSON.stringify([ctx.reseller, ctx.call.input])
    const priced = ctx.capabilities.length > 0
    const before = cache.get(asked)
    cache.set(asked, { until: ctx.now + 500, priced, reply: structuredClone(shown) })
    const meets = before?.priced === (which === 'with') && before.priced !== priced && ctx.now < before.until
    return meets ? before.reply : shown
  })
}

function confirmedPriced(operation: 'get' | 'list'): Change {
  return rule('showBooking', (usual, booking, ctx) => {
    const isPriced = ctx.operation === operation && booking.status === 'CONFIRMED'
    const { bookingPrice, showBookingPricing } = ctx.rules
    return { ...usual(booking, ctx), ...(isPriced && { pricing: showBookingPricing(bookingPrice(booking, ctx), ctx) }) }
  })
}
