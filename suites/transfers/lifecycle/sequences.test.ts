import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import './sequences.js'

const reserved = answer(booking)
const confirmed = { ...booking, status: 'CONFIRMED' }
const judged = (step: object): readonly string[] =>
  ['lifecycle.sequence-follows-table', 'lifecycle.answer-agrees-with-get'].map(
    (id) => judgeTrial(id, { reserved, done: [{ step: 'confirm', ...step }] }).outcome,
  )
const confirm = answer(confirmed, { purpose: 'confirm' })
const get = answer(confirmed, { purpose: 'get' })

test('what the table forbids and what get contradicts are told apart', () => {
  expect(judged({ answer: confirm, read: get })).toEqual(['pass', 'pass'])
  expect(judged({ answer: reserved, read: get })).toEqual(['fail', 'pass'])
  expect(judged({ answer: confirm, read: answer(booking, { purpose: 'get' }) })).toEqual(['pass', 'fail'])
})

test('a sequence of which no step got an answer says nothing', () => {
  expect(judged({ answer: noAnswer(), read: noAnswer() })).toEqual(['untested', 'untested'])
})

test('an extension that is refused of a hold which ran out unread is not blamed for what get shows then, one that is accepted is', () => {
  const pastHold = { after: 'age-past-hold', step: 'extend' }
  const expired = answer({ ...booking, status: 'EXPIRED' }, { purpose: 'get', clockMinutes: 195 })
  const judgedAfter = (extended: object): readonly string[] =>
    ['lifecycle.sequence-follows-table', 'lifecycle.answer-agrees-with-get'].map(
      (id) => judgeTrial(id, { reserved, done: [{ ...pastHold, ...extended }] }).outcome,
    )
  const refused = answer({ error: 'EXPIRED' }, { purpose: 'extend', clockMinutes: 195 }, 422)
  expect(judgedAfter({ answer: refused, read: expired })).toEqual(['pass', 'pass'])
  const taken = answer(booking, { purpose: 'extend', clockMinutes: 195 })
  expect(judgedAfter({ answer: taken, read: taken })).toEqual(['fail', 'untested'])
})

test('where neither get nor the list was accepted, nothing agrees with an answer', () => {
  const refused = answer({ error: 'NO' }, { purpose: 'get' }, 400)
  expect(judged({ answer: confirm, read: refused })).toEqual(['pass', 'untested'])
})
