import { idText, type Answer, type Context } from '../vocabulary/index.js'

/**
 * Ends what a reservation made that ought to be refused, where a hold can be cancelled: an account may have few, and the next of such
 * reservations would be refused for want of room, whatever is wrong with it.
 */
export async function giveBack({ target, offers, settle, isSettled }: Context, made: Answer): Promise<void> {
  const id = made.accepted ? idText(made.read('id')) : undefined
  if (id === undefined || !offers('cancel') || made.read('cancellable') === false) return
  if ((await target.cancel(id)).accepted && !isSettled(id)) await settle(id)
}
