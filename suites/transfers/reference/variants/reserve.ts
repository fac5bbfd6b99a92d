import { editBookings } from '../edit.js'
import { isObject, type Json } from '../json.js'
import type { Variant } from '../variant.js'
import { textOf } from '../textOf.js'

/** Other legal ways to offer an availability and to reserve it. */
export const reserveVariants: readonly Variant[] = [
  {
    name: 'reserve-answers-201',
    title: 'reserve answers 201, also to a key that was used before',
    wire: (base) => ({
      successStatus: (status, exchange) =>
        exchange.operation === 'reserve' ? 201 : base.successStatus(status, exchange),
    }),
  },
  {
    name: 'reserve-answers-202',
    title: 'reserve answers 202',
    wire: (base) => ({
      successStatus: (status, exchange) =>
        exchange.operation === 'reserve' ? 202 : base.successStatus(status, exchange),
    }),
  },
  {
    name: 'repeated-key-is-a-conflict',
    title: 'a key that was used before is refused',
    rules: () => ({ repeatIsConflict: () => true }),
  },
  {
    name: 'refused-key-stays-refused',
    title: 'a key whose first use was refused is refused for ever',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(field === 'idempotencyKey' && ctx.state.memory.has(`refused-key-stays-refused ${textOf(value)}`)) &&
        base.accepts(field, value, ctx),
      afterReply: (reply, ctx) => {
        const key = ctx.call.input.idempotencyKey
        if (ctx.operation === 'reserve' && reply.kind === 'refused' && typeof key === 'string')
          ctx.state.memory.set(`refused-key-stays-refused ${key}`, true)
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'ids-are-not-the-keys',
    title: 'the id of a booking has nothing to do with its idempotency key',
    rules: (base) => ({ bookingId: (serial, _key, ctx) => base.bookingId(serial, null, ctx) }),
  },
  {
    name: 'ids-are-keys-in-each-account',
    title: 'a key is the id of its booking in every account that reserves with it',
    rules: (base) => ({
      bookingId: (serial, key, ctx) => {
        const sent = ctx.call.input.idempotencyKey
        return typeof sent === 'string' ? sent : base.bookingId(serial, key, ctx)
      },
    }),
  },
  {
    name: 'ids-counted-for-each-account',
    title:
      'ids are small numbers, counted for each reseller account by itself, and both have bookings already, which are listed first',
    rules: () => ({
      bookingId: (_serial, _key, ctx) => {
        const own = ctx.store.serials().filter((serial) => ctx.store.versions(serial)[0]?.reseller === ctx.reseller)
        return String(own.length + 1)
      },
    }),
    options: { history: 30, busyMs: 50, busyAs: 'b' },
  },
  {
    name: 'bookings-without-notes',
    title: 'bookings do not carry the notes',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          delete booking['notes']
        }),
    }),
    profile: { booking: { notes: null } },
  },
  {
    name: 'one-availability-object',
    title: 'the availability check answers one availability, and no array',
    wire: (base) => ({
      finish: (answer, exchange) => {
        const finished = base.finish(answer, exchange)
        if (finished === 'drop' || exchange.reply?.kind !== 'availability') return finished
        return { ...finished, body: firstOfLists(finished.body ?? null) }
      },
    }),
  },
  {
    name: 'reserve-needs-minutes-and-key',
    title: 'reserve without expirationMinutes or without an idempotency key is refused',
    rules: (base) => ({
      required: (ctx) => [
        ...base.required(ctx),
        ...(ctx.operation === 'reserve' ? (['expirationMinutes', 'idempotencyKey'] as const) : []),
      ],
    }),
  },
  {
    name: 'not-sold-in-gbp',
    title: 'bookings in GBP are refused: that is no currency of these products',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) && !(ctx.operation === 'reserve' && value === 'GBP'),
    }),
  },
  {
    name: 'sold-in-the-default-currency-only',
    title: 'bookings in another currency than EUR are refused: these products are sold in no other',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) && !(ctx.operation === 'reserve' && value !== 'EUR'),
    }),
  },
  {
    name: 'minutes-moved-into-range',
    title: 'reserve moves minutes outside the range to its bound',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) || (ctx.operation === 'reserve' && Number.isInteger(value)),
      minutes: (value, ctx) =>
        ctx.operation === 'reserve' ? Math.min(200, Math.max(20, Number(value))) : base.minutes(value, ctx),
    }),
    warns: ['8/expiration-outside-refused-not-clamped-reserve'],
  },
  {
    name: 'minutes-as-text-understood',
    title: 'reserve takes "25" for 25 minutes, and null for none at all',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) ||
        (ctx.operation === 'reserve' &&
          (value === null || (typeof value === 'string' && base.acceptsMinutes(Number(value), ctx)))),
      minutes: (value, ctx) => (value === null ? base.defaultMinutes(ctx) : base.minutes(value, ctx)),
    }),
    warns: ['8/expiration-not-integer-refused-reserve'],
  },
  {
    name: 'reserve-takes-it-easy',
    title: 'reserve needs the availabilityId alone, and takes any notes, key and currency that it can make sense of',
    rules: (base) => ({
      required: (ctx) => (ctx.operation === 'reserve' ? ['availabilityId'] : base.required(ctx)),
      accepts: (field, value, ctx) =>
        (ctx.operation === 'reserve' &&
          (field === 'notes' || (field === 'idempotencyKey' && typeof value === 'string'))) ||
        base.accepts(field, value, ctx),
      acceptsCurrency: (value, ctx) => ctx.operation === 'reserve' || base.acceptsCurrency(value, ctx),
      currency: (asked, option, ctx) =>
        base.currency(base.acceptsCurrency(asked, ctx) ? asked : undefined, option, ctx),
    }),
    warns: [
      '4.2/option-id-missing-refused',
      '4.2/product-id-missing-refused',
      '4.2/notes-mistyped-refused',
      '4.2/idempotency-key-not-uuid-refused',
      '4.2/currency-unavailable-refused',
      '4.2/currency-mistyped-refused',
    ],
  },
]

/** Every array of a body replaced with its first item, where it has one. */
function firstOfLists(json: Json): Json {
  if (Array.isArray(json)) {
    const [first] = json
    return first === undefined ? [] : firstOfLists(first)
  }
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, firstOfLists(value)]))
}
