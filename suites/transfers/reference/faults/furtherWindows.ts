import { faults } from '../changes/rows.js'
import { given, rule, seen } from '../changes/shown.js'
import type { Break, Change } from '../change.js'
import { allows, decides, forbids } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { OperationName, Booking } from '../model.js'

const hour = 3_600_000

/** What is wrong with the cancellation window of one policy alone, and not with that of another. */
export const furtherWindowFaults: readonly Fault[] = faults({
  '3/cancellable-inside-window': {
    'cut-off-of-one-policy-in-days': [
      'the hours of one policy are taken for days, so that its cancellation window has always closed',
      ofOnePolicy(
        'get',
        '/cancellable',
        policy((hours) => hours * 24),
      ),
    ],
    'cut-off-of-one-policy-by-an-eastern-clock': [
      'the start of one thing is reckoned in its local time, two hours ahead of UTC, so that its cancellation window closes two hours early',
      ofOnePolicy('get', '/cancellable', closing(-2 * hour)),
    ],
  },
  '3/window-over-not-cancellable': {
    'cut-off-of-one-policy-by-that-of-another': [
      'the cancellation window of one policy closes when that of another would',
      ofOnePolicy(
        'get',
        '/cancellable',
        policy(() => 30),
      ),
    ],
    'cut-off-of-one-policy-by-a-western-clock': [
      'the start of one thing is reckoned in its local time, two hours behind UTC, so that its cancellation window closes two hours late',
      ofOnePolicy('get', '/cancellable', closing(2 * hour)),
    ],
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
    'update-of-one-policy-refused-in-the-last-hour': [
      'update of a confirmed booking of one policy is refused in the last hour before its window closes',
      ofOnePolicy(
        'update',
        '',
        forbids(
          'update',
          (booking, ctx) => isConfirmed(booking) && isOfIt(booking) && ctx.now >= ctx.rules.cutOff(booking, ctx) - hour,
        ),
      ),
    ],
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
    'update-of-one-policy-by-the-window-of-another': [
      'update of a booking of one policy goes by the window of another, though cancellable goes by its own',
      ofOnePolicy(
        'update',
        '',
        decides('update', (_allowed, booking, ctx) =>
          ctx.rules.cancellable(booking, isOfIt(booking) ? { ...ctx, now: ctx.now - 18 * hour } : ctx),
        ),
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
    'cancel-of-one-policy-by-the-window-of-another': [
      'cancel of a booking of one policy goes by the window of another, though cancellable goes by its own',
      ofOnePolicy(
        'cancel',
        '',
        decides('cancel', (_allowed, booking, ctx) =>
          ctx.rules.cancellable(booking, isOfIt(booking) ? { ...ctx, now: ctx.now - 18 * hour } : ctx),
        ),
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

/** Bookings go by other hours than those of the policy that is sold. */
function policy(hours: (usual: number) => number): Change {
  return rule('option', (usual, productId, optionId, ctx) => {
    const option = usual(productId, optionId, ctx)
    return option && isOfIt(option) && ctx.operation !== 'availability'
      ? { ...option, cutOffHours: hours(option.cutOffHours) }
      : option
  })
}

function closing(later: number): Change {
  return rule('cutOff', (usual, booking, ctx) => usual(booking, ctx) + (isOfIt(booking) ? later : 0))
}
