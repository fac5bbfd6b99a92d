import type { Change, Variant } from '../change.js'
import { anything, between, is, needs, refuses, takes } from '../changes/inputs.js'
import { on, without } from '../changes/on.js'
import { refusesBeyondEnd, refusesEmpty } from '../changes/refusals.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { saysNothing, sends } from '../changes/wires.js'
import { isObject, type Json } from '../json.js'
import type { BookingStatus } from '../model.js'

const notInAShortItem = ['notes', 'reference', 'holdEnd', 'createdAt', 'updatedAt', 'availabilityId', 'optionId']

const withTotal = { profile: { operations: { list: { items: '/bookings', total: '/total' } } } }
const tellsTotal = sends(
  ({ reply }) => reply?.kind === 'list',
  (answer, { reply }) => ({
    ...answer,
    body: { bookings: listIn(answer.body ?? null) ?? [], total: reply?.kind === 'list' ? reply.total : 0 },
  }),
)

/** As GraphQL services have it. */
const listsEdges = sends(
  ({ reply }) => reply?.kind === 'list',
  (answer, { reply }) => {
    const list = listIn(answer.body ?? null)
    const nodes: readonly Json[] = Array.isArray(list) ? list : []
    const edges = nodes.map((node, at) => ({ cursor: `c${String(at + 1)}`, node }))
    const pageInfo = { endCursor: edges.at(-1)?.cursor ?? null }
    const totalCount = reply?.kind === 'list' ? reply.total : 0
    return { ...answer, body: { viewer: { bookings: { edges, pageInfo, totalCount } } } }
  },
)

