import { setTimeout as pause } from 'node:timers/promises'
import type { Break, Change } from '../change.js'
import type { Context } from '../context.js'
import type { Booking, BookingStatus, Input, OperationName, RefusalCode, Write } from '../model.js'
import type { Rules } from '../rules.js'
import { rule } from './shown.js'

/** Is this booking, as it is when the operation meets it, meant? */
export type When = (booking: Booking, ctx: Context) => boolean

/** A booking of one of these statuses. */
export function of(...statuses: readonly BookingStatus[]): When {
  return ({ status }) => statuses.includes(status)
}

/** A booking that these operations have changed before. */
export function after(...operations: readonly OperationName[]): When {
  return ({ id }, { state }) => operations.every((operation) => state.history(id).includes(operation))
}

/** A booking whose last change was this operation. */
export function isJust(operation: OperationName): When {
  return ({ id }, { state }) => state.history(id).findLast((done) => done !== 'get' && done !== 'list') === operation
}

/** An operation is allowed on bookings on which it is not. */
export function allows(operation: Write, when: When): Break {
  return decides(operation, (allowed, booking, ctx) => allowed || when(booking, ctx))
}

/** An operation is refused on bookings on which it is allowed. */
export function forbids(operation: Write, when: When): Break {
  return decides(operation, (allowed, booking, ctx) => allowed && !when(booking, ctx))
}

/** On which bookings an operation is allowed, in a way of its own. */
export function decides(
  operation: Write,
  decide: (allowed: boolean, booking: Booking, ctx: Context) => boolean,
): Break {
  const spoilt = rule('may', (usual, documented, booking, ctx) => {
    const allowed = usual(documented, booking, ctx)
    return ctx.operation === operation ? decide(allowed, booking, ctx) : allowed
  })
  return { ...spoilt, shows: [{ operation, place: '' }] }
}

/** An operation makes something else of a booking, in its answer and in what is kept. `made` is the right result. */
export function makes(
  operation: Write,
  change: (made: Booking, before: Booking, ctx: Context) => Partial<Booking>,
): Change {
  return rule('made', (usual, after, before, ctx) => {
    const made = usual(after, before, ctx)
    return ctx.operation === operation ? { ...made, ...change(made, before, ctx) } : made
  })
}

/** An operation gives a booking another id. */
export function renamesBooking(operation: Write): Change {
  return makes(operation, (_made, _before, ctx) => ({ id: ctx.newBookingId(ctx.store.takeSerial(), null) }))
}

/** An operation makes it cost something else, in its answer and in what is kept. */
export function costs(operation: Write, total: (made: Booking, before: Booking, ctx: Context) => number): Change {
  return makes(operation, (made, ...rest) => ({ price: { ...made.price, total: total(made, ...rest) } }))
}

/** An operation answers one booking and keeps another: `change` on top of the answered one, or nothing if false. */
export function keeps(
  operation: OperationName,
  change: (booking: Booking, before: Booking | null, ctx: Context) => Partial<Booking> | false,
): Change {
  return {
    rules: (base) => ({
      save: (booking, before, ctx) => {
        const kept = ctx.operation === operation ? change(booking, before, ctx) : {}
        if (kept !== false) base.save({ ...booking, ...kept }, before, ctx)
      },
    }),
  }
}

/** What an operation makes of these bookings is answered, and not kept. */
export function loses(operation: OperationName, when: When = () => true): Change {
  return keeps(operation, (booking, _before, ctx) => (when(booking, ctx) ? false : {}))
}

/** An operation that is refused changes the booking all the same, unless `change` says false. */
export function changesThoughRefused(
  operation: Write,
  meant: RefusalCode | ((code: RefusalCode, ctx: Context) => boolean),
  change: (booking: Booking, ctx: Context, base: Rules) => Partial<Booking> | false,
): Change {
  const isMeant = typeof meant === 'string' ? (code: RefusalCode): boolean => code === meant : meant
  return {
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (ctx.operation === operation && reply.kind === 'refused' && isMeant(reply.code, ctx))
          for (const serial of ctx.store.withId(ctx.call.id ?? '')) {
            const booking = ctx.store.versions(serial).at(-1)
            const changed = booking === undefined ? false : change(booking, ctx, base)
            if (booking !== undefined && changed !== false) ctx.store.put({ ...booking, ...changed })
          }
        return base.afterReply(reply, ctx)
      },
    }),
  }
}

/** The reference that came with a request, as a change of its booking; false: none did. */
export function referenceIn({ reference }: Input): { readonly reference: string } | false {
  return typeof reference === 'string' && { reference }
}

/** A refused write puts a booking of this status on hold again, for half an hour. ON_HOLD: one that has run out. */
export function holdsThoughRefused(operation: Write, code: RefusalCode, from: BookingStatus): Change {
  return changesThoughRefused(operation, code, ({ status, holdEnd }, { now }) => {
    return status === from && (holdEnd ?? 0) <= now && { status: 'ON_HOLD', holdEnd: now + 1_800_000 }
  })
}

/** A read shows these bookings as they were when `then` was true last. */
export function isStale(
  operation: 'get' | 'list',
  when: When,
  then: (versions: readonly Booking[]) => Booking | undefined = (versions) => versions.at(-2),
): Change {
  return {
    rules: (base) => ({
      version: (versions, ctx) => {
        const last = versions.at(-1)
        const stale = ctx.operation === operation && last !== undefined && when(last, ctx) ? then(versions) : undefined
        return stale ?? base.version(versions, ctx)
      },
    }),
  }
}

/** An operation saves what it made of a booking some time after it has read it, over whatever was written meanwhile. */
export function isSlow(operation: Write): Change {
  return {
    rules: (base) => ({
      between: (step, ctx) =>
        step === 'write: booking changed, not saved' && ctx.operation === operation
          ? pause(30)
          : base.between(step, ctx),
    }),
  }
}
