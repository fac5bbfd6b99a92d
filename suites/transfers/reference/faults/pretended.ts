import { isForeign } from '../changes/callers.js'
import { pretends } from '../changes/refusals.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { changesThoughRefused } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName } from '../model.js'

const writes = ['extend', 'confirm', 'update', 'cancel'] as const

/** Refusals that are none: what should be refused is answered as if it were done, or is done behind the refusal. */
export const pretendedFaults: readonly Fault[] = [
  ...faults({
    '4.2/availability-id-missing-refused': {
      'reserve-without-availability-seems-accepted': seems(
        'reserve',
        ({ call }) => call.input.availabilityId === undefined,
      ),
    },
    '4.2/availability-id-empty-refused': {
      'reserve-of-an-empty-availability-seems-accepted': seems(
        'reserve',
        ({ call }) => call.input.availabilityId === '',
      ),
    },
    '7/reserve-unknown-availability-refused': {
      'reserve-of-unknown-availability-seems-accepted': seems('reserve', 'UNKNOWN_AVAILABILITY'),
    },
    '7/extend-confirmed-refused': {
      'extend-of-confirmed-seems-accepted': seems('extend', (ctx) => isNow('CONFIRMED', ctx)),
    },
    '7/extend-cancelled-refused': {
      'extend-of-cancelled-seems-accepted': seems('extend', (ctx) => isNow('CANCELLED', ctx)),
    },
    '3/confirm-cancelled-refused': {
      'confirm-of-cancelled-seems-accepted': seems('confirm', (ctx) => isNow('CANCELLED', ctx)),
    },
    '7/update-not-cancellable-refused': {
      'update-of-cancelled-seems-accepted': seems('update', (ctx) => isNow('CANCELLED', ctx)),
    },
    '7/update-window-passed-refused': { 'update-too-late-seems-accepted': seems('update', 'NOT_CANCELLABLE') },
    '7/update-redeemed-refused': {
      'update-of-redeemed-seems-accepted': seems('update', (ctx) => isNow('REDEEMED', ctx)),
    },
    '5/foreign-confirm-no-effect': {
      'confirm-of-foreign-booking-heeded-in-secret': [
        changesThoughRefused(
          'confirm',
          (_code, ctx) => isForeign(ctx),
          () => ({ status: 'CONFIRMED', holdEnd: null }),
        ),
        'get /status',
      ],
    },
    '5/foreign-update-no-effect': {
      'update-of-foreign-booking-heeded-in-secret': [
        changesThoughRefused(
          'update',
          (_code, ctx) => isForeign(ctx),
          () => ({ reference: 'not yours' }),
        ),
        'get /reference',
      ],
    },
    '7/cancel-window-passed-refused': { 'cancel-too-late-seems-accepted': seems('cancel', 'NOT_CANCELLABLE') },
  }),
  ...writes.flatMap((write) =>
    faults({
      [`4.3/${write}-unknown-id-refused`]: { [`${write}-of-unknown-id-seems-accepted`]: seems(write, isUnknown) },
      [`5/foreign-${write}-refused`]: { [`${write}-of-foreign-booking-seems-accepted`]: seems(write, isForeign) },
    }),
  ),
  // Of reserve and list an answer that seems accepted tells a stranger nothing: there, what is done and shown is judged.
  ...(['get', ...writes] as const).flatMap((operation) =>
    faults({
      [`5/no-credentials-${operation}-refused`]: {
        [`${operation}-without-credentials-seems-accepted`]: seems(operation, 'UNAUTHORIZED'),
      },
      [`5/wrong-credentials-${operation}-refused`]: {
        [`${operation}-with-wrong-credentials-seems-accepted`]: seems(operation, 'FORBIDDEN'),
      },
    }),
  ),
]

function seems(operation: OperationName, when: string | ((ctx: Context) => boolean)): FaultRow {
  const change: Break = pretends(operation, (code, ctx) => (typeof when === 'string' ? code === when : when(ctx)))
  return [`what ${operation} refuses is answered as if it were done`, change]
}

function isUnknown({ call, store }: Context): boolean {
  return store.withId(call.id ?? '').length === 0
}

function isNow(status: Booking['status'], { call, store }: Context): boolean {
  return store.withId(call.id ?? '').some((serial) => store.versions(serial).at(-1)?.status === status)
}
