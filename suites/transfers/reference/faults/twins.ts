import { pause } from '../pause.js'
import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'

/** The same operation twice at once, where each reads before either has written. */
export const twinFaults: readonly Fault[] = faults({
  '3/updates-persisted-concurrent': {
    'updates-at-once-write-over-each-other': [
      'of two updates at once, the one that is saved last undoes the other',
      rules(slow('update', 15)),
      ['get /reference', 'get /expirationMinutes'],
    ],
    'update-of-minutes-writes-over-a-reference': [
      'an update of the minutes takes its time, and undoes an update of the reference that it met',
      rules((base) => ({
        between: (step, ctx) =>
          ctx.call.input.expirationMinutes !== undefined
            ? slow('update', 15)(base).between(step, ctx)
            : base.between(step, ctx),
      })),
      'get /reference',
    ],
  },
  '3/confirm-once-concurrent': {
    'confirms-at-once-lose-the-reference': [
      'of two confirms at once both are accepted, and the booking has no reference then',
      rules((base) => ({
        ...slow('confirm', 15)(base),
        save: (booking, before, ctx) => {
          const [last] = ctx.store.versions(booking.serial).slice(-1)
          const isSecond = ctx.operation === 'confirm' && last?.status === 'CONFIRMED'
          base.save(isSecond ? { ...booking, reference: null } : booking, before, ctx)
        },
      })),
      'get /reference',
    ],
    'confirm-that-comes-second-refused-but-kept': [
      'of two confirms at once the second is refused, and its reference is kept',
      rules((base) => ({
        mayConfirm: (booking, ctx) => {
          const { reference } = ctx.call.input
          if (booking.status === 'CONFIRMED' && ctx.now - booking.updatedAt < 50 && typeof reference === 'string')
            base.save({ ...booking, reference }, booking, ctx)
          return base.mayConfirm(booking, ctx)
        },
      })),
      'get /reference',
    ],
  },
  '7/cancel-once-concurrent': {
    'cancels-at-once-both-cancel': ['of two cancels at once, both are accepted', rules(slow('cancel', 15)), 'cancel'],
    'cancel-right-after-a-cancel-accepted': [
      'a cancel that comes within 50 ms of another is accepted as well',
      rules((base) => ({
        mayCancel: (booking, ctx) =>
          base.mayCancel(booking, ctx) ||
          (booking.status === 'CANCELLED' && ctx.state.inFlight('cancel') > 0 && ctx.now - booking.updatedAt < 50),
      })),
      'cancel',
    ],
  },
})

function slow(operation: OperationName, milliseconds: number): (base: Rules) => Pick<Rules, 'between'> {
  return (base) => ({
    between: (step, ctx) =>
      step === 'write: booking changed, not saved' && ctx.operation === operation
        ? pause(milliseconds)
        : base.between(step, ctx),
  })
}
