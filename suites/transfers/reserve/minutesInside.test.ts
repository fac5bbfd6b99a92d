import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const asked = (
  expirationMinutes: number,
  status: 200 | 409,
  { scenario = 'reserve', ...more }: { readonly scenario?: string; readonly [field: string]: Json | undefined } = {},
): Answer => {
  const input = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) as Record<string, Json> // prettier-ignore
  return answer(
    status === 200 ? { ...booking, expirationMinutes } : { error: 'NO' },
    {
      purpose: 'reserve',
      scenario,
      input: { availabilityId: `slot-${expirationMinutes}`, ...input, expirationMinutes },
    },
    status,
  )
}
const twenty = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('reserve.accepts-20-minutes', answers)?.outcome

test('a hold of 20 minutes that is made is accepted, and none says nothing', () => {
  expect(twenty(asked(20, 200))).toBe('pass')
  expect(twenty(asked(21, 200))).toBeUndefined()
})

test('what is refused again between two of 60 minutes that are accepted is refused for its minutes', () => {
  const refused = asked(20, 409, { notes: 'n' })
  const control = asked(60, 200, { notes: 'n' })
  const again = asked(20, 409, { notes: 'n' })
  const last = asked(60, 200, { notes: 'n' })
  const judged = judgeCourse('reserve.accepts-20-minutes', [refused, control, again, last])
  expect(judged).toMatchObject({ outcome: 'fail', findings: [{ exchange: again.n, pointer: '' }] })
})

test('a refusal with another cause blames nobody', () => {
  // What refused the first one had passed by then.
  expect(twenty(asked(20, 409), asked(60, 200), asked(20, 200))).toBe('pass')
  expect(twenty(asked(20, 409), asked(60, 409))).toBe('untested')
  // The hold for 60 minutes has the last room.
  expect(twenty(asked(20, 409), asked(60, 200), asked(20, 409), asked(60, 409))).toBe('untested')
  expect(twenty(asked(60, 200), asked(20, 409, { notes: 'too long' }))).toBe('untested')
})

test('reservations of other scenarios are made for other reasons', () => {
  const scenario = 'update.all-fields'
  expect(twenty(asked(60, 200, { scenario }), asked(20, 409, { scenario }))).toBeUndefined()
})
