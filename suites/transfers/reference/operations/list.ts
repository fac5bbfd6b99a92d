import { current } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, number } from '../input.js'
import type { Reply } from '../model.js'
import type { Order } from '../rules/lists.js'

/** Get bookings (4.3): a page of the bookings of the caller's reseller account, newest first unless asked otherwise. */
export function list(ctx: Context): Reply {
  checkInput(ctx)
  const { rules } = ctx
  const { sortField, sortOrder } = ctx.call.input
  const field = sortField === 'price' ? 'price' : null
  const order: Order = {
    field,
    descending:
      sortOrder === 'descending' ||
      // The documents write it so, too.
      sortOrder === 'Descending' ||
      (sortOrder === undefined && sortField === undefined),
  }
  const sorted = ctx.store
    .serials()
    .flatMap((serial) => current(serial, ctx) ?? [])
    .filter((booking) => rules.sees(booking, ctx) && rules.isListed(booking, ctx))
    .sort((a, b) => rules.compare(a, b, order, ctx))
  const size = rules.pageSize(number(ctx, 'pageSize') ?? rules.defaultPageSize(ctx), ctx)
  const page = rules.page(sorted, number(ctx, 'page') ?? 1, size, ctx)
  return {
    kind: 'list',
    bookings: page.map((booking) => rules.showBooking(booking, ctx)),
    total: rules.total(sorted, ctx),
  }
}
