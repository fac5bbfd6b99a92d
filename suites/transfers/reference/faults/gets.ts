import { overlooks } from '../changes/callers.js'
import { on, ofStatus, put } from '../changes/on.js'
import { answersAnother } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule } from '../changes/shown.js'
import { of } from '../changes/writes.js'
import type { Fault } from '../fault.js'

const answersTheOneBefore = rule('afterReply', (usual, reply, ctx) => {
  const shown = usual(reply, ctx)
  if (ctx.operation !== 'get' || shown.kind !== 'booking') return shown
  const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
  const before = ctx.store.versions(serial - 1).at(-1)
  return before === undefined ? shown : { ...shown, booking: ctx.rules.showBooking(before, ctx) }
})

/** Section 4.3: get booking. */
export const getFaults: readonly Fault[] = faults({
  '4.3/get-accepted': {
    'get-refused': ['get of a booking on hold is refused', overlooks('get', of('ON_HOLD'))],
    'get-answers-the-booking-before': [answersTheOneBefore, 'get /id'],
  },
  '4.3/get-equals-created': {
    'get-loses-notes': ['get does not show the notes', on('get').answers(put('/notes', null))],
    'get-shows-one-minute-less': on('get').answers(put('/expirationMinutes', (was) => Math.max(20, Number(was) - 1))),
    'get-shows-not-cancellable': on('get').answers(put('/cancellable', false, ofStatus('ON_HOLD'))),
    'get-shows-another-price': on('get').answers(put('/pricing/total', (was) => Number(was) + 100)),
    'get-shows-other-minutes-from-the-second-time': [
      'from the second read on, a booking shows other minutes',
      on('get').answers(
        put(
          '/expirationMinutes',
          200,
          ({ ctx }) => ctx.state.count(`get-shows-other-minutes-from-the-second-time ${ctx.call.id ?? ''}`) >= 2,
        ),
      ),
    ],
  },
  '4.3/get-unknown-id-refused': {
    'get-of-unknown-id-answers-another-booking': answersAnother('get'),
    'get-of-unknown-id-answers-an-empty-booking': [
      'get of an id that does not exist answers a booking that was made up',
      answersAnother('get', ({ call }) => ({
        kind: 'booking',
        booking: { id: call.id ?? '', status: 'ON_HOLD', cancellable: false, expirationMinutes: 20 },
        created: false,
      })),
    ],
  },
})
