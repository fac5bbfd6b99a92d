import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'
import { Refused } from '../refused.js'
import type { Rules } from '../rules.js'

/** Section 4.3: get bookings. */
export const listFaults: readonly Fault[] = [
  {
    name: 'list-refused',
    clause: '4.3/list-accepted',
    title: 'get bookings is refused',
    rules: () => ({
      page: () => {
        throw new Refused('BAD_REQUEST', 'not today')
      },
    }),
  },
  {
    name: 'list-sort-by-price-refused',
    clause: '4.3/list-sort-price-accepted',
    title: 'the sort field PRICE is refused',
    rules: (base) => ({
      accepts: (field, value, ctx) => !(field === 'sortField' && value === 'price') && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'list-booking-type-refused',
    clause: '4.3/list-booking-type-accepted',
    title: 'the booking type Product is refused',
    rules: (base) => ({
      accepts: (field, value, ctx) => field !== 'bookingType' && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'list-items-are-ids-alone',
    clause: '4.3/list-items-are-bookings',
    title: 'the items of the list are ids and no bookings',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return shown.kind === 'list'
          ? { ...shown, bookings: shown.bookings.map(({ id }) => ({ id: id ?? null })) }
          : shown
      },
    }),
  },
  {
    name: 'list-confirmed-missing',
    clause: '4.3/list-confirmed-listed',
    title: 'the list leaves out confirmed bookings',
    rules: (base) => ({
      isListed: (booking, ctx) => booking.status !== 'CONFIRMED' && base.isListed(booking, ctx),
    }),
  },
  {
    name: 'list-misses-one-confirmed-of-four',
    clause: '4.3/list-confirmed-listed',
    title: 'the list leaves out every fourth booking, once it is confirmed',
    rules: (base) => ({
      isListed: (booking, ctx) =>
        !(booking.status === 'CONFIRMED' && booking.serial % 4 === 0) && base.isListed(booking, ctx),
    }),
  },
  pages('list-pages-counted-from-0', '4.3/list-first-page-is-1', 'pages are counted from 0', {
    from: (page, size) => page * size,
    zero: true,
  }),
  pages('list-first-page-skipped', '4.3/list-first-page-is-1', 'page 1 is the second page, and page 0 is refused', {
    from: (page, size) => page * size,
  }),
  pages(
    'list-repeats-one-on-each-page',
    '4.3/list-own-bookings-once',
    'each page begins with the last of the one before',
    {
      from: (page, size) => (page - 1) * Math.max(1, size - 1),
    },
  ),
  pages('list-repeats-one-on-page-2', '4.3/list-own-bookings-once', 'page 2 begins with the last booking of page 1', {
    from: (page, size) => (page - 1) * size - (page === 2 ? 1 : 0),
  }),
  pages('list-skips-one-between-pages', '4.3/list-own-bookings-once', 'between two pages a booking is skipped', {
    from: (page, size) => (page - 1) * (size + 1),
  }),
  {
    name: 'list-last-page-drops-one',
    clause: '4.3/list-own-bookings-once',
    title: 'the last page lacks its last booking',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => {
        const shown = base.page(sorted, page, size, ctx)
        return page > 1 && page * size >= sorted.length ? shown.slice(0, -1) : shown
      },
    }),
  },
  {
    name: 'list-always-drops-the-last',
    clause: '4.3/list-own-bookings-once',
    title: 'the last booking of the whole list is on no page',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => base.page(sorted.slice(0, -1), page, size, ctx),
    }),
  },
  {
    name: 'list-size-one-too-many',
    clause: '4.3/list-size-is-maximum',
    title: 'a page holds one booking more than asked for',
    rules: (base) => ({ pageSize: (asked, ctx) => base.pageSize(asked, ctx) + 1 }),
  },
  {
    name: 'list-size-1-gives-2',
    clause: '4.3/list-size-is-maximum',
    title: 'a page of at most one booking holds two',
    rules: (base) => ({ pageSize: (asked, ctx) => Math.max(2, base.pageSize(asked, ctx)) }),
  },
  {
    name: 'list-size-ignored-above-3',
    clause: '4.3/list-size-is-maximum',
    title: 'a page size above 3 is taken for 100',
    rules: (base) => ({ pageSize: (asked, ctx) => base.pageSize(asked > 3 ? 100 : asked, ctx) }),
  },
  {
    name: 'list-beyond-end-repeats-last-page',
    clause: '4.3/list-beyond-end-repeats-nothing',
    title: 'a page beyond the last is the last page again',
    rules: (base) => ({
      page: (sorted, page, size, ctx) =>
        base.page(sorted, Math.max(1, Math.min(page, Math.ceil(sorted.length / size))), size, ctx),
    }),
  },
  {
    name: 'list-beyond-end-starts-again',
    clause: '4.3/list-beyond-end-repeats-nothing',
    title: 'far beyond the last page the list starts again',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => base.page(sorted, page > 40 ? 1 : page, size, ctx),
    }),
  },
  {
    name: 'list-beyond-end-refused',
    clause: '4.3/list-beyond-end-empty',
    title: 'a page beyond the last is refused',
    rules: (base) => ({ page: beyondRefused(base) }),
  },
  agrees('list-shows-confirmed-as-held', 'the list shows a confirmed booking as ON_HOLD', (booking) => {
    if (booking['status'] === 'CONFIRMED') booking['status'] = 'ON_HOLD'
  }),
  agrees('list-shows-all-cancellable', 'the list shows every booking as cancellable', (booking) => {
    booking['cancellable'] = true
  }),
  agrees('list-shows-other-minutes', 'the list shows the hold one minute longer', (booking) => {
    booking['expirationMinutes'] = Math.min(200, Number(booking['expirationMinutes']) + 1)
  }),
  order(
    'list-price-ignored',
    'ascending',
    'sorted by price, the list comes in the order of creation',
    (a, b) => a.serial - b.serial,
  ),
  order('list-ascending-as-text', 'ascending', 'ascending, prices are compared as text', (a, b, descending) =>
    descending ? null : String(a.price.total).localeCompare(String(b.price.total)),
  ),
  order(
    'list-ascending-is-descending',
    'ascending',
    'ascending and descending are swapped',
    (a, b) => b.price.total - a.price.total,
  ),
  order('list-descending-ignored', 'descending', 'descending is taken for ascending', (a, b, descending) =>
    descending ? b.price.total - a.price.total : null,
  ),
  order('list-descending-as-text', 'descending', 'descending, prices are compared as text', (a, b, descending) =>
    descending ? String(a.price.total).localeCompare(String(b.price.total)) : null,
  ),
  {
    name: 'list-sorts-within-a-page-only',
    clause: '4.3/list-sort-price-ascending',
    title: 'each page is sorted by price by itself',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => {
        if (ctx.call.input.sortField !== 'price') return base.page(sorted, page, size, ctx)
        const shown = base.page(bySerial(sorted), page, size, ctx)
        return [...shown].sort((a, b) => sorted.indexOf(a) - sorted.indexOf(b))
      },
    }),
  },
  {
    name: 'list-descending-sorts-first-page-only',
    clause: '4.3/list-sort-price-descending',
    title: 'descending, the pages after the first are in the order of creation',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => {
        const shown = base.page(sorted, page, size, ctx)
        const sortedWell = page === 1 || ctx.call.input.sortOrder !== 'descending'
        return sortedWell ? shown : bySerial(shown)
      },
    }),
  },
  {
    name: 'list-shakes-pages-when-sorted',
    clause: '4.3/list-own-bookings-once',
    title: 'a page of a list sorted by price begins with the last booking of the page before, but not each time',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => {
        const shaken = page > 1 && ctx.call.input.sortField === 'price' && ctx.state.count('list-shakes-pages') === 1
        return shaken ? sorted.slice((page - 1) * size - 1, page * size - 1) : base.page(sorted, page, size, ctx)
      },
    }),
  },
]

