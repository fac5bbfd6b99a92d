import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'

const [refused, accepted] = [
  answer({ error: 'GONE' }, { purpose: 'confirm' }, 409),
  answer(booking, { purpose: 'confirm' }),
]
const briefRead = answer({ ...booking, status: 'EXPIRED' }, { purpose: 'get' })

test.each([
  ['where a hold was confirmed in its time', refused, accepted, 'pass'],
  ['where no hold was ever confirmed', refused, refused, 'untested'],
  ['where none was tried', refused, undefined, 'untested'],
])(
  'that a hold which shows its end is not confirmed says something %s alone',
  (_, briefConfirmed, keptConfirmed, said) => {
    const trial = { briefRead, briefConfirmed, keptConfirmed }
    expect(judgeTrial('hold.shown-over-not-confirmed', trial).outcome).toBe(said)
  },
)

test('whatever became of others, it is not confirmed', () => {
  const trial = { briefRead, briefConfirmed: accepted, keptConfirmed: refused }
  expect(judgeTrial('hold.shown-over-not-confirmed', trial)).toMatchObject({
    outcome: 'fail',
    findings: [{ message: expect.stringContaining('though get had shown status "EXPIRED"') as unknown }],
  })
})
