import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, together } from '../changes/shown.js'
import { after, allows, loses, makes } from '../changes/writes.js'
import type { Fault } from '../fault.js'

const extendedAndUpdated = after('extend', 'update')

/** Section 3 as a whole: what shows only after a certain sequence of operations. */
export const lifecycleFaults: readonly Fault[] = faults({
  '3/sequence-follows-table': {
    'confirm-after-extend-and-update-stays-on-hold': [
      'a booking that was extended and updated stays on hold when it is confirmed',
      makes('confirm', (_made, before, ctx) =>
        extendedAndUpdated(before, ctx) ? { status: 'ON_HOLD', holdEnd: before.holdEnd } : {},
      ),
      'confirm /status',
    ],
    'extend-reopens-what-was-extended-and-cancelled': [
      'a booking that was extended before it was cancelled can be extended again',
      together(
        allows('extend', (booking, ctx) => booking.status === 'CANCELLED' && after('extend')(booking, ctx)),
        makes('extend', () => ({ status: 'ON_HOLD' })),
      ),
    ],
    'extend-revives-what-nobody-read': [
      'a hold that has run out can be extended until a read or a list notices that it has',
      rule('isOver', (usual, booking, ctx) => {
        if (!usual(booking, ctx)) return false
        const noticed = `extend-revives-what-nobody-read ${booking.serial}`
        if (ctx.operation === 'get' || ctx.operation === 'list') ctx.state.memory.set(noticed, true)
        return ctx.operation !== 'extend' || ctx.state.memory.has(noticed)
      }),
      'extend',
    ],
  },
  '3/answer-agrees-with-get': {
    'extend-answers-not-cancellable': [
      'extend answers that the booking is not cancellable, which get does not',
      on('extend').answers(put('/cancellable', false)),
      ['extend /cancellable', 'get /cancellable'],
    ],
    'cancel-after-extend-and-update-not-saved': [loses('cancel', extendedAndUpdated), 'get /status'],
  },
})
