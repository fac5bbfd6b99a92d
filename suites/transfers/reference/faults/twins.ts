import { pause } from '../pause.js'
import { faults } from '../changes/rows.js'
import { rules, seen, together } from '../changes/shown.js'
import { decides, keeps } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'

/** The same operation twice at once, where each reads before either has written. */
export const twinFaults: readonly Fault[] = faults({
  '3/updates-persisted-concurrent': {
    'updates-at-once-write-over-each-other': [rules(slow('update', 15)), ['get /reference', 'get /expirationMinutes']],
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
    'confirm-refused-beside-another-keeps-its-reference': [
      'of two confirms at once, one is refused, and its reference is kept all the same',
      decides('confirm', (allowed, booking, ctx) => {
        const { reference } = ctx.call.input
        if (booking.status === 'CONFIRMED' && ctx.now - booking.updatedAt < 50 && typeof reference === 'string')
          ctx.rules.save({ ...booking, reference }, booking, ctx)
        return allowed
      }),
      'get /reference',
    ],
    'confirms-at-once-lose-their-references': [
      'of two confirms at once, neither reference is kept',
      together(
        seen(
          'get',
          '/reference',
          keeps('confirm', ({ serial }, _before, { state, store }) =>
            state.inFlight('confirm') > 1 || store.versions(serial).at(-1)?.status === 'CONFIRMED'
              ? { reference: null }
              : {},
          ),
        ),
        rules(slow('confirm', 15)),
      ),
    ],
  },
  '7/cancel-once-concurrent': {
    'cancels-at-once-both-cancel': ['of two cancels at once, both are accepted', rules(slow('cancel', 15)), 'cancel'],
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
