import { faults } from '../changes/rows.js'

import { after, allows, loses, makes } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

/** What an operation that is not about it loses of a booking, or forgets of it. */
export const lossFaults: readonly Fault[] = faults({
  '4.2/notes-kept': {
    'extend-loses-notes': ['extend empties the notes', makes('extend', () => ({ notes: null })), 'extend /notes'],
  },
  '3/confirm-cancelled-refused': { 'cancelled-hold-can-be-confirmed': allows('confirm', isCancelledHold) },
  '7/extend-cancelled-refused': { 'cancelled-hold-can-be-extended': allows('extend', isCancelledHold) },
  '3/extend-persisted-get': {
    'extend-after-an-update-not-saved': [loses('extend', after('update')), ['get /expirationMinutes', 'get /holdEnd']],
  },
})

function isCancelledHold(booking: Booking): boolean {
  return booking.status === 'CANCELLED' && booking.confirmedAt === null
}
