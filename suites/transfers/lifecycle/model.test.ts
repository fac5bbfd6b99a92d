import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeSequence } from './model.js'
import type { Done, Step } from './perform.js'

/** An answer about the booking so many minutes after it was reserved. */
function said(
  purpose: 'reserve' | 'get' | Exclude<Step, `age-${string}`> | 'clock',
  changes: Record<string, Json> | null,
  at = 0,
): Answer {
  const more = { purpose, startedAt: 0, clockMinutes: at } as const
  return changes === null
    ? answer({ error: 'NO' }, more, 409)
    : answer({ ...booking, expirationMinutes: 20, ...changes }, more)
}

function judged(...done: readonly Done[]): readonly string[] {
  return judgeSequence({ reserved: said('reserve', {}), done }, profile).findings.map(({ message }) => message)
}

const confirmed = { status: 'CONFIRMED' }
const confirm: Done = { step: 'confirm', answer: said('confirm', confirmed), read: said('get', confirmed) }

test('a booking that is confirmed and cancelled follows the table', () => {
  const cancelled = { status: 'CANCELLED', cancellable: false }
  const cancel: Done = { step: 'cancel', answer: said('cancel', cancelled), read: said('get', cancelled) }
  expect(judged(confirm, cancel)).toEqual([])
})

test('a confirm that answers the hold is judged by the read after it', () => {
  expect(judged({ ...confirm, answer: said('confirm', {}) })).toEqual([])
  expect(judged({ ...confirm, answer: said('confirm', {}), read: said('get', {}) })).toHaveLength(1)
})

test('a status that the profile does not name may change by itself', () => {
  const issuing: Done = {
    step: 'confirm',
    answer: said('confirm', { status: 'ISSUING' }),
    read: said('get', { status: 'ISSUED' }),
  }
  expect(judged(issuing)).toEqual([])
})

test('extend of a confirmed booking must be refused', () => {
  const extend: Done = { step: 'extend', answer: said('extend', confirmed), read: said('get', confirmed) }
  expect(judged(confirm, extend)).toEqual(['After reserve, confirm, extend was accepted'])
  expect(judged(confirm, { ...extend, answer: said('extend', null) })).toEqual([])
})

test('cancel of a confirmed booking must be accepted exactly when it is cancellable', () => {
  const refused: Done = { step: 'cancel', answer: said('cancel', null), read: said('get', confirmed) }
  expect(judged(confirm, refused)).toEqual(['After reserve, confirm, cancel was refused'])
  const late = { ...confirmed, cancellable: false }
  const lateConfirm: Done = { step: 'confirm', answer: said('confirm', late), read: said('get', late) }
  expect(judged(lateConfirm, refused)).toEqual([])
  expect(judged(lateConfirm, { ...refused, answer: said('cancel', { status: 'CANCELLED' }) })).toEqual([
    'After reserve, confirm, cancel was accepted',
  ])
})

test('whether a hold can be cancelled is left open', () => {
  const cancelled = { status: 'CANCELLED' }
  expect(judged({ step: 'cancel', answer: said('cancel', null), read: said('get', {}) })).toEqual([])
  expect(judged({ step: 'cancel', answer: said('cancel', cancelled), read: said('get', cancelled) })).toEqual([])
})

test('a hold lasts until its end and not beyond, whatever its extension is counted from', () => {
  const aged = (at: number, changes: Record<string, Json> | null): Done => ({
    step: 'age-within-hold',
    answer: said('clock', {}, at),
    read: said('get', changes, at),
  })
  expect(judged(aged(10, {}))).toEqual([])
  expect(judged(aged(10, { status: 'EXPIRED' }))).toEqual([
    'After reserve, time alone changed the status from ON_HOLD to EXPIRED',
  ])
  expect(judged(aged(32, {}))).toEqual(['After reserve, get answered status ON_HOLD after the hold time was over'])
  expect(judged(aged(32, null))).toEqual([])
  const extended: Done = { step: 'extend', answer: said('extend', {}), read: said('get', {}) }
  expect(judged(extended, aged(50, {}))).toEqual([])
  expect(judged(extended, aged(70, {}))).toEqual([])
  expect(judged(extended, aged(100, {}))).toHaveLength(1)
})
