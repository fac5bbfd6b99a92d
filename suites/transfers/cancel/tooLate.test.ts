import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './tooLate.js'

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
const entry = (type: string, cutoffAmount: number, cutoffUnit = 'HOURS'): Json => ({ type, cutoffAmount, cutoffUnit })

test.each([
  ['of refunds alone', [entry('FULL_REFUND', 48), entry('PARTIAL_REFUND', 12)]],
  ['without any', [entry('NO_REFUND', 365, 'DAYS')]],
  ['of refunds and changes', [entry('FULL_REFUND', 48), entry('CHANGES', 12), entry('NO_REFUND', 0)]],
])('what is given back by a policy %s says not how long something can be cancelled', (_, cancellationPolicy) => {
  const reserved = shown(true, 'reserve', { ...held, departsAt: at(5), holdStartedAt: at(0), cancellationPolicy })
  for (const id of [...windows, lateStart])
    expect(judged(id, late(shown(true, 'get'), done, reserved))).toBe('untested')
})

test.each([
  [24, 'fail'],
  [2, 'untested'],
])('what shows that it can be cancelled is late by cutOffAt and a cutOffBefore of %i hours: %s', (hours, outcome) => {
  const named = { productId, optionId, cutOffAt: '/startAt', cutOffBefore: hours * 60 }
  const of = { ...profile, bookable: { ...profile.bookable, late: [named] } }
  const reserved = answer(
    { ...booking, ...held, startAt: at(5) },
    { purpose: 'reserve', input: { productId, optionId } },
    200,
    of,
  )
  for (const id of [...windows, lateStart]) expect(judged(id, late(shown(true, 'get'), done, reserved))).toBe(outcome)
})
