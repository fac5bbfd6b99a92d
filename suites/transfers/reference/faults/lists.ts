import { anything, is, refuses } from '../changes/inputs.js'
import { refusesBeyondEnd } from '../changes/lists.js'
import { nothingBut, on, ofStatus, put } from '../changes/on.js'
import { saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { isJust, isStale } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'
import { Refused } from '../refused.js'
import type { Rules } from '../rules.js'

/** Section 4.3: get bookings. */
export const listFaults: readonly Fault[] = faults({
  '4.3/list-accepted': {
    'list-done-and-refused': ['get bookings says that there is no such booking', saysRefused('list'), 'list'],
    'list-crashes-on-a-cancelled-booking': [
      'get bookings is a server error once one of them was cancelled, but for the first twelve',
      rule('isListed', (usual, booking, ctx) =>
        booking.status === 'CANCELLED' && booking.serial > 12 ? crashed() : usual(booking, ctx),
      ),
      'list',
    ],
  },
  '4.3/list-sort-price-accepted': {
    'list-sort-by-price-refused': ['the sort field PRICE is refused', refuses('list', 'sortField', is('price'))],
  },
  '4.3/list-booking-type-accepted': {
    'list-booking-type-refused': ['the booking type Product is refused', refuses('list', 'bookingType', anything)],
  },
  '4.3/list-items-are-bookings': {
    'list-items-are-wrapped': [
      'each item of the list has its booking in a member `booking`',
      rule('afterReply', (usual, sent, ctx) => {
        const reply = usual(sent, ctx)
        return reply.kind === 'list' ? { ...reply, bookings: reply.bookings.map((booking) => ({ booking })) } : reply
      }),
      'list',
    ],
    'list-items-are-ids-alone': ['the items of the list are ids and no bookings', on('list').answers(nothingBut('id'))],
  },
  '4.3/list-confirmed-listed': {
    'list-confirmed-missing': ['the list leaves out confirmed bookings', hides(({ status }) => status === 'CONFIRMED')],
  },
  '4.3/list-first-page-is-1': {
    'list-pages-counted-from-0': [
      'pages are counted from 0',
      together(
        from((number, size) => number * size),
        rule('accepts', (usual, field, value, ctx) => (field === 'page' && value === 0) || usual(field, value, ctx)),
      ),
    ],
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
    'list-short-last-page-is-empty': [
      'only full pages are counted: what is left for the last one is on no page',
      page((usual, sorted, number, size, ctx) => {
        const shown = usual(sorted, number, size, ctx)
        return number > 1 && shown.length < size ? [] : shown
      }),
    ],
    'list-always-drops-the-last': [
      'the last booking of the whole list is on no page',
      page((usual, sorted, number, size, ctx) => usual(sorted.slice(0, -1), number, size, ctx)),
    ],
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
    'list-size-one-too-many': ['a page holds one booking more than asked for', size((asked) => asked + 1)],
  },
  '4.3/list-beyond-end-repeats-nothing': {
    'list-beyond-end-repeats-last-page': [
      'a page beyond the last is the last page again',
      page((usual, sorted, number, size, ctx) =>
        usual(sorted, Math.max(1, Math.min(number, Math.ceil(sorted.length / size))), size, ctx),
      ),
    ],
  },
  '4.3/list-beyond-end-empty': {
    'list-beyond-end-refused': ['a page beyond the last is refused', refusesBeyondEnd, 'list'],
  },
  '4.3/list-agrees-with-get': {
    'list-shows-confirmed-as-held': on('list').answers(put('/status', 'ON_HOLD', ofStatus('CONFIRMED'))),
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
    'list-ascending-is-descending': ['ascending and descending are swapped', order(reversed)],
  },
  '4.3/list-sort-price-descending': {
    'list-descending-as-text': order((a, b, descending) => (descending ? asText(a, b) : null)),
  },
  '3/update-persisted-list': { 'list-is-stale-after-update': [isStale('list', isJust('update')), 'list /reference'] },
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

function size(of: (asked: number) => number): Break {
  return seen(
    'list',
    '',
    rule('pageSize', (usual, asked, ctx) => of(usual(asked, ctx))),
  )
}

function hides(which: (booking: Booking) => boolean): Break {
  return seen(
    'list',
    '',
    rule('isListed', (usual, booking, ctx) => !which(booking) && usual(booking, ctx)),
  )
}

/** `compare`: ascending order in the faulty way; null: as documented. */
function order(compare: (a: Booking, b: Booking, descending: boolean) => number | null): Break {
  return seen(
    'list',
    '/pricing/total',
    rule('compare', (usual, a, b, asked, ctx) => {
      const difference = asked.field === 'price' ? compare(a, b, asked.descending) : null
      if (difference === null) return usual(a, b, asked, ctx)
      return (difference || a.serial - b.serial) * (asked.descending ? -1 : 1)
    }),
  )
}

function asText(a: Booking, b: Booking): number {
  return String(a.price.total).localeCompare(String(b.price.total))
}

function reversed(a: Booking, b: Booking): number {
  return b.price.total - a.price.total
}

function crashed(): never {
  throw new Refused('INTERNAL', 'the service failed')
}
