import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './notCancellable.js'

const shown = (cancellable: boolean, purpose: string, more: Readonly<Record<string, Json>> = {}): Answer =>
  answer({ ...booking, ...more, status: 'CONFIRMED', cancellable }, { purpose, input: { productId, optionId } })
const { productId, optionId } = profile.bookable.standard
const [done, refused] = [
  answer({ ...booking, status: 'CANCELLED', cancellable: false }, { purpose: 'cancel' }),
  answer({ error: 'NOT_CANCELLABLE' }, { purpose: 'cancel' }, 409),
]
const late = (before: Answer, written: Answer, reserved = before): object => {
  const tried = { before, answer: written, after: before }
  const known = { reserved, checked: null, ahead: 0 }
  return { ...known, heldUpdate: null, confirmed: before, confirmedUpdate: tried, cancel: tried }
}
const judged = (id: string, each: object): string =>
  judgeTrial(id, {
    controls: { held: done, confirmed: done, cancel: done },
    cancelled: null,
    redeemed: null,
    late: [each],
  }).outcome
const windows = ['cancel.window-passed-refused', 'update.window-passed-refused']
const lateStart = 'update.late-start-not-cancellable'

test.each(windows)('%s fails what is accepted though it was not to be cancelled', (id) => {
  expect(judged(id, late(shown(false, 'get'), done))).toBe('fail')
})

test.each([...windows, lateStart])('%s says nothing where only the profile says that the window has passed', (id) => {
  expect(judged(id, late(shown(true, 'get'), done))).toBe('untested')
})

test('what contradicts itself is no matter of the profile alone', () => {
  expect(judged(lateStart, late(shown(true, 'get'), refused))).toBe('fail')
  expect(judged(lateStart, late(shown(true, 'get'), done, shown(false, 'reserve')))).toBe('fail')
})

const at = (hours: number): string => new Date(hours * 3_600_000).toISOString()
/** The hold of this answer, by which the target's time is known, ends an hour after it was made. */
const held = { utcExpiresAt: at(1) }
const policy = (...hours: number[]): Json =>
  hours.map((cutoffAmount) => ({ type: 'FULL_REFUND', cutoffAmount, cutoffUnit: 'HOURS', description: '' }))

test.each([
  ['the policy that it shows', { startAt: at(5), cancellationPolicy: policy(48, 12) }, true],
  ['no policy of which a part is left', { startAt: at(5), cancellationPolicy: policy(48, 2) }, false],
  ['no policy of units that are not known', { startAt: at(5), cancellationPolicy: [{ cutoffAmount: 1 }] }, false],
  ['no policy without a start', { cancellationPolicy: policy(48) }, false],
])('what shows that it can be cancelled is late by %s', (_, more, isLate) => {
  const reserved = shown(true, 'reserve', { ...held, ...more })
  for (const id of [...windows, lateStart])
    expect(judged(id, late(shown(true, 'get'), done, reserved))).toBe(isLate ? 'fail' : 'untested')
})

test.each([
  [24, 'fail'],
  [2, 'untested'],
])('what shows that it can be cancelled is late by cutOffAt and a cutOffBefore of %i hours: %s', (hours, outcome) => {
  const named = { productId, optionId, cutOffAt: '/startAt', cutOffBefore: hours * 60 }
  const of = { ...profile, bookable: { ...profile.bookable, lateStart: [named] } }
  const reserved = answer(
    { ...booking, ...held, startAt: at(5) },
    { purpose: 'reserve', input: { productId, optionId } },
    200,
    of,
  )
  for (const id of [...windows, lateStart]) expect(judged(id, late(shown(true, 'get'), done, reserved))).toBe(outcome)
})
