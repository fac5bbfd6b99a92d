import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './windowJudged.js'

const soon = { productId: 'p', optionId: 'o', cutOffMinutes: 45 }
const of = (...others: readonly object[]): Profile => ({
  ...profile,
  bookable: { ...profile.bookable, closing: [soon, ...others.map((other) => ({ ...soon, ...other }))] },
})
const at = (purpose: string, clockMinutes: number, cancellable: boolean, more: object = {}): Answer =>
  answer({ ...booking, status: 'CONFIRMED', cancellable }, { purpose, clockMinutes, ...more })
const refused = (purpose: string): Answer => answer({ error: 'TOO_LATE' }, { purpose, clockMinutes: 48 }, 409)
const right = (which: number): object => ({
  which,
  checked: answer([], { purpose: 'availability' }),
  reserved: answer(booking),
  confirmed: at('confirm', 0, true),
  slot: 'a',
  ahead: null,
  open: at('get', 43, true),
  openUpdate: at('update', 43, true, { input: { reference: 'open' } }),
  closed: at('get', 48, false),
  closedUpdate: refused('update'),
  closedCancel: refused('cancel'),
})
const unbooked = { which: 2, reason: 'bookable.closing.2 could not be booked: sold out', remedy: 'name another' }
const judged = (id: string, windows: readonly object[], own = of({}, {})): object => judgeTrial(id, { windows }, own)
const over = 'cancel.further-window-over-not-cancellable'

test.each([
  ['cancel.further-window-open-cancellable', { open: at('get', 43, false) }],
  [
    'update.further-window-open-accepted',
    { openUpdate: answer({ error: 'NO' }, { purpose: 'update', clockMinutes: 43 }, 409) },
  ],
  [over, { closed: at('get', 48, true) }],
  ['update.further-window-over-refused', { closedUpdate: at('update', 48, true, { input: { reference: 'closed' } }) }],
  ['cancel.further-window-over-refused', { closedCancel: at('cancel', 48, true) }],
])('%s fails for one window alone, and is not let pass by another', (id, wrong) => {
  expect(judged(id, [right(1), right(2)])).toMatchObject({ outcome: 'pass' })
  expect(judged(id, [right(1), { ...right(2), ...wrong }])).toMatchObject({ outcome: 'fail' })
  expect(judged(id, [right(1), unbooked])).toMatchObject({ outcome: 'untested', reason: unbooked.reason })
  expect(judged(id, [{ ...right(1), ...wrong }, unbooked])).toMatchObject({ outcome: 'fail' })
})

test('what is looked at is the window of that one, by its own minutes', () => {
  const late = { ...right(1), closed: at('get', 48, true) }
  expect(judged(over, [late])).toMatchObject({ outcome: 'fail' })
  expect(judged(over, [late], of({ cutOffMinutes: 90 }))).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('the cancellation window of bookable.closing.1 may not have closed yet'),
  })
  expect(judged(over, [late], of({ cutOffMinutes: 2880 }))).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('the cancellation window of bookable.closing.1 closes in 48 hours'),
  })
})

test('a cancel that was refused while cancellable was true was refused for something else', () => {
  const id = 'cancel.further-window-over-refused'
  expect(judged(id, [{ ...right(1), closed: at('get', 48, true) }])).toMatchObject({ outcome: 'untested' })
})
