import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './window.js'

const minute = 60_000
const of: Profile = {
  ...profile,
  bookable: { ...profile.bookable, soon: { productId: 'p', optionId: 'o', cutOffMinutes: 45 } },
}
const outcome = (id: string, data: object): string => judgeTrial(id, data, of).outcome

/** An availability check that was answered so many minutes after it was asked. */
const checkedFor = (minutes: number): Answer => answer([], { purpose: 'availability', durationMs: minutes * minute })
const confirmed = answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'confirm' })
const at = (purpose: string, clockMinutes: number, cancellable: boolean, more: object = {}): Answer =>
  answer({ ...booking, status: 'CONFIRMED', cancellable }, { purpose, clockMinutes, ...more })
const refused = (purpose: string, clockMinutes: number, more: object = {}): Answer =>
  answer({ error: 'TOO_LATE' }, { purpose, clockMinutes, ...more }, 409)

const before = 43
const after = 48

/** What a server does that closes the window so many minutes late, or early. */
const closesLate = {
  booked: confirmed,
  open: at('get', before, true),
  openUpdate: at('update', before, true, { input: { reference: 'open' } }),
  closed: at('get', after, true),
  closedUpdate: at('update', after, true, { input: { reference: 'closed' } }),
  closedCancel: answer({ ...booking, status: 'CANCELLED' }, { purpose: 'cancel', clockMinutes: after }),
  reread: at('get', after, true),
}
const overIds = ['cancel.window-over-not-cancellable', 'update.window-over-refused', 'cancel.window-over-refused']

test.each(overIds)('%s is untested where the availability check was answered so late that it may not be over', (id) => {
  expect(outcome(id, { ...closesLate, bookedChecked: checkedFor(0.1) })).toBe('fail')
  expect(outcome(id, { ...closesLate, bookedChecked: checkedFor(2.5) })).toBe('untested')
  expect(outcome(id, closesLate)).toBe('untested')
})

test('a booking that was moved to another start has the window of what was checked for that', () => {
  const id = 'update.moves-the-window'
  const here = { here: confirmed, hereRead: at('get', after, true), hereCancel: refused('cancel', after) }
  expect(outcome(id, { ...here, hereChecked: checkedFor(0.1) })).toBe('fail')
  expect(outcome(id, { ...here, hereChecked: checkedFor(2.5) })).toBe('untested')
  const gone = { away: confirmed, awayRead: at('get', after, false), awayCancel: refused('cancel', after) }
  expect(outcome(id, { ...gone, hereChecked: null })).toBe('fail')
  // The clock of a server that earlier runs have moved on by days: what departs then can be changed no more.
  expect(outcome(id, { ...gone, here: refused('update', 0) })).toBe('untested')
})

test.each([
  ['cancel.window-open-cancellable', 'open', at('get', before, false)],
  ['update.window-open-accepted', 'openUpdate', refused('update', before)],
  ['cancel.window-open-accepted', 'earlyCancel', refused('cancel', before)],
])('%s is untested where the window may be over by the time of the answer', (id, name, wrong) => {
  const { exchange } = wrong
  const slow = { ...wrong, exchange: { ...exchange, startedAt: 1.5 * minute } }
  const some = { ...closesLate, early: confirmed, bookedChecked: checkedFor(0.1), earlyChecked: checkedFor(0.1) }
  expect(outcome(id, { ...some, [name]: wrong })).toBe('fail')
  expect(outcome(id, { ...some, [name]: slow })).toBe('untested')
})
