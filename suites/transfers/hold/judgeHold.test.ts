import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import { judgeAge, judgeStillHeld } from './judgeHold.js'
import { momentsOf } from './moments.js'

const begun = answer(booking)
const read = (clockMinutes: number, status = 'ON_HOLD'): ReturnType<typeof answer> =>
  answer({ ...booking, status }, { purpose: 'get', clockMinutes })
const gone = (clockMinutes: number): ReturnType<typeof answer> =>
  answer({ error: 'INVALID_BOOKING_UUID' }, { purpose: 'get', clockMinutes }, 404)

test('before its end a hold is ON_HOLD, and neither another thing nor gone', () => {
  expect(judgeStillHeld(begun, 20, read(17)).outcome).toBe('pass')
  expect(judgeStillHeld(begun, 20, read(17, 'EXPIRED'))).toMatchObject({ findings: [{ pointer: '/status' }] })
  expect(judgeStillHeld(begun, 20, gone(17)).outcome).toBe('fail')
})

test('a hold that is looked at after its end tells nothing about before', () => {
  expect(judgeStillHeld(begun, 20, read(20, 'EXPIRED')).outcome).toBe('untested')
  expect(judgeStillHeld(begun, 20, null).outcome).toBe('untested')
  expect(judgeStillHeld(begun, 20, noAnswer()).outcome).toBe('untested')
})

test('a test clock may stand still but for its moves: what went by meanwhile on ours ends no hold', () => {
  const later = answer(booking, { purpose: 'get', clockMinutes: 18, startedAt: begun.exchange.startedAt + 10 * 60_000 })
  expect(judgeAge(begun, 20, later)).toMatchObject({ outcome: 'untested' })
})

test('within its grace a hold may still show', () => {
  expect(judgeAge(begun, 20, read(21))).toMatchObject({ outcome: 'untested' })
  expect(judgeAge(begun, 20, noAnswer())).toMatchObject({ outcome: 'untested' })
  expect(judgeAge(begun, 20, read(22))).toBeNull()
})

test('every moment is certain, whatever extend counts from, and for a long grace too', () => {
  for (const graceSeconds of [0, 60, 600, 1800]) {
    const at = momentsOf({ ...profile, hold: { graceSeconds } })
    expect(at.after).toBeGreaterThan(at.short + graceSeconds / 60)
    expect(at.after).toBeLessThan(at.extension - 2)
    expect(at.extendedAfter).toBeGreaterThan(at.short + at.extension + graceSeconds / 60)
    expect(at.short + at.extension).toBeLessThanOrEqual(200)
    expect(at.after).toBeLessThan(at.medium)
  }
})
