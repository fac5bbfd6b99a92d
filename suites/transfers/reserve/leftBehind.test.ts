import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import { judgeLeftBehind, type Probes } from './leftBehind.js'

const refused = answer({ error: 'INVALID_AVAILABILITY_ID' }, { input: { idempotencyKey: 'key' } }, 400)
const control = answer({ ...booking, uuid: 'control' }, { input: { idempotencyKey: 'control' } })
const none: Probes = { notes: 'flawed', control, unknown: refused, others: [], byKey: null, listed: null, again: null }
const outcomeOf = (probes: Partial<Probes>): string => judgeLeftBehind({ ...none, ...probes }).outcome

test('a booking that is left behind is found under its key, in the list and by its minutes', () => {
  const byKey = answer({ ...booking, uuid: 'key' }, { purpose: 'get' })
  const listed = answer([{ ...booking }, { ...booking, uuid: 'x', notes: 'flawed' }], { purpose: 'list' })
  const again = answer({ ...booking, expirationMinutes: 61 })
  expect(judgeLeftBehind({ ...none, byKey, listed, again })).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/uuid' }, { pointer: '/1' }, { pointer: '/expirationMinutes' }],
  })
})

test('what any refused reservation left is found in the list, but not what was accepted or got no answer', () => {
  const listed = answer([{ ...booking }, { ...booking, uuid: 'x', notes: 'flawed' }], { purpose: 'list' })
  expect(outcomeOf({ listed, others: [refused] })).toBe('fail')
  expect(outcomeOf({ listed, others: [answer({ ...booking, uuid: 'x' })] })).not.toBe('fail')
  expect(outcomeOf({ listed, others: [noAnswer()] })).not.toBe('fail')
})

test('that nothing is found proves something only where the control is found in the same way', () => {
  const notFound = answer({ error: 'INVALID_BOOKING_UUID' }, { purpose: 'get' }, 404)
  const otherId = answer({ ...booking, uuid: 'b-7' }, { input: { idempotencyKey: 'control' } })
  expect(outcomeOf({ byKey: notFound })).toBe('pass')
  expect(outcomeOf({ byKey: notFound, control: otherId })).toBe('untested')
  expect(outcomeOf({ listed: answer([{ ...booking, uuid: 'control' }], { purpose: 'list' }) })).toBe('pass')
  expect(outcomeOf({ listed: answer([{ ...booking, uuid: 'x' }], { purpose: 'list' }) })).toBe('untested')
  expect(outcomeOf({ again: answer({ ...booking, expirationMinutes: 67 }) })).toBe('pass')
  expect(outcomeOf({ again: answer({ error: 'CONFLICT' }, {}, 409) })).toBe('untested')
})

test('nothing is left behind by what was not refused, or where nothing is accepted', () => {
  expect(outcomeOf({ unknown: answer(booking) })).toBe('untested')
  expect(outcomeOf({ control: refused })).toBe('untested')
})
