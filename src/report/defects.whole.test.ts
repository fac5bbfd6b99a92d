import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from '../proof/runOnReference.js'
import { defectsOf } from './defects.js'

// Each is a card of its own, and what follows from one is in no other.
test.each<[faults: readonly string[], only: readonly string[]]>([
  [
    ['sold-out-overbooked', 'cancel-too-late-accepted', 'update-loses-option'],
    ['reserve.ref*', 'cancel.*', 'update.*'],
  ],
  // The last is seen there by its server errors alone.
  [
    ['booking-total-in-major-units', 'reserve-breaks-on-markup', 'cancel-breaks-on-a-quote'],
    ['pricing.*', 'confirm.*', 'booking.*', 'reserve.*', 'robustness.*'],
  ],
  [['confirm-of-cancelled-seems-accepted'], ['confirm.*', 'lifecycle.*', 'booking.field-pricing']],
  [
    ['extend-gives-a-new-id', 'get-shows-hold-after-its-end'],
    ['extend.*', 'booking.*', 'read.*', 'hold.*', 'lifecycle.*'],
  ],
  [['moved-booking-is-kept-where-it-was'], ['hold.*', 'update.*']],
  [
    ['price-net-missing', 'confirm-of-cancelled-accepted', 'list-repeats-one-on-each-page'],
    ['confirm.*', 'extend.*', 'transfers.*', 'pricing.*', 'list.*'],
  ],
  [
    ['confirm-answers-another-id', 'confirm-writes-over-a-cancel'],
    ['lifecycle.confirms-at-once-agree', 'lifecycle.cancel-survives-what-comes-at-once'],
  ],
  [
    ['notes-left-in-the-form', 'same-key-books-again'],
    ['reserve.*', 'read.*', 'booking.*'],
  ],
])('%j are as many cards', async (faults, only) => {
  const { report } = await runOnReference({ faults, plan: { only } })
  const cards = defectsOf(pack.contract, report).map(({ checks }) => checks.map(({ id }) => id))
  expect(cards).toHaveLength(faults.length)
})