function pages(
  name: string,
  clause: string,
  title: string,
  { from, zero = false }: { readonly from: (page: number, size: number) => number; readonly zero?: boolean },
): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({
      page: (sorted, page, size) => sorted.slice(Math.max(0, from(page, size)), Math.max(0, from(page, size)) + size),
      accepts: (field, value, ctx) => (zero && field === 'page' && value === 0) || base.accepts(field, value, ctx),
    }),
  }
}

function agrees(name: string, title: string, edit: Parameters<typeof editBookings>[1]): Fault {
  return {
    name,
    clause: '4.3/list-agrees-with-get',
    title,
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return shown.kind === 'list' ? editBookings(shown, edit) : shown
      },
    }),
  }
}

/** `compare`: ascending order in the faulty way; null: as documented. */
function order(
  name: string,
  direction: 'ascending' | 'descending',
  title: string,
  compare: (a: Booking, b: Booking, descending: boolean) => number | null,
): Fault {
  return {
    name,
    clause: `4.3/list-sort-price-${direction}`,
    title,
    rules: (base) => ({
      compare: (a, b, asked, ctx) => {
        const difference = asked.field === 'price' ? compare(a, b, asked.descending) : null
        if (difference === null) return base.compare(a, b, asked, ctx)
        return (difference || a.serial - b.serial) * (asked.descending ? -1 : 1)
      },
    }),
  }
}

function bySerial(bookings: readonly Booking[]): readonly Booking[] {
  return [...bookings].sort((a, b) => a.serial - b.serial)
}

/** A page beyond the last is refused; the first never is. */
function beyondRefused(base: Rules): Rules['page'] {
  return (sorted, page, size, ctx) => {
    if (page > 1 && (page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is no such page')
    return base.page(sorted, page, size, ctx)
  }
}
