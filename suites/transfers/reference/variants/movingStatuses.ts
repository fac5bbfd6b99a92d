import type { Context } from '../context.js'
import type { Booking, OperationName } from '../model.js'
import type { Variant } from '../variant.js'

/** Writes that are processed for a while: the states after ON_HOLD are not shown, so a status may move on by itself. */
export const movingStatusVariants: readonly Variant[] = [
  moving('confirm-answers-pending', 'confirm', 'PENDING', 1, 'a confirmed booking is CONFIRMED only when it is read'),
  moving('confirm-is-processed', 'confirm', 'PENDING', 3, 'a confirmed booking is PENDING for two reads'),
  moving(
    'cancel-answers-cancelling',
    'cancel',
    'CANCELLING',
    1,
    'a cancelled booking is CANCELLED only when it is read',
  ),
  moving('cancel-is-processed', 'cancel', 'CANCELLING', 3, 'a cancelled booking is CANCELLING for two reads'),
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
