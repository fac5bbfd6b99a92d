import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

const hour = 3_600_000
const day = 24 * hour

/** Sections 3 and 7: until when a booking can be cancelled and updated. */
export const cancellationWindowFaults: readonly Fault[] = [
  cutOffAt(
    'cut-off-an-hour-late',
    '3/late-start-not-cancellable',
    'the cancellation window closes an hour late',
    ({ start }) => start - 23 * hour,
  ),
  cutOffAt(
    'cut-off-five-minutes-late',
    '3/late-start-not-cancellable',
    'the cancellation window closes five minutes late',
    ({ start }) => start - day + hour / 12,
  ),
  cutOffAt(
    'cut-off-an-hour-early',
    '3/cancellable-inside-window',
    'the cancellation window closes an hour early',
    ({ start }) => start - 25 * hour,
  ),
  cutOffAt(
    'cut-off-two-days-before',
    '3/cancellable-inside-window',
    'the cancellation window closes twice as early as it should',
    ({ start }) => start - 2 * day,
  ),
  {
    name: 'cancellable-as-at-creation',
    clause: '3/late-start-not-cancellable',
    title: 'cancellable is found out when a booking is made, shown by get as it was then, and gone by',
    rules: (base) => ({
      cancellable: (booking, ctx) => base.cancellable(booking, { ...ctx, now: booking.createdAt }),
    }),
  },
  {
    name: 'list-shows-cancellable-as-at-creation',
    clause: '3/late-start-not-cancellable',
    title: 'the list shows cancellable as it was when a booking was made',
    rules: (base) => ({
      cancellable: (booking, ctx) =>
        base.cancellable(booking, ctx.operation === 'list' ? { ...ctx, now: booking.createdAt } : ctx),
    }),
  },
  {
    name: 'cancel-an-hour-after-its-window-accepted',
    clause: '7/cancel-window-passed-refused',
    title: 'cancel is accepted for an hour after its window has closed',
    rules: (base) => ({
      mayCancel: (booking, ctx) => base.mayCancel(booking, { ...ctx, now: ctx.now - hour }),
    }),
  },
  {
    name: 'cancel-by-its-own-cut-off',
    clause: '7/cancel-window-passed-refused',
    title: 'cancel of a confirmed booking is accepted until six hours before its start, whatever cancellable says',
    rules: (base) => ({
      mayCancel: (booking, ctx) =>
        base.mayCancel(booking, ctx) || (booking.status === 'CONFIRMED' && ctx.now < booking.start - 13 * hour),
    }),
  },
  {
    name: 'update-an-hour-after-its-window-accepted',
    clause: '7/update-window-passed-refused',
    title: 'update is accepted for an hour after its window has closed',
    rules: (base) => ({
      mayUpdate: (booking, ctx) => base.mayUpdate(booking, { ...ctx, now: ctx.now - hour }),
    }),
  },
  {
    name: 'update-by-the-window-at-creation',
    clause: '7/update-window-passed-refused',
    title: 'update goes by whether the window was open when the booking was made',
    rules: (base) => ({
      mayUpdate: (booking, ctx) => base.mayUpdate(booking, { ...ctx, now: booking.createdAt }),
    }),
  },
  {
    name: 'update-closes-with-the-last-hour',
    clause: '3/update-confirmed-allowed',
    title:
      'update of a confirmed booking is refused in the last hour before its window closes, though cancellable is true',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        base.mayUpdate(booking, ctx) && !(booking.status === 'CONFIRMED' && isLastHour(booking, ctx)),
    }),
  },
  {
    name: 'cut-off-of-the-start-before-a-move',
    clause: '3/window-follows-start',
    title: 'the cancellation window stays that of the first start when a booking is moved',
    rules: (base) => ({
      cutOff: (booking, ctx) =>
        base.cutOff({ ...booking, start: ctx.store.versions(booking.serial)[0]?.start ?? booking.start }, ctx),
    }),
  },
  {
    name: 'cut-off-of-the-earlier-start',
    clause: '3/window-follows-start',
    title: 'a booking that was moved to a later start keeps the cancellation window that it had',
    rules: (base) => ({
      cutOff: (booking, ctx) => {
        const starts = ctx.store.versions(booking.serial).map(({ start }) => start)
        return base.cutOff({ ...booking, start: Math.min(booking.start, ...starts) }, ctx)
      },
    }),
  },
]

function cutOffAt(name: string, clause: string, title: string, cutOff: (booking: Booking) => number): Fault {
  return { name, clause, title, rules: () => ({ cutOff }) }
}

function isLastHour(booking: Booking, ctx: Context): boolean {
  return ctx.now >= ctx.rules.cutOff(booking, ctx) - hour
}
