import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import './sequences.js'

const reserved = answer(booking)
const confirmed = { ...booking, status: 'CONFIRMED' }
const judged = (step: object): string =>
  judgeTrial('lifecycle.sequence-follows-table', { reserved, done: [{ step: 'confirm', ...step }] }).outcome
const confirm = answer(confirmed, { purpose: 'confirm' })
const get = answer(confirmed, { purpose: 'get' })

test('what the table forbids breaks it, and what get contradicts is the matter of the account', () => {
  expect(judged({ answer: confirm, read: get })).toBe('pass')
  expect(judged({ answer: reserved, read: get })).toBe('fail')
  expect(judged({ answer: confirm, read: answer(booking, { purpose: 'get' }) })).toBe('pass')
})

test('a sequence of which no step got an answer says nothing', () => {
  expect(judged({ answer: noAnswer(), read: noAnswer() })).toBe('untested')
})

test('an extension of a hold that ran out unread must be refused', () => {
  const pastHold = { after: 'age-past-hold', step: 'extend' }
  const expired = answer({ ...booking, status: 'EXPIRED' }, { purpose: 'get', clockMinutes: 195 })
  const refused = answer({ error: 'EXPIRED' }, { purpose: 'extend', clockMinutes: 195 }, 422)
  expect(judged({ ...pastHold, answer: refused, read: expired })).toBe('pass')
  const taken = answer(booking, { purpose: 'extend', clockMinutes: 195 })
  expect(judged({ ...pastHold, answer: taken, read: taken })).toBe('fail')
})
