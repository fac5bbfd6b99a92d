import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import type { Answer, Profile } from './index.js'
import { momentsOf } from '../hold/moments.js'

const of = (availabilityId: string, clockMinutes = 0): Answer =>
  answer(booking, { clockMinutes, input: { availabilityId, expirationMinutes: 200 } })
const [one, two, other] = [of('a'), of('a'), of('b')]
const held = of('a')
const filled = { fillers: [one, two, other], lacking: null }
const exclusive = { ...profile.bookable.standard, places: 3 }
const few: Profile = { ...profile, bookable: { ...profile.bookable, exclusive } }
const keeps = (again: Answer, more: object = { filled }) =>
  judgeTrial('hold.keeps-availability-until-end', { held, heldAgain: again, ...more }, few)

test('a finding names the holds that filled the availability up, and no others', () => {
  const again = of('a', 17)
  expect(keeps(again)).toMatchObject({
    outcome: 'fail',
    findings: [
      {
        exchange: again.n,
        message: expect.stringMatching(/its availability$/),
        expected: expect.stringContaining(
          `filled up by requests ${one.n} and ${two.n}; bookable.exclusive.places is 3`,
        ),
        steps: [one.n, two.n],
      },
    ],
  })
  expect(keeps(of('b', 17))).toMatchObject({ findings: [{ steps: [other.n] }] })
})

test('a trial without any is judged as ever', () => {
  const again = of('a', 17)
  const plain = {
    outcome: 'fail',
    findings: [{ exchange: again.n, message: expect.stringMatching(/its availability$/) }],
  }
  expect(keeps(again, {})).toMatchObject(plain)
  expect(keeps(again, { filled: { fillers: [], lacking: null } })).toMatchObject(plain)
  expect(keeps(of('c', 17))).not.toHaveProperty('findings.0.steps')
})

test('nothing is found once what filled it up may be over', () => {
  const late = { over: held, overAgain: of('a', 210), overTwice: of('a', 210), filled }
  expect(judgeTrial('hold.frees-availability-once', late, few)).toMatchObject({ outcome: 'untested' })
  const inTime = { over: held, overAgain: of('a', 199), overTwice: of('a', 199), filled }
  expect(judgeTrial('hold.frees-availability-once', inTime, few)).toMatchObject({ outcome: 'fail' })
})

test('what is untested where nothing could be filled up says why', () => {
  const lacking = { reason: 'none took as many', remedy: 'say how many' }
  expect(judgeTrial('hold.keeps-availability-until-end', { filled: { fillers: [], lacking } }, few)).toEqual({
    outcome: 'untested',
    ...lacking,
  })
})

test('no refusal is expected so late that what fills an availability up may be over', () => {
  for (const graceSeconds of [0, 60, 3_600, 100_000])
    for (const clock of [null, few.clock]) {
      const { beforeLatest, extension } = momentsOf({ ...few, hold: { graceSeconds }, clock })
      // The last moment of the stage that wants what is extended, confirmed or moved.
      expect(Math.max(beforeLatest, extension - 2)).toBeLessThanOrEqual(180)
    }
})

test('of what filled it up without a place for minutes, no more is reckoned with than the shortest hold', () => {
  const { expirationMinutes: _, ...fields } = profile.operations.reserve?.fields ?? {}
  const reserve = profile.operations.reserve && { ...profile.operations.reserve, fields }
  const without: Profile = { ...profile, operations: { ...profile.operations, reserve } }
  const filler = answer(booking, { input: { availabilityId: 'a', expirationMinutes: 200 } }, 200, without)
  const again = (minutes: number): string =>
    judgeTrial(
      'hold.moved-takes-availability',
      {
        moved: held,
        move: held,
        movedAgain: of('a', minutes),
        overAgain: held,
        filled: { fillers: [filler], lacking: null },
      },
      few,
    ).outcome
  expect(again(19)).toBe('fail')
  expect(again(21)).toBe('untested')
})
