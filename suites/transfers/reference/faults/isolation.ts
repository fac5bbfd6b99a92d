import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, Call, OperationName, Reply } from '../model.js'
import type { Rules } from '../rules.js'
import type { WireAnswer } from '../wire.js'

const writes = ['extend', 'confirm', 'update', 'cancel'] as const
const operations = ['reserve', ...writes, 'get', 'list'] as const

/** Section 5: one operation, one way of getting at what is not one's own. */
export const isolationFaults: readonly Fault[] = [
  ...writes.flatMap((operation): Fault[] => [
    {
      name: `${operation}-of-foreign-booking-accepted`,
      clause: `5/foreign-${operation}-refused`,
      title: `${operation} works on bookings of other resellers`,
      rules: (base) => ({ sees: (booking, ctx) => ctx.operation === operation || base.sees(booking, ctx) }),
    },
    {
      name: `${operation}-of-foreign-booking-refused-but-done`,
      clause: `5/foreign-${operation}-no-effect`,
      title: `${operation} of another reseller's booking is refused, but carried out`,
      rules: (base) => ({
        sees: (booking, ctx) => ctx.operation === operation || base.sees(booking, ctx),
        afterReply: (reply, ctx) =>
          refusedIf(ctx.operation === operation && isForeign(ctx), base.afterReply(reply, ctx)),
      }),
    },
  ]),
  ...operations.flatMap((operation): Fault[] => [
    ...(operation === 'cancel' ? [] : [letIn(operation, 'none', `${operation}-needs-no-credentials`)]),
    letIn(operation, 'wrong', `${operation}-takes-wrong-credentials`),
  ]),
  ...writes.map((operation): Fault => {
    const credentials = operation === 'confirm' || operation === 'extend' ? 'none' : 'wrong'
    return {
      name: `${operation}-by-a-stranger-refused-but-done`,
      clause: '5/no-credentials-no-effect',
      title: `${operation} with credentials that are ${credentials} is refused, but carried out`,
      rules: (base) => ({
        caller: (call, state) => (isStranger(call, operation, credentials) ? 'a' : base.caller(call, state)),
        afterReply: (reply, ctx) =>
          refusedIf(isStranger(ctx.call, operation, credentials), base.afterReply(reply, ctx)),
      }),
    }
  }),
  {
    name: 'cancel-by-a-stranger-done-without-a-word',
    clause: '5/no-credentials-no-effect',
    title: 'cancel with credentials that are wrong is carried out, and answers 204 without a body',
    rules: (base) => ({
      caller: (call, state) => (isStranger(call, 'cancel', 'wrong') ? 'a' : base.caller(call, state)),
    }),
    wire: (base) => ({
      finish: (answer, exchange) =>
        exchange.call !== null && isStranger(exchange.call, 'cancel', 'wrong')
          ? withoutBody(answer)
          : base.finish(answer, exchange),
    }),
  },
  {
    name: 'cancel-by-another-reseller-done-without-a-word',
    clause: '5/foreign-cancel-no-effect',
    title: 'cancel works on bookings of other resellers, and answers the second reseller 204 without a body',
    rules: (base) => ({ sees: (booking, ctx) => ctx.operation === 'cancel' || base.sees(booking, ctx) }),
    wire: (base) => ({
      finish: (answer, exchange) =>
        exchange.operation === 'cancel' && exchange.call?.reseller === 'b'
          ? withoutBody(answer)
          : base.finish(answer, exchange),
    }),
  },
  listLeak('list-leaks-other-resellers', 'the list shows bookings of other resellers', () => true),
  listLeak(
    'list-leaks-on-page-2',
    'the second page of the list shows bookings of other resellers',
    ({ call }) => call.input.page === 2,
  ),
  listLeak(
    'list-leaks-when-sorted',
    'the list sorted by price shows bookings of other resellers',
    ({ call }) => call.input.sortField === 'price',
  ),
  listLeak('list-leaks-without-inputs', 'the list without any input shows bookings of other resellers', ({ call }) =>
    Object.values(call.input).every((value) => value === undefined),
  ),
  listLeak(
    'list-leaks-by-booking-type',
    'the list of one booking type shows bookings of other resellers',
    ({ call }) => call.input.bookingType !== undefined,
  ),
  listLeak(
    'list-leaks-without-capability',
    'the list without the capability shows bookings of other resellers',
    ({ call }) => call.capabilityHeader === null,
  ),
  leak(
    'get',
    'get-leaks-without-capability',
    'get without the capability shows bookings of other resellers',
    (_, ctx) => ctx.call.capabilityHeader === null,
  ),
  leak('get', 'get-leaks-confirmed-bookings', 'get shows confirmed bookings of other resellers', isConfirmed),
  leak(
    'update',
    'update-of-foreign-confirmed-booking-accepted',
    'update works on confirmed bookings of others',
    isConfirmed,
  ),
  leak(
    'cancel',
    'cancel-of-foreign-hold-accepted',
    'cancel works on holds of other resellers',
    ({ status }) => status === 'ON_HOLD',
  ),
  {
    name: 'idempotency-keys-shared-by-resellers',
    clause: '5/foreign-key-isolated',
    title: "a key that another reseller has used answers that reseller's booking",
    rules: () => ({ keyScope: (key) => key.toLowerCase() }),
  },
  {
    name: 'foreign-idempotency-key-overwrites',
    clause: '5/foreign-key-isolated',
    title: "a key that another reseller has used changes that reseller's booking",
    rules: (base) => ({
      keyScope: (key) => key.toLowerCase(),
      madeBefore: (booking, ctx) => {
        if (booking.reseller === ctx.reseller) return base.madeBefore(booking, ctx)
        const changed = { ...booking, expirationMinutes: Number(ctx.call.input.expirationMinutes) }
        base.save(changed, booking, ctx)
        return null
      },
    }),
  },
  {
    name: 'key-of-another-reseller-hands-over-its-booking',
    clause: '5/foreign-key-isolated',
    title:
      "another reseller's request, sent again under its key, answers that reseller's booking; any other is a conflict",
    rules: (base) => ({
      bookingId: (serial, _key, ctx) => base.bookingId(serial, null, ctx),
      keyScope: (key) => key.toLowerCase(),
      repeatIsConflict: (booking, { call }) => booking.notes !== (call.input.notes ?? null),
    }),
  },
  {
    name: 'refusal-quotes-the-notes-of-a-foreign-booking',
    clause: '5/foreign-get-refused',
    title: "get of another reseller's booking is refused with an error that quotes its notes",
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        const [serial] = ctx.store.withId(ctx.call.id ?? '')
        const booking = serial === undefined ? undefined : ctx.store.versions(serial).at(-1)
        return ctx.operation === 'get' && shown.kind === 'refused' && booking?.notes
          ? { ...shown, message: `the booking with the notes ${booking.notes} is not yours` }
          : shown
      },
    }),
  },
]

