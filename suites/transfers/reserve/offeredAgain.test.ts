import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { offeredAgain } from './offeredAgain.js'

const checkOf = (...items: readonly Json[]): Answer => answer([...items], { purpose: 'availability' })
const ten = '2027-06-01T10:00:00Z'
const before = checkOf({ id: 'first', startAt: ten, available: true })
const outcome = (...items: readonly Json[]): string => offeredAgain('first', before, [checkOf(...items)]).outcome

test('what is held is known by its start where ids are made anew for each check', () => {
  expect(outcome({ id: 'second', startAt: ten, available: false })).toBe('pass')
  expect(outcome({ id: 'second', startAt: '2027-06-01T12:00:00+02:00', available: false })).toBe('pass')
  expect(outcome({ id: 'second', startAt: '2027-06-01T14:00:00Z', available: true })).toBe('pass')
})

test('another one of that start may be on offer, and without a start nothing is known', () => {
  expect(outcome({ id: 'second', startAt: ten, available: true })).toBe('untested')
  expect(outcome({ id: 'second', available: false })).toBe('untested')
  expect(outcome()).toBe('untested')
  expect(offeredAgain('first', null, [before])).toMatchObject({
    outcome: 'untested',
    remedy: expect.stringContaining('the exact start'),
  })
})
