import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { OperationName } from '../model.js'
import { textOf } from '../textOf.js'

/** Section 2.5: the documented fields of a booking. */
export const bookingFieldFaults: readonly Fault[] = [
  edited('booking-status-missing-in-get', '2.5/status', 'get shows no status', 'get', (booking) => {
    delete booking['status']
  }),
  edited(
    'booking-status-is-a-number-in-list',
    '2.5/status',
    'the list shows a number for the status',
    'list',
    (booking) => {
      booking['status'] = 3
    },
  ),
  edited(
    'booking-cancellable-as-text',
    '2.5/cancellable',
    'confirm shows cancellable as text',
    'confirm',
    (booking) => {
      booking['cancellable'] = textOf(booking['cancellable'])
    },
  ),
  edited(
    'booking-cancellable-missing-in-list',
    '2.5/cancellable',
    'the list does not show cancellable',
    'list',
    (booking) => {
      delete booking['cancellable']
    },
  ),
  edited(
    'booking-minutes-missing-after-cancel',
    '2.5/expiration-minutes',
    'cancel shows no expirationMinutes',
    'cancel',
    (booking) => {
      delete booking['expirationMinutes']
    },
  ),
  edited(
    'booking-minutes-as-text',
    '2.5/expiration-minutes',
    'reserve shows expirationMinutes as text',
    'reserve',
    (booking) => {
      booking['expirationMinutes'] = textOf(booking['expirationMinutes'])
    },
  ),
  edited(
    'booking-minutes-zero-after-confirm',
    '2.5/expiration-minutes-in-range',
    'confirm shows 0 minutes',
    'confirm',
    (booking) => {
      booking['expirationMinutes'] = 0
    },
  ),
  edited(
    'booking-minutes-in-seconds-in-list',
    '2.5/expiration-minutes-in-range',
    'the list shows the hold time in seconds',
    'list',
    (booking) => {
      booking['expirationMinutes'] = Number(booking['expirationMinutes']) * 60
    },
  ),
]

function edited(
  name: string,
  clause: string,
  title: string,
  operation: OperationName,
  edit: (booking: JsonObject) => void,
): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === operation) edit(booking)
        }),
    }),
  }
}