/** Other legal ways to list bookings. */
export const listVariants: readonly Variant[] = variants({
  'list-finds-by-reference': [
    "the list takes a reseller's reference, and shows the bookings of the account that have it",
    rule('isListed', (usual, booking, ctx) => {
      const { reference } = ctx.call.input
      return usual(booking, ctx) && (reference === undefined || booking.reference === reference)
    }),
    { profile: { operations: { list: { reference: 'query:reference' } } } },
  ],
  'list-tells-a-total': [
    'the list comes in an envelope with how many bookings there are in all',
    tellsTotal,
    withTotal,
  ],
  'list-total-in-a-header': [
    'a header of the list says how many bookings there are in all',
    sends(
      ({ reply }) => reply?.kind === 'list',
      (answer, { reply }) => ({
        ...answer,
        headers: { ...answer.headers, 'x-total-count': String(reply?.kind === 'list' ? reply.total : 0) },
      }),
    ),
    { profile: { operations: { list: { total: 'header:X-Total-Count' } } } },
  ],
  'list-total-counts-what-is-not-shown': [
    'the list leaves out holds that have run out, and what is cancelled, but counts them in its total',
    {
      ...tellsTotal,
      ...rule('page', (usual, sorted, page, size, ctx) =>
        usual(
          sorted.filter(({ status }) => status !== 'EXPIRED' && status !== 'CANCELLED'),
          page,
          size,
          ctx,
        ),
      ),
    },
    withTotal,
  ],
  'list-in-short-pages-oldest-first': [
    'a page of the list holds at most 3 bookings, whatever is asked for, and the oldest come first',
    rules((base) => ({
      pageSize: (asked, ctx) => Math.min(3, base.pageSize(asked, ctx)),
      compare: (a, b, order, ctx) => (order.field === null ? a.serial - b.serial : base.compare(a, b, order, ctx)),
    })),
  ],
  'list-ends-with-204': [
    'a page beyond the last has nothing in it, and is answered 204 without a body',
    saysNothing(
      ({ reply, call }) => reply?.kind === 'list' && reply.bookings.length === 0 && Number(call?.input.page ?? 1) !== 1,
    ),
  ],
  'list-takes-few-page-sizes': [
    'a page size other than 10, 25 and 50 is refused',
    refuses('list', 'pageSize', (size) => !is(10, 25, 50)(size)),
  ],
  'list-refuses-pages-over-50': [
    'a page size above 50 is refused, and so is a page beyond the last; the list tells how many bookings there are in all',
    together(refuses('list', 'pageSize', between(51, Infinity)), refusesBeyondEnd, tellsTotal),
    { ...withTotal, warns: ['4.3/list-beyond-end-empty'] },
  ],
  'list-default-page-of-3': ['without a page size, a page holds 3 bookings', rule('defaultPageSize', () => 3)],
  'list-in-order-of-ids': [
    'the list is in the order of the ids',
    rule('compare', (usual, a, b, order, ctx) => {
      if (order.field !== null) return usual(a, b, order, ctx)
      return a.id === b.id ? a.serial - b.serial : a.id < b.id ? -1 : 1
    }),
  ],
  'list-in-another-order-each-time': [
    'where no order is asked for, each page is of another one, and holds at most 10 bookings',
    rules((base) => ({
      pageSize: (asked, ctx) => Math.min(10, base.pageSize(asked, ctx)),
      compare: (a, b, order, ctx) => {
        if (order.field !== null) return base.compare(a, b, order, ctx)
        const [first, second] = [a, b].map(({ id }) => ctx.random('order', id, ctx.now))
        return (first ?? 0) - (second ?? 0)
      },
    })),
  ],
  'no-list': [
    'there is no list of bookings, and the profile says so: what is asked for is empty',
    rules(() => ({ isListed: () => false })),
    { profile: { operations: { list: null } } },
  ],
  'list-without-holds': ['the list leaves out bookings on hold', leavesOut('ON_HOLD')],
  'list-without-cancelled': ['the list leaves out cancelled bookings', leavesOut('CANCELLED')],
  'expired-holds-not-listed': ['the list leaves out holds that have run out', leavesOut('EXPIRED')],
  'list-of-nothing-404': [
    'a list, or a page, with nothing in it is refused',
    refusesEmpty,
    { warns: ['4.3/list-beyond-end-empty'] },
  ],
  'list-needs-every-input': [
    'the list wants to be told a page, a page size, an order and a booking type',
    needs('list', 'page', 'pageSize', 'sortField', 'sortOrder', 'bookingType'),
  ],
  'list-knows-one-descending': [
    'the list knows DESCENDING alone, and sorts ascending with any other sort order',
    together(
      takes('list', 'sortOrder', anything),
      rule('compare', (usual, a, b, order, ctx) =>
        usual(a, b, { ...order, descending: order.descending && ctx.call.input.sortOrder !== 'Descending' }, ctx),
      ),
    ),
    {
      profile: { operations: { list: { values: { ascending: 'ASCENDING', descending: 'DESCENDING' } } } },
      warns: ['4.3/list-sort-descending-spelled'],
    },
  ],
  'one-booking-type-alone': [
    'all bookings are products, and a list of any other type is refused',
    refuses('list', 'bookingType', (type) => type !== 'product'),
    { profile: { bookable: { other: null }, operations: { list: { values: { otherType: null } } } } },
  ],
  'nothing-of-the-other-type-is-booked': [
    'the list knows transfers as a booking type, and there are none',
    rules(() => ({})),
    { profile: { bookable: { other: null }, operations: { list: { values: { otherType: 'Transfer' } } } } },
  ],
  'list-page-0-is-page-1': [
    'pages below 1 are taken for page 1',
    rules((base) => ({
      accepts: (field, value, ctx) => (field === 'page' && Number.isInteger(value)) || base.accepts(field, value, ctx),
      page: (sorted, page, size, ctx) => base.page(sorted, Math.max(1, page), size, ctx),
    })),
  ],
  'list-as-a-connection': [
    'the list is a connection: a booking is the node of an edge, with a cursor beside it',
    listsEdges,
    {
      profile: {
        operations: { list: { items: '/viewer/bookings/edges/*/node', total: '/viewer/bookings/totalCount' } },
      },
    },
  ],
  'list-items-without-ids': [
    'the items of the list do not say which booking they are',
    on('list').answers(without('/id')),
  ],
  'list-items-are-short': [
    'the items of the list lack notes, reference, times and what else is not documented',
    on('list').answers(...notInAShortItem.map((name) => without(`/${name}`))),
  ],
})

function leavesOut(status: BookingStatus): Change {
  return rule('isListed', (usual, booking, ctx) => booking.status !== status && usual(booking, ctx))
}

/** The first array in a body, wherever a dialect has it. */
function listIn(json: Json): Json | undefined {
  if (Array.isArray(json)) return json
  return isObject(json)
    ? Object.values(json)
        .map(listIn)
        .find((list) => list !== undefined)
    : undefined
}
