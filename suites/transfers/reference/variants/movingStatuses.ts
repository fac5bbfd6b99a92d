import { acceptsWith } from '../changes/wires.js'
import type { Context } from '../context.js'
import type { Booking, OperationName } from '../model.js'
import type { Variant } from '../variant.js'

/** Writes that are processed for a while: the states after ON_HOLD are not shown, so a status may move on by itself. */
export const movingStatusVariants: readonly Variant[] = [
  moving('confirm-is-processed', 'confirm', 'PENDING', 3, 'a confirmed booking is PENDING for two reads'),
  moving('cancel-is-processed', 'cancel', 'CANCELLING', 3, 'a cancelled booking is CANCELLING for two reads'),
  processed('confirm-takes-a-while', 'confirm', 'PENDING', 120, 'a confirm is answered at once and done 120 ms later'),
  processed('cancel-takes-a-while', 'cancel', 'CANCELLING', 120, 'a cancel is answered at once and done 120 ms later'),
  processed('update-takes-a-while', 'update', 'UPDATING', 120, 'an update is answered at once and done 120 ms later'),
  processed(
    'cancel-is-carried-out-later',
    'cancel',
    null,
    250,
    'a cancel is answered at once and done 250 ms later; until then the booking shows its status as it was, and is not cancellable',
  ),
  {
    name: 'rejected-is-named',
    title: 'the profile names the state of what is rejected after its confirm, which nothing is',
    profile: { booking: { statuses: { rejected: 'REJECTED' } } },
  },
  moving('update-answers-updating', 'update', 'UPDATING', 1, 'an updated booking is UPDATING until it is read'),
]

/** The first `answers` that show the booking after the write have a status of their own. */
function moving(name: string, operation: OperationName, status: string, answers: number, title: string): Variant {
  const key = (booking: Booking): string => `${name} ${booking.serial}`
  const left = (booking: Booking, ctx: Context): number => Number(ctx.state.memory.get(key(booking)) ?? 0)
  return {
    name,
    title,
    rules: (base) => ({
      save: (booking, before, ctx) => {
        base.save(booking, before, ctx)
        if (ctx.operation === operation) ctx.state.memory.set(key(booking), answers)
        else ctx.state.memory.delete(key(booking))
      },
      showBooking: (booking, ctx) => {
        const shown = base.showBooking(booking, ctx)
        if (left(booking, ctx) === 0) return shown
        ctx.state.memory.set(key(booking), left(booking, ctx) - 1)
        return { ...shown, status }
      },
    }),
  }
}

/**
 * A write is answered 202 with the booking as it was, in a state of its own; until it is done, nothing else can be done to the booking, and
 * reads show it so.
 * @param status null: the one that it had
 */
function processed(
  name: string,
  operation: OperationName,
  status: string | null,
  milliseconds: number,
  title: string,
): Variant {
  const key = (booking: Booking): string => `${name} ${booking.serial}`
  const isBusy = (booking: Booking, ctx: Context): boolean =>
    Number(ctx.state.memory.get(key(booking)) ?? Number.NEGATIVE_INFINITY) > ctx.now
  return {
    name,
    title,
    profile:
      status === null
        ? { reads: { settleSeconds: 0.5 } }
        : { booking: { statuses: { pending: [status] }, settleSeconds: 2 } },
    ...(status === null && { warns: ['3/cancel-changes-status'] }),
    ...acceptsWith(202, operation),
    rules: (base) => ({
      save: (booking, before, ctx) => {
        base.save(booking, before, ctx)
        if (ctx.operation === operation) ctx.state.memory.set(key(booking), ctx.now + milliseconds)
      },
      may: (usual, booking, ctx) => !isBusy(booking, ctx) && base.may(usual, booking, ctx),
      showBooking: (booking, ctx) => {
        if (!isBusy(booking, ctx)) return base.showBooking(booking, ctx)
        const [before = booking] = ctx.store.versions(booking.serial).slice(-2)
        return { ...base.showBooking(before, ctx), ...(status !== null && { status }), cancellable: false }
      },
    }),
  }
}
