import { expect, test } from 'vitest'
import { operation } from '../../../src/wire/testTarget.test.data.js'
import type { Place } from '../../../src/profile/profile.js'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Exchange } from '../vocabulary/index.js'
import { judgeWhole } from '../judge.test.data.js'

const body = (name: string): Place => ({ in: 'body', pointer: `/${name}` })
const names = ['reference', 'emailReceipt', 'expirationMinutes', 'availabilityId']
const update = operation('PATCH', '/x', Object.fromEntries(names.map((name) => [name, body(name)])))
const of = { ...profile, operations: { ...profile.operations, update } }
const minute = 60_000
const about = (
  purpose: 'get' | 'confirm' | 'cancel' | 'update',
  at: number,
  more: Partial<Exchange> = {},
): Partial<Exchange> => ({ purpose, bookingId: 'b-1', startedAt: at, ...more })
const shown = (cancellable: boolean, at: number, purpose: 'get' | 'confirm' = 'get'): Answer =>
  answer({ ...booking, cancellable }, about(purpose, at))
const cancelled = (at: number, more: Partial<Exchange> = {}): Answer =>
  answer({ ...booking, status: 'CANCELLED', cancellable: false }, about('cancel', at, more))
const refused = (at: number): Answer => answer({ error: 'NO' }, about('cancel', at), 409)
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeWhole('cancel.never-when-read-false', answers, answers[0]?.profile)?.outcome

test('a cancel that is accepted right after cancellable false was shown fails, whatever the state', () => {
  expect(outcome(shown(false, 0), cancelled(10))).toBe('fail')
  expect(outcome(shown(true, 0), cancelled(10))).toBeUndefined()
  expect(outcome(shown(true, 0), cancelled(10), cancelled(20))).toBe('fail')
})

test('a refusal passes only where a cancel was accepted elsewhere in the run', () => {
  expect(outcome(shown(true, 0), cancelled(10), refused(20))).toBe('pass')
  expect(outcome(shown(false, 0), refused(10))).toBe('untested')
})

test('a state that passes by itself says nothing of what may be done after it', () => {
  const { booking: shownAs } = profile
  const statuses = { ...shownAs.statuses, pending: ['PENDING'] }
  const of = { ...profile, booking: { ...shownAs, statuses } }
  const pending = answer({ ...booking, status: 'PENDING', cancellable: false }, about('confirm', 0), 200, of)
  expect(outcome(pending, cancelled(10))).toBeUndefined()
  // A cancel that is under way shows what was before.
  const cancelling = (at: number): Answer =>
    answer({ ...booking, status: 'PENDING', cancellable: true }, about('cancel', at), 200, of)
  expect(outcome(shown(true, 0, 'confirm'), cancelling(10), cancelling(20))).toBeUndefined()
})

test('an update that asks for no change may be answered with the booking as it is', () => {
  const updated = (input: Exchange['input']): Answer =>
    answer({ ...booking, cancellable: false }, { ...about('update', 10), input }, 200, of)
  const judge = (input: Exchange['input']): string | undefined =>
    judgeWhole('update.never-when-read-false', [shown(false, 0), updated(input)], of)?.outcome
  expect(judge({ expirationMinutes: 60, emailReceipt: false })).toBeUndefined()
  expect(judge({ expirationMinutes: 61 })).toBe('fail')
  expect(judge({ emailReceipt: true })).toBe('fail')
  expect(judge({ reference: 'other' })).toBe('fail')
  expect(judge({ availabilityId: 'elsewhere' })).toBe('fail')
  // Minutes mean nothing once a booking is confirmed. An update may send those that it shows.
  const confirmed = { ...booking, status: 'CONFIRMED', cancellable: false, expirationMinutes: 60 }
  const read = answer(confirmed, about('get', 0), 200, of)
  const sent = (expirationMinutes: number): Answer =>
    answer(confirmed, { ...about('update', 10), input: { expirationMinutes } }, 200, of)
  const judgeSent = (minutes: number): string | undefined =>
    judgeWhole('update.never-when-read-false', [read, sent(minutes)], of)?.outcome
  expect(judgeSent(60)).toBeUndefined()
  expect(judgeSent(61)).toBe('fail')
  // What has no place is not sent.
  expect(judge({ productId: 'another' })).toBeUndefined()
})

test('what was shown counts no more once something else was done, was under way, or time has passed', () => {
  expect(outcome(shown(false, 0), shown(true, 10, 'confirm'), cancelled(20))).toBeUndefined()
  const underWay = answer({ error: 'NO' }, about('confirm', 10, { durationMs: 100 }), 409)
  expect(outcome(shown(false, 0), underWay, cancelled(20))).toBeUndefined()
  expect(outcome(shown(false, 0), cancelled(5 * minute))).toBeUndefined()
  expect(outcome(shown(false, 0), cancelled(10, { clockMinutes: 30 }))).toBeUndefined()
})

test('a write that was refused and is over changes nothing of what was shown', () => {
  expect(outcome(shown(false, 0), refused(10), cancelled(20))).toBe('fail')
})

test('what other callers are shown or do is not judged', () => {
  expect(outcome(shown(false, 0), cancelled(10, { as: 'other' }))).toBeUndefined()
})

test('an update of a redeemed booking is refused, whatever its state is called then', () => {
  const redeemed = (): Answer => answer({}, { ...about('get', 20), purpose: 'redeem' }, 200, of)
  const update = (at: number, reference: string, status = 200): Answer =>
    answer({ ...booking, status: 'USED' }, { ...about('update', at), input: { reference } }, status, of)
  const judge = (...answers: readonly Answer[]): string | undefined =>
    judgeWhole('update.redeemed-refused', [shown(true, 0), ...answers], of)?.outcome
  expect(judge(redeemed(), update(30, 'other'))).toBe('fail')
  expect(judge(update(10, 'other'), redeemed(), update(30, 'another', 409))).toBe('pass')
  expect(judge(update(10, 'other'), redeemed())).toBeUndefined()
})