function letIn(operation: OperationName, credentials: 'none' | 'wrong', name: string): Fault {
  return {
    name,
    clause: `5/${credentials === 'none' ? 'no' : 'wrong'}-credentials-${operation}-refused`,
    title: credentials === 'none' ? `${operation} works without credentials` : `${operation} takes any credentials`,
    rules: (base) => ({
      caller: (call, state) => (isStranger(call, operation, credentials) ? 'a' : base.caller(call, state)),
    }),
  }
}

function leak(
  operation: 'get' | 'update' | 'cancel',
  name: string,
  title: string,
  when: (booking: Booking, ctx: Context) => boolean,
): Fault {
  return {
    name,
    clause: `5/foreign-${operation}-refused`,
    title,
    rules: (base) => ({
      sees: (booking, ctx) => (ctx.operation === operation && when(booking, ctx)) || base.sees(booking, ctx),
    }),
  }
}

function withoutBody({ body: _, headers: { 'content-type': __, ...headers } }: WireAnswer): WireAnswer {
  return { status: 204, headers, text: '' }
}

function isConfirmed({ status }: Booking): boolean {
  return status === 'CONFIRMED'
}

function listLeak(name: string, title: string, when: (ctx: Context) => boolean): Fault {
  return {
    name,
    clause: '5/foreign-list-hidden',
    title,
    rules: (base: Rules) => ({
      sees: (booking, ctx) => (ctx.operation === 'list' && when(ctx)) || base.sees(booking, ctx),
    }),
  }
}

function isStranger(call: Call, operation: OperationName, credentials: 'none' | 'wrong'): boolean {
  return call.operation === operation && call.credentials === credentials
}

function isForeign({ call, store, reseller }: Context): boolean {
  return store.withId(call.id ?? '').some((serial) => store.versions(serial).at(-1)?.reseller !== reseller)
}

function refusedIf(condition: boolean, reply: Reply): Reply {
  return condition ? { kind: 'refused', code: 'UNKNOWN_BOOKING', message: 'there is no such booking' } : reply
}
