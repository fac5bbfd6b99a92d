import type { Fault } from '../change.js'
import { is, needs, ofType, refuses, takes } from '../changes/inputs.js'
import { ofStatus, on, put } from '../changes/on.js'
import { answersAnother, crashes, saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, together } from '../changes/shown.js'
import { answersNothing } from '../changes/wires.js'
import {
  after,
  allows,
  changesThoughRefused,
  costs,
  forbids,
  holdsThoughRefused,
  isJust,
  isStale,
  keeps,
  loses,
  makes,
  of,
  referenceIn,
  renamesBooking,
} from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import type { Booking } from '../model.js'

/** Sections 3, 4.3 and 7: confirm. */
export const confirmFaults: readonly Fault[] = faults({
  '4.3/confirm-accepted': {
    'confirm-answers-204': [answersNothing('confirm'), 'confirm'],
    'confirm-answers-another-id': on('confirm').answers(put('/id', (id) => `${textOf(id)}-confirmed`)),
    'confirm-gives-a-new-id': [renamesBooking('confirm'), 'confirm /id'],
    'confirm-done-and-answered-500': [crashes('confirm'), 'get /status'],
    'confirm-with-notes-done-and-refused': [
      'confirm of a booking with notes is carried out, and says that there is no such booking',
      saysRefused('confirm', ({ call, store }) =>
        store.withId(call.id ?? '').some((serial) => store.versions(serial).at(-1)?.notes !== null),
      ),
      'confirm',
    ],
    'confirm-of-all-but-the-first-hold-refused': [
      forbids('confirm', (_booking, { state }) => state.count('confirm-of-all-but-the-first-hold-refused') > 1),
      'confirm',
    ],
  },
  '4.3/confirm-receipt-omitted-accepted': { 'receipt-option-required': needs('confirm', 'emailReceipt') },
  '4.3/confirm-receipt-true-accepted': {
    'receipt-option-true-not-valid': [
      refuses('confirm', 'emailReceipt', is(true)),
      { on: 'receipt-to-the-address-given' },
    ],
  },
  '4.3/confirm-receipt-false-accepted': {
    'receipt-option-false-not-valid': refuses('confirm', 'emailReceipt', is(false)),
  },
  '4.3/confirm-reference-accepted': {
    'reference-of-letters-not-valid': refuses('confirm', 'reference', ofType('string')),
  },
  '3/confirm-leaves-on-hold': {
    'confirm-stays-on-hold': [makes('confirm', () => ({ status: 'ON_HOLD' })), 'confirm /status'],
  },
  '3/confirm-persisted-get': {
    'get-is-stale-after-confirm': [isStale('get', isJust('confirm')), 'get /status'],
    'confirm-not-saved': [loses('confirm'), 'get /status'],
    'confirm-after-extend-not-saved': [loses('confirm', after('extend')), 'get /status'],
  },
  '3/confirm-persisted-list': {
    'list-shows-confirmed-as-on-hold': on('list').answers(put('/status', 'ON_HOLD', ofStatus('CONFIRMED'))),
  },
  '4.3/confirm-reference-kept-answer': {
    'confirm-keeps-no-reference': [makes('confirm', (_made, { reference }) => ({ reference })), 'confirm /reference'],
    'confirm-answers-no-reference': on('confirm').answers(put('/reference', null)),
  },
  '4.3/confirm-reference-kept-get': {
    'get-shows-no-reference': ['get shows no reference', on('get').answers(put('/reference', null))],
    'confirm-reference-not-saved': [
      'confirm answers the reference but does not keep it',
      keeps('confirm', (_booking, before) => (before === null ? {} : { reference: before.reference })),
      'get /reference',
    ],
    'reference-cut-to-twenty-letters': [
      makes('confirm', ({ reference }) => ({ reference: reference?.slice(0, 20) ?? null })),
      ['get /reference', 'confirm /reference'],
    ],
    'receipt-drops-the-reference': [
      'a confirm with the receipt option true does not keep the reference',
      makes('confirm', (made, before) => (made.emailReceipt ? { reference: before.reference } : {})),
      'get /reference',
    ],
  },
  '4.3/confirm-reference-kept-list': {
    'list-is-stale-after-confirm': [isStale('list', isJust('confirm')), 'list /reference'],
    'list-shows-no-reference': on('list').answers(put('/reference', null)),
  },
  '3/confirm-twice-changes-nothing': {
    'second-confirm-answered-unchanged-but-saved': [
      'a second confirm answers the booking unchanged, and yet loses its reference',
      keeps('confirm', (_booking, before) => (before?.status === 'CONFIRMED' ? { reference: null } : {})),
      'get /reference',
      { on: 'confirm-is-idempotent' },
    ],
    'second-confirm-cancels': [
      together(
        allows('confirm', of('CONFIRMED')),
        rule('applyConfirm', (usual, booking, input, ctx) =>
          booking.status === 'CONFIRMED' ? ctx.rules.applyCancel(booking, null, ctx) : usual(booking, input, ctx),
        ),
      ),
      ['confirm /status', 'confirm /cancellable', 'get /status', 'get /cancellable'],
    ],
  },
  '7/refused-confirm-changes-nothing': {
    'refused-confirm-revives-expired': [holdsThoughRefused('confirm', 'NOT_ON_HOLD', 'ON_HOLD'), 'get /status'],
    'refused-confirm-holds-cancelled': [holdsThoughRefused('confirm', 'NOT_ON_HOLD', 'CANCELLED'), 'get /status'],
    'confirm-with-wrong-inputs-refused-and-cancelled': [
      'confirm with a reference that is no text is refused, and cancels the hold',
      changesThoughRefused(
        'confirm',
        (_code, { call }) => typeof call.input.reference === 'number',
        ({ status }) => status === 'ON_HOLD' && { status: 'CANCELLED', holdEnd: null },
      ),
      ['get /status', 'get /cancellable', 'get /holdEnd'],
    ],
    'second-confirm-refused-but-heeded': [
      changesThoughRefused('confirm', 'NOT_ON_HOLD', (booking, { call: { input } }) => {
        return booking.status === 'CONFIRMED' && referenceIn(input)
      }),
      'get /reference',
    ],
  },
  '3/confirm-cancelled-refused': { 'confirm-of-cancelled-accepted': allows('confirm', of('CANCELLED')) },
  '3/confirm-expired-refused': {
    'confirm-accepted-within-the-minute-after': [
      'a hold that has run out, as get shows, can still be confirmed for a minute',
      allows('confirm', ({ holdEnd }, { now }) => holdEnd !== null && now - holdEnd < 60_000),
    ],
    'confirm-of-expired-accepted-where-another-holds-the-place': [
      'a hold that has run out can still be confirmed once another booking has its place, which loses it',
      allows('confirm', isTakenByAnother),
      {
        on: 'exclusive-availability',
        missed: 'no scenario confirms an ended hold whose place was reserved anew: a script of "The oracle" is to',
      },
    ],
    'confirm-of-expired-accepted': ['a hold that has run out can still be confirmed', allows('confirm', of('EXPIRED'))],
  },
  '3/confirm-until-end': {
    'confirm-refused-in-the-last-minute': [
      'confirm is refused while a hold has less than a minute left',
      forbids('confirm', ({ holdEnd }, { now }) => holdEnd !== null && holdEnd - now <= 60_000),
    ],
  },
  '4.3/confirm-unknown-id-refused': { 'confirm-of-unknown-id-answers-another': answersAnother('confirm') },
  '4.3/confirm-receipt-mistyped-refused': {
    'confirm-takes-text-for-receipt': takes('confirm', 'emailReceipt', ofType('string')),
  },
  '4.3/confirm-reference-mistyped-refused': {
    'confirm-takes-number-for-reference': takes('confirm', 'reference', ofType('number')),
  },
  '2.5/price-kept-by-confirm': {
    'receipt-costs-extra': [
      costs('confirm', ({ price, emailReceipt }) => price.total + (emailReceipt ? 150 : 0)),
      'confirm /pricing/total',
    ],
    'confirm-adds-a-cent-at-times': [
      costs('confirm', ({ price }, _before, { state }) => price.total + (state.count('confirms') % 4 === 0 ? 1 : 0)),
      'confirm /pricing/total',
    ],
    'confirm-raises-the-price': [costs('confirm', aTenthMore), 'confirm /pricing/total'],
    'confirm-takes-amounts-for-euros': [
      'a confirmed booking has the amounts that it had, in EUR whatever they were in',
      makes('confirm', ({ price }) => ({ currency: 'EUR', price: { ...price, currency: 'EUR' } })),
      'confirm /pricing/currency',
    ],
    // The answer to confirm shows the booking as it was on hold.
    'processed-confirm-raises-the-price': [
      costs('confirm', aTenthMore),
      'get /pricing/total',
      { on: 'confirm-takes-a-while' },
    ],
  },
})

function aTenthMore({ price }: Booking): number {
  return price.total + Math.round(price.total / 10)
}

/** A hold that has run out, whose place a later booking has. */
function isTakenByAnother({ serial, status, availabilityId }: Booking, { store }: Context): boolean {
  return status === 'EXPIRED' && store.ofAvailability(availabilityId).some((each) => each.serial > serial)
}
