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
