import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeTrial, observed } from '../judge.test.data.js'
import './onHold.js'

const confirmed = { ...booking, status: 'CONFIRMED' }
const updated = (changes: Readonly<Record<string, Json>> = {}): Answer =>
  answer({ ...confirmed, ...changes }, { purpose: 'update' })
const refused = answer({ error: 'NO' }, { purpose: 'update' }, 400)

test('a booking that says it is cancellable must take its first update, and its second once it took the first', () => {
  const allowed = (first: Answer, second: Answer): string =>
    judgeTrial('update.confirmed-allowed', { onConfirmed: { before: updated(), first: { answer: first }, second } })
      .outcome
  expect(allowed(updated(), updated())).toBe('pass')
  expect(allowed(updated(), refused)).toBe('fail')
  expect(allowed(refused, updated())).toBe('fail')
  expect(allowed(updated({ cancellable: false }), refused)).toBe('untested')
})

test('the status after an update is told only of an update that was accepted, where the one before it is known', () => {
  const told = (first: Answer, before: Answer = updated()): string | null =>
    observed('update.state-after-confirmed', { onConfirmed: { before, first: { answer: first } } })
  expect(told(updated({ status: 'CHANGED' }))).toBe('CONFIRMED becomes CHANGED')
  expect(told(updated(), noAnswer())).toBeNull()
  expect(told(refused)).toBeNull()
})

test('what becomes of minutes is told where updates are taken at all', () => {
  const told = (minutes: Answer, second = updated()): string | null =>
    observed('update.minutes-after-confirm', { onConfirmed: { minutes, second } })
  expect(told(updated({ expirationMinutes: 90 }))).toBe('it is accepted; expirationMinutes is then 90')
  expect(told(updated({ expirationMinutes: null }))).toBe('it is accepted; expirationMinutes is then null')
  expect(told(refused)).toBe(`it is refused (${refused.describe()})`)
  expect(told(noAnswer())).toBeNull()
  expect(told(updated(), refused)).toBeNull()
})
