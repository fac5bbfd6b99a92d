import type { Context } from '../context.js'
import type { Booking } from '../model.js'

/** How a list is sorted. `field` is `price`, or null for the default: by creation, newest first. */
export interface Order {
  readonly field: 'price' | null
  readonly descending: boolean
}

/** Get bookings (section 4.3): which, in which order, which page. */
export interface ListRules {
  /** Is this booking (visible to the caller, as it is now) in the list? */
  isListed(booking: Booking, ctx: Context): boolean
  /** How two bookings are ordered; never 0 for two different ones, so that pages are stable. */
  compare(a: Booking, b: Booking, order: Order, ctx: Context): number
  defaultPageSize(ctx: Context): number
  /** The size in force for a size that was asked for. */
  pageSize(asked: number, ctx: Context): number
  /** The page out of the sorted list; the first is 1. */
  page(sorted: readonly Booking[], page: number, size: number, ctx: Context): readonly Booking[]
  /** How many bookings it says there are. */
  total(sorted: readonly Booking[], ctx: Context): number
}

const maximumPageSize = 100

export const listRules: ListRules = {
  // A list of a type that there is none of is empty.
  isListed: ({ productId, optionId }, ctx) => {
    const { bookingType } = ctx.call.input
    return bookingType === undefined || bookingType === (ctx.rules.option(productId, optionId, ctx)?.type ?? 'product')
  },
  compare: (a, b, { field, descending }, ctx) => {
    const difference = field === 'price' ? decimalTotal(a, ctx) - decimalTotal(b, ctx) : 0
    return (difference || a.serial - b.serial) * (descending ? -1 : 1)
  },
  defaultPageSize: () => 20,
  pageSize: (asked) => Math.min(asked, maximumPageSize),
  page: (sorted, page, size) => sorted.slice((page - 1) * size, page * size),
  total: (sorted) => sorted.length,
}

function decimalTotal(booking: Booking, ctx: Context): number {
  const { total, currencyPrecision } = ctx.rules.bookingPrice(booking, ctx)
  return total / 10 ** currencyPrecision
}
