import type { Break, Change } from '../change.js'
import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen, together } from '../changes/shown.js'
import { keeps } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName } from '../model.js'

const readAfterwards = ['3/answer-agrees-with-get', '3/sequence-follows-table'] as const

/** Faults that hide behind what is legal: states that move on, and reads that follow the writes. */
export const movingFaults: readonly Fault[] = faults({
  '3/cancel-persisted-get': {
    'cancel-answers-cancelling-and-is-lost': [
      'cancel answers CANCELLING, and the booking stays confirmed',
      moving(
        'cancel',
        'CANCELLING',
        rule('save', (usual, booking, before, ctx) => {
          if (ctx.operation !== 'cancel') usual(booking, before, ctx)
        }),
      ),
    ],
  },
  '3/update-persisted-get': {
    'update-answers-updating-and-undoes-the-confirm': [
      'an update of a confirmed booking answers UPDATING, and the booking is on hold again',
      moving(
        'update',
        'UPDATING',
        rule('save', (usual, booking, before, ctx) =>
          usual(ctx.operation === 'update' ? { ...booking, status: 'ON_HOLD' } : booking, before, ctx),
        ),
      ),
    ],
  },
  '3/confirm-persisted-get': {
    'confirm-is-never-done': [
      'a confirmed booking stays PENDING for ever',
      given(
        'confirm-takes-a-while',
        rule('showBooking', (usual, booking, ctx) => {
          const shown = usual(booking, ctx)
          return booking.status === 'CONFIRMED' ? { ...shown, status: 'PENDING' } : shown
        }),
      ),
      'get /status',
    ],
    'confirm-is-done-and-undone': [
      'a confirm is PENDING for a while, and the booking is on hold again then',
      given(
        'confirm-takes-a-while',
        keeps('confirm', (_, before) => ({ ...before })),
      ),
      'get /status',
    ],
    'confirm-is-done-and-undone-later': [
      'a confirm is PENDING for a while, and done, and ten minutes later the booking is shown on hold again',
      given(
        'confirm-takes-a-while',
        rule('showBooking', (usual, booking, ctx) => {
          const shown = usual(booking, ctx)
          const isLater = ctx.now >= booking.updatedAt + 600_000
          return booking.status === 'CONFIRMED' && isLater ? { ...shown, status: 'ON_HOLD' } : shown
        }),
      ),
      'get /status',
    ],
  },
  '4.3/read-shows-writes-at-once': {
    'get-lags-behind': ['get shows a write 200 ms later', late('get', 200)],
    'get-shows-the-old-value-for-a-while': late('get', 400, ([made]) => made),
    'list-lags-behind': ['the list shows a write 300 ms later', late('list', 300)],
  },
})

/** A write that answers a state on its way to another, where it never arrives. */
function moving(operation: 'cancel' | 'update', status: string, lost: Change): Break {
  return {
    ...seen(['get', 'list', operation], '/status', together(on(operation).answers(put('/status', status)), lost)),
    seenAs: [`3/${operation}-persisted-list`, ...readAfterwards],
  }
}

function late(
  operation: OperationName,
  milliseconds: number,
  before: (versions: readonly Booking[]) => Booking | undefined = () => undefined,
): Break {
  const lagging = rule('version', (usual, versions, ctx) =>
    ctx.operation === operation
      ? (versions.findLast(({ updatedAt }) => updatedAt <= ctx.now - milliseconds) ?? before(versions))
      : usual(versions, ctx),
  )
  return given('reads-settle-in-half-a-second', seen(operation, ['', '/status', '/reference', '/notes'], lagging))
}
