import { editBookings } from '../edit.js'
import { Refused } from '../refused.js'
import type { Variant } from '../variant.js'

/** Other legal ways to list bookings. */
export const listVariants: readonly Variant[] = [
  {
    name: 'list-caps-page-size-at-10',
    title: 'a page of the list holds at most 10 bookings, whatever is asked for',
    rules: (base) => ({ pageSize: (asked, ctx) => Math.min(10, base.pageSize(asked, ctx)) }),
  },
  {
    name: 'list-refuses-large-pages',
    title: 'a page size above 30 is refused',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(field === 'pageSize' && typeof value === 'number' && value > 30) && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'list-default-page-of-3',
    title: 'without a page size, a page holds 3 bookings',
    rules: () => ({ defaultPageSize: () => 3 }),
  },
  {
    name: 'list-oldest-first',
    title: 'the list begins with the oldest booking',
    rules: (base) => ({
      compare: (a, b, order, ctx) => (order.field === null ? a.serial - b.serial : base.compare(a, b, order, ctx)),
    }),
  },
  {
    name: 'list-in-order-of-ids',
    title: 'the list is in the order of the ids',
    rules: (base) => ({
      compare: (a, b, order, ctx) => {
        if (order.field !== null) return base.compare(a, b, order, ctx)
        return a.id === b.id ? a.serial - b.serial : a.id < b.id ? -1 : 1
      },
    }),
  },
  {
    name: 'list-without-holds',
    title: 'the list leaves out bookings on hold',
    rules: (base) => ({
      isListed: (booking, ctx) => booking.status !== 'ON_HOLD' && base.isListed(booking, ctx),
    }),
  },
  {
    name: 'list-without-cancelled',
    title: 'the list leaves out cancelled bookings',
    rules: (base) => ({
      isListed: (booking, ctx) => booking.status !== 'CANCELLED' && base.isListed(booking, ctx),
    }),
  },
  {
    name: 'list-page-beyond-end-404',
    title: 'a page beyond the last is refused',
    rules: (base) => ({
      page: (sorted, page, size, ctx) => {
        if (page > 1 && (page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is no such page')
        return base.page(sorted, page, size, ctx)
      },
    }),
    warns: ['4.3/list-beyond-end-empty'],
  },
  {
    name: 'list-needs-paging',
    title: 'the list wants to be told a page and a page size',
    rules: (base) => ({
      required: (ctx) => [...base.required(ctx), ...(ctx.operation === 'list' ? (['page', 'pageSize'] as const) : [])],
    }),
  },
  {
    name: 'list-needs-every-input',
    title: 'the list wants to be told a page, a page size, an order and a booking type',
    rules: (base) => ({
      required: (ctx) => [
        ...base.required(ctx),
        ...(ctx.operation === 'list' ? (['page', 'pageSize', 'sortField', 'sortOrder', 'bookingType'] as const) : []),
      ],
    }),
  },
  {
    name: 'list-page-0-is-page-1',
    title: 'pages below 1 are taken for page 1',
    rules: (base) => ({
      accepts: (field, value, ctx) => (field === 'page' && Number.isInteger(value)) || base.accepts(field, value, ctx),
      page: (sorted, page, size, ctx) => base.page(sorted, Math.max(1, page), size, ctx),
    }),
  },
  {
    name: 'list-items-are-short',
    title: 'the items of the list lack notes, reference, times and what else is not documented',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        if (shown.kind !== 'list') return shown
        return editBookings(shown, (booking) => {
          for (const name of ['notes', 'reference', 'holdEnd', 'createdAt', 'updatedAt', 'availabilityId', 'optionId'])
            delete booking[name]
        })
      },
    }),
  },
]
