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
  ['confirm-of-cancelled-seems-accepted', ['confirm.*', 'lifecycle.*', 'booking.field-pricing']],
  ['booking-total-in-major-units', ['pricing.*', 'confirm.*', 'booking.*']],
  ['get-shows-hold-after-its-end', ['hold.*', 'lifecycle.*']],
  ['moved-booking-is-kept-where-it-was', ['hold.*', 'update.*']],
  ['list-repeats-one-on-each-page', ['list.*']],
  ['extend-gives-a-new-id', ['extend.*', 'booking.*', 'read.*']],
  ['reserve-breaks-on-markup', ['reserve.*', 'robustness.*']],
])('%s is one card', async (fault, only) => {
  expect(await cards([fault], only)).toHaveLength(1)
})

test.each([
  ['cancel-too-late-accepted', 'update-loses-option', ['cancel.*', 'update.*']],
  ['price-net-missing', 'confirm-of-cancelled-accepted', ['confirm.*', 'extend.*', 'transfers.*', 'pricing.*']],
  [
    'confirm-answers-another-id',
    'confirm-writes-over-a-cancel',
    ['lifecycle.confirms-at-once-agree', 'lifecycle.cancel-survives-what-comes-at-once'],
  ],
  // The second is seen there by its server errors alone.
  ['reserve-breaks-on-markup', 'cancel-breaks-on-a-quote', ['reserve.*', 'robustness.*']],
  ['notes-left-in-the-form', 'same-key-books-again', ['reserve.*', 'read.*', 'booking.*']],
])('%s and %s are two cards', async (one, other, only) => {
  expect(await cards([one, other], only)).toHaveLength(2)
})
