import { ofStatus, on, put, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import type { Fault } from '../fault.js'
import { textOf } from '../textOf.js'

/** Section 2.5: the documented fields of a booking. */
export const bookingFieldFaults: readonly Fault[] = faults({
  '2.5/status': {
    'booking-status-missing-in-get': ['get shows no status', on('get').answers(without('/status'))],
    'booking-status-is-a-number-in-list': on('list').answers(put('/status', 3)),
  },
  '2.5/cancellable': {
    'booking-cancellable-as-text': on('confirm').answers(put('/cancellable', (was) => textOf(was))),
    'booking-cancellable-missing-in-list': on('list').answers(without('/cancellable')),
  },
  '2.5/expiration-minutes': {
    'hold-shows-no-minutes-in-get': on('get').answers(without('/expirationMinutes', ofStatus('ON_HOLD'))),
    'booking-minutes-as-text': on('reserve').answers(put('/expirationMinutes', (was) => textOf(was))),
  },
  '2.5/expiration-minutes-after-hold': {
    'booking-minutes-missing-after-cancel': on('cancel').answers(without('/expirationMinutes')),
    'booking-minutes-zero-after-confirm': on('confirm').answers(put('/expirationMinutes', 0)),
  },
  '2.5/expiration-minutes-in-range': {
    'booking-minutes-in-hours-in-get': on('get').answers(
      put('/expirationMinutes', (was) => Math.floor(Number(was) / 60)),
    ),
    'booking-minutes-in-seconds-in-list': on('list').answers(put('/expirationMinutes', (was) => Number(was) * 60)),
  },
})
