import { isObject, type JsonObject } from './json.js'
import type { Reply } from './model.js'

/**
 * For `afterReply`: edits every booking of a reply in place, single or in a list, and returns the reply.
 * `position` counts from 0 in a list and is 0 otherwise.
 */
export function editBookings(reply: Reply, edit: (booking: JsonObject, position: number) => void): Reply {
  if (reply.kind === 'booking') edit(reply.booking, 0)
  if (reply.kind === 'list') reply.bookings.forEach(edit)
  return reply
}

/** For `afterReply`: edits the pricing of every booking of a reply that has one. */
export function editBookingPricing(reply: Reply, edit: (pricing: JsonObject, booking: JsonObject) => void): Reply {
  return editBookings(reply, (booking) => {
    if (isObject(booking['pricing'])) edit(booking['pricing'], booking)
  })
}

/** For `afterReply`: edits the transfer. */
export function editTransfer(reply: Reply, edit: (transfer: JsonObject) => void): Reply {
  if (reply.kind === 'transfer') edit(reply.transfer)
  return reply
}

/** For `afterReply`: edits the options of a transfer; `position` counts from 0. */
export function editOptions(reply: Reply, edit: (option: JsonObject, position: number) => void): Reply {
  return editTransfer(reply, ({ options }) => {
    if (Array.isArray(options)) options.filter(isObject).forEach(edit)
  })
}

/** For `afterReply`: edits the pricing of the options of a transfer that have one. */
export function editOptionPricing(
  reply: Reply,
  edit: (pricing: JsonObject, option: JsonObject, position: number) => void,
): Reply {
  return editOptions(reply, (option, position) => {
    if (isObject(option['pricing'])) edit(option['pricing'], option, position)
  })
}

/** For `between`: lets other calls run for so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
