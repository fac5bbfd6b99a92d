import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { isCut, isKept, isKeptIn } from './keptText.js'
import { mayFollow, statesAgree, statesContradict } from './states.js'

test.each([
  ['CONFIRMED', 'CONFIRMED', true],
  ['PENDING', 'CONFIRMED', true],
  ['CONFIRMED', 'IN_USE', true],
  ['CANCELLING', 'CANCELLED', true],
  ['ON_HOLD', 'PENDING', false],
  ['PENDING', 'ON_HOLD', false],
  ['CONFIRMED', 'CANCELLED', false],
  ['PENDING', 7, false],
  ['PENDING', undefined, false],
] as const)('from %s to %s: %s', (one, other, agree) => {
  expect(statesAgree(one, other, profile)).toBe(agree)
})

test('only states that the documents or the profile name contradict each other', () => {
  expect(statesContradict('ON_HOLD', 'CONFIRMED', profile)).toBe(true)
  expect(statesContradict('ON_HOLD', 'PENDING', profile)).toBe(false)
  expect(statesContradict('CONFIRMED', 'CONFIRMED', profile)).toBe(false)
})

test('any state may follow a state of its own that an update answers, and no other write', () => {
  const updating = { ...booking, status: 'UPDATING' }
  expect(mayFollow(answer(updating, { purpose: 'update' }), 'ON_HOLD')).toBe(true)
  expect(mayFollow(answer(updating, { purpose: 'confirm' }), 'ON_HOLD')).toBe(false)
  expect(mayFollow(answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'update' }), 'ON_HOLD')).toBe(false)
})

test('a text is kept in any case and with any spaces; notes also within others', () => {
  expect([' AB c1 ', 'abc1', 'abc', 'x abc1', 7].map((found) => isKept('aBc1', found))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['Agent: AB c1!', 'abc', null].map((found) => isKeptIn('aBc1', found))).toEqual([true, false, false])
})

test('notes of which the beginning is shown are cut; a few characters, and another text, are not', () => {
  const sent = 'octo70031c07j01wc98k 00123 é'
  expect(
    ['Octo70031c07j01wc98k 001', 'octo7003', 'octo70031c07j01wc98k 002', null].map((found) => isCut(sent, found)),
  ).toEqual([true, false, false, false])
})

test('after a cancel that answers the state before, a booking may be what is cancelled, and nothing else that the profile names', () => {
  const cancel = answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'cancel' })
  expect(['CONFIRMED', 'CANCELLED', 'EXPIRED', 'ON_HOLD'].map((later) => mayFollow(cancel, later))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const extend = answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'extend' })
  expect(mayFollow(extend, 'CANCELLED')).toBe(false)
})
