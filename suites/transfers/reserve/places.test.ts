import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import './places.js'

const [taken, soldOut] = [() => answer(booking), () => answer({ error: 'SOLD_OUT' }, {}, 409)]
const trial = { first: taken(), replayed: taken(), next: soldOut(), control: taken(), nextThen: soldOut() }
const judged = (data: object): object => judgeTrial('reserve.same-key-takes-one-place', { ...trial, ...data })

test('what a booking left whose key was used twice is missed where it is refused before and after that of another is not', () => {
  expect(judged({})).toMatchObject({ outcome: 'fail', findings: [{ exchange: trial.nextThen.n }] })
  expect(judged({ next: taken(), control: null, nextThen: null })).toMatchObject({ outcome: 'pass' })
})

test('what is given back late, or was taken for a while, is free again', () => {
  expect(judged({ nextThen: taken() })).toMatchObject({ outcome: 'pass' })
})

test('nothing is said where what another left is refused as well, or nobody wanted the first once more', () => {
  expect(judged({ control: soldOut(), nextThen: null })).toMatchObject({ outcome: 'untested' })
  expect(judged({ nextThen: null })).toMatchObject({ outcome: 'untested' })
})
