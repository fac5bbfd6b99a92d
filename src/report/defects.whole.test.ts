import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from '../proof/runOnReference.js'
import { defectsOf } from './defects.js'

async function cards(faults: readonly string[], only: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { report } = await runOnReference({ faults, plan: { only } })
  return defectsOf(pack.contract, report).map(({ checks }) => checks.map(({ id }) => id))
}

test.each([
  ['sold-out-overbooked', ['reserve.ref*']],
  ['refused-extend-revives-cancelled', ['extend.*', 'lifecycle.*']],
  ['confirm-of-cancelled-accepted', ['extend.*', 'confirm.*', 'lifecycle.*']],
  ['confirm-of-cancelled-seems-accepted', ['confirm.*', 'lifecycle.*', 'booking.field-pricing']],
  ['cancel-too-late-accepted', ['cancel.*', 'update.*', 'lifecycle.*']],
  ['update-answers-another-currency', ['update.*']],
  ['list-items-are-wrapped', ['list.*', 'booking.*']],
  ['booking-total-in-major-units', ['pricing.*', 'confirm.*', 'booking.*']],
  ['second-cancel-reopens', ['cancel.*', 'lifecycle.*']],
  ['extend-not-saved', ['extend.*', 'hold.*', 'update.then-*']],
  ['get-shows-hold-after-its-end', ['hold.*', 'lifecycle.*']],
  ['refused-extend-revives-expired', ['hold.*', 'lifecycle.*']],
  ['confirmed-bookings-vanish', ['hold.*', 'lifecycle.*']],
  ['update-of-hold-not-saved', ['update.*', 'hold.*']],
  ['reserve-ignores-minutes', ['reserve.*', 'hold.*']],
  ['extend-doubles-the-net-amount', ['extend.*', 'pricing.*']],
  ['moved-booking-is-kept-where-it-was', ['hold.*', 'update.*']],
  ['update-revives-a-hold-that-is-over', ['hold.*', 'update.*']],
  ['extend-confirms', ['extend.*', 'confirm.*']],
  ['never-refunded-without-currency-answers-gbp', ['reserve.*', 'booking.*']],
  ['redeemed-counts-as-cancellable', ['update.*', 'lifecycle.*']],
  ['cancel-answers-a-message', ['cancel.*', 'robustness.*']],
  ['confirms-at-once-lose-their-references', ['lifecycle.*']],
  ['extend-writes-over-an-update', ['lifecycle.*']],
  ['list-repeats-one-on-each-page', ['list.*']],
  ['extend-gives-a-new-id', ['extend.*', 'booking.*', 'read.*']],
  ['quotes-remember-the-currency', ['pricing.*', 'transfers.*']],
  ['notes-left-in-the-form', ['reserve.*', 'read.*', 'booking.*']],
  ['reserve-breaks-on-markup', ['reserve.*', 'robustness.*']],
  ['option-id-no-uuid', ['transfers.*', 'pricing.*']],
])('%s is one card', async (fault, only) => {
  expect(await cards([fault], only)).toHaveLength(1)
})

test.each([
  ['cancel-too-late-accepted', 'update-loses-option', ['cancel.*', 'update.*']],
  ['price-net-missing', 'confirm-of-cancelled-accepted', ['confirm.*', 'extend.*', 'transfers.*', 'pricing.*']],
  ['booking-total-in-major-units', 'confirm-of-cancelled-accepted', ['confirm.*', 'pricing.*', 'booking.*']],
  ['list-beyond-end-repeats-last-page', 'list-descending-as-text', ['list.*']],
  ['extend-writes-over-an-update', 'confirms-at-once-lose-their-references', ['lifecycle.*']],
  [
    'update-beside-an-extend-clears-the-reference',
    'confirm-lost-beside-an-extend',
    ['lifecycle.update-survives-extend-at-once', 'lifecycle.confirm-survives-extend-at-once'],
  ],
  [
    'confirm-answers-another-id',
    'confirm-writes-over-a-cancel',
    ['lifecycle.confirms-at-once-agree', 'lifecycle.cancel-survives-what-comes-at-once'],
  ],
  ['extend-writes-over-a-confirm', 'update-writes-over-a-cancel', ['lifecycle.*']],
  ['reserve-breaks-on-markup', 'cancel-breaks-on-a-quote', ['reserve.*', 'cancel.*', 'robustness.*']],
  // The second is seen there by its server errors alone.
  ['reserve-breaks-on-markup', 'cancel-breaks-on-a-quote', ['reserve.*', 'robustness.*']],
  ['list-repeats-one-on-each-page', 'list-descending-as-text', ['list.*']],
  ['extend-gives-a-new-id', 'notes-left-in-the-form', ['extend.*', 'read.*', 'booking.*']],
  ['notes-left-in-the-form', 'same-key-books-again', ['reserve.*', 'read.*', 'booking.*']],
  ['update-of-hold-not-saved', 'confirm-of-cancelled-accepted', ['update.*', 'hold.*', 'extend.*', 'confirm.*']],
])('%s and %s are two cards', async (one, other, only) => {
  expect(await cards([one, other], only)).toHaveLength(2)
})
