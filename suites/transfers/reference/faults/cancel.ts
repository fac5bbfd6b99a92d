import type { Fault } from '../change.js'
import { anything, needs, ofType, refuses, takes } from '../changes/inputs.js'
import { ofStatus, on, put } from '../changes/on.js'
import { answersAnother } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, together } from '../changes/shown.js'
import { answersNothing } from '../changes/wires.js'
import { allows, changesThoughRefused, forbids, isStale, keeps, loses, makes, of } from '../changes/writes.js'
import { inLatin, textOf } from '../json.js'
import type { Booking } from '../model.js'

/** Cancel: sections 3, 4.3 and 7. */
export const cancelFaults: readonly Fault[] = faults({
  '4.3/cancel-accepted': {
    'cancel-answers-another-id': on('cancel').answers(put('/id', (id) => `cancelled-${textOf(id)}`)),
    'cancel-answers-204': [answersNothing('cancel'), 'cancel'],
    'cancel-of-confirmed-refused': forbids('cancel', of('CONFIRMED')),
    'cancel-of-referenced-refused': forbids('cancel', ({ reference }) => reference !== null),
  },
  '4.3/cancel-with-reason-accepted': { 'cancel-with-reason-refused': refuses('cancel', 'reason', ofType('string')) },
  '4.3/cancel-without-reason-accepted': { 'cancel-needs-reason': needs('cancel', 'reason') },
  '3/cancel-persisted-get': {
    'cancel-not-saved': ['cancel answers the cancelled booking but does not keep it', loses('cancel'), 'get /status'],
    'get-shows-cancelled-as-confirmed': [isStale('get', of('CANCELLED'), beforeCancel), 'get /status'],
  },
  '3/cancel-persisted-list': {
    'list-shows-cancelled-as-booked': on('list').answers(put('/status', 'CONFIRMED', ofStatus('CANCELLED'))),
  },
  '3/cancel-not-on-hold': {
    'cancel-answers-on-hold': on('cancel').answers(put('/status', 'ON_HOLD')),
    'cancel-returns-to-hold': [
      'cancel of a confirmed booking makes it a hold again',
      makes('cancel', (_made, before, ctx) =>
        before.status === 'CONFIRMED'
          ? { status: 'ON_HOLD', holdEnd: ctx.rules.holdEnd(null, before.expirationMinutes, ctx) }
          : {},
      ),
      'cancel /status',
    ],
  },
  '3/cancel-changes-status': {
    'cancel-leaves-status': [
      'a cancelled booking keeps the status CONFIRMED',
      together(
        makes('cancel', (_made, { status }) => ({ status })),
        rule('cancellable', (usual, booking, ctx) => booking.cancellation === null && usual(booking, ctx)),
      ),
      'cancel /status',
    ],
  },
  '3/cancelled-not-cancellable': {
    'cancelled-shown-cancellable': on().answers(put('/cancellable', true, ofStatus('CANCELLED'))),
  },
  '3/cancel-cancelled-changes-nothing': {
    'second-cancel-reopens': [
      'a second cancel makes the booking confirmed again',
      together(
        allows('cancel', of('CANCELLED')),
        makes('cancel', (_made, before) =>
          before.status === 'CANCELLED' ? { ...before, status: 'CONFIRMED', cancellation: null } : {},
        ),
      ),
      ['cancel /status', 'cancel /cancellable', 'get /status', 'get /cancellable'],
    ],
    'second-cancel-wipes-reference': [
      'a second cancel is refused, and removes the reference',
      changesThoughRefused('cancel', 'NOT_CANCELLABLE', ({ status }) => status === 'CANCELLED' && { reference: null }),
      'get /reference',
    ],
    'cancelled-comes-back': [
      'a cancelled booking is read as confirmed from the second time on',
      isStale(
        'get',
        ({ status, serial }, { state }) => status === 'CANCELLED' && state.count(`cancelled-comes-back ${serial}`) > 1,
        beforeCancel,
      ),
      ['get /status', 'get /cancellable'],
    ],
  },
  '3/cancel-changes-nothing-else': {
    'cancel-wipes-reference': [makes('cancel', () => ({ reference: null })), 'cancel /reference'],
    'cancel-writes-reason-into-notes': [
      'cancel puts the reason in the place of the notes, which only get shows',
      keeps('cancel', ({ notes, cancellation }) => ({ notes: cancellation?.reason ?? notes })),
      'get /notes',
    ],
  },
  '4.3/cancel-reason-kept': {
    'cancel-loses-reason': [
      rule('applyCancel', (usual, booking, _reason, ctx) => usual(booking, null, ctx)),
      'get /cancellation/reason',
    ],
    'cancel-keeps-its-reason-in-latin': [
      'the reason of a cancellation loses what Latin-1 does not have',
      rule('applyCancel', (usual, booking, reason, ctx) => usual(booking, reason && inLatin(reason), ctx)),
      'cancel /cancellation/reason',
    ],
  },
  '4.3/cancel-reason-mistyped-refused': { 'cancel-takes-mistyped-reason': takes('cancel', 'reason', anything) },
  '4.3/cancel-unknown-id-refused': { 'cancel-of-unknown-id-accepted': answersAnother('cancel') },
  '7/cancel-window-passed-refused': { 'cancel-too-late-accepted': allows('cancel', of('CONFIRMED')) },
  '7/cancel-not-cancellable-refused': {
    'cancel-of-redeemed-accepted': allows('cancel', of('REDEEMED')),
    'second-cancel-of-what-is-not-cancellable-accepted': [
      'a cancel that was refused because the booking is not cancellable is carried out when it is sent again',
      allows(
        'cancel',
        (booking, ctx) => booking.status !== 'CANCELLED' && ctx.state.count(`second-cancel ${booking.serial}`) > 1,
      ),
    ],
  },
  '7/refused-cancel-changes-nothing': {
    'refused-cancel-cancels': [
      'a cancel that is refused because it is too late is carried out all the same',
      changesThoughRefused('cancel', 'NOT_CANCELLABLE', ({ status }) => {
        return status === 'CONFIRMED' && { status: 'CANCELLED' }
      }),
      'get /status',
    ],
    'flawed-cancel-cancels': [
      'a cancel that is refused for its reason is carried out all the same',
      changesThoughRefused('cancel', 'BAD_REQUEST', () => ({ status: 'CANCELLED', holdEnd: null })),
      ['get /status', 'get /cancellable', 'get /holdEnd'],
    ],
    'refused-cancel-wipes-notes': [
      'a cancel that is refused because the booking was redeemed removes the notes',
      changesThoughRefused('cancel', 'NOT_CANCELLABLE', ({ status }) => status === 'REDEEMED' && { notes: null }),
      'get /notes',
    ],
  },
})

function beforeCancel(versions: readonly Booking[]): Booking | undefined {
  return versions.findLast(({ status }) => status !== 'CANCELLED')
}
