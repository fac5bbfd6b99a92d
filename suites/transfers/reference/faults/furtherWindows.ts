import { faults } from '../changes/rows.js'
import { given, rule, seen } from '../changes/shown.js'
import type { Break, Change } from '../change.js'
import { allows, forbids } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { OperationName, Booking } from '../model.js'

const hour = 3_600_000

/** What is wrong with the cancellation window of one policy alone, and not with that of another. */
export const furtherWindowFaults: readonly Fault[] = faults({
  '3/cancellable-inside-window': {
    'cut-off-of-one-policy-by-an-eastern-clock': ofOnePolicy('get', '/cancellable', closing(-2 * hour)),
  },
  '3/window-over-not-cancellable': {
    'cut-off-of-one-policy-by-a-western-clock': ofOnePolicy('get', '/cancellable', closing(2 * hour)),
    'cut-off-of-one-policy-ten-minutes-late-on-read': [
      'get shows a booking of one policy as cancellable for ten minutes after its window has closed',
      ofOnePolicy(
        'get',
        '/cancellable',
        rule('cancellable', (usual, booking, ctx) =>
          usual(booking, ctx.operation === 'get' && isOfIt(booking) ? { ...ctx, now: ctx.now - hour / 6 } : ctx),
        ),
      ),
    ],
  },
  '3/update-inside-window-allowed': {
    'update-of-one-policy-refused-once-confirmed': [
      'update of a booking of one policy is refused once it is confirmed, though cancellable is true',
      ofOnePolicy(
        'update',
        '',
        forbids('update', (booking) => isConfirmed(booking) && isOfIt(booking)),
      ),
    ],
  },
  '7/update-window-over-refused': {
    'update-of-one-policy-until-the-start': [
      'update of a booking of one policy is accepted until its start, whatever its window',
      ofOnePolicy(
        'update',
        '',
        allows('update', (booking) => isConfirmed(booking) && isOfIt(booking)),
      ),
    ],
  },
  '7/cancel-window-over-refused': {
    'cancel-of-one-policy-until-the-start': [
      'cancel of a booking of one policy is accepted until its start, whatever its window',
      ofOnePolicy(
        'cancel',
        '',
        allows('cancel', (booking) => isConfirmed(booking) && isOfIt(booking)),
      ),
    ],
  },
})

function ofOnePolicy(operation: OperationName, place: string, change: Change): Break {
  return given('soon-of-two-policies', seen(operation, place, change))
}

function isOfIt({ optionId }: Pick<Booking, 'optionId'>): boolean {
  return optionId === 'opt-early'
}

function isConfirmed({ status }: Booking): boolean {
  return status === 'CONFIRMED'
}

function closing(later: number): Change {
  return rule('cutOff', (usual, booking, ctx) => usual(booking, ctx) + (isOfIt(booking) ? later : 0))
}
