import { expect, test } from 'vitest'
import { answerOf, booking, exchange, profile } from '../../../src/suite/answer.test.data.js'
import type { Judgement, Profile } from '../vocabulary/index.js'
import { reasonShown } from './reasonShown.js'

const { cancel, ...operations } = profile.operations
const silent: Profile = { ...profile, operations: { ...operations, cancel: cancel && { ...cancel, fields: {} } } }

function judge(reason: string | null, of: Profile = profile): Judgement['outcome'] {
  const json = { ...booking, cancellation: { reason } }
  const read = answerOf(exchange({ purpose: 'get', response: { status: 200, headers: {}, json } }), of)
  return reasonShown(read, 'sent', ['reason']).outcome
}

test('a reason that was sent is the one that the booking shows', () => {
  expect([judge('sent'), judge('other'), judge(null)]).toEqual(['pass', 'fail', 'fail'])
})

test('where no cancel carries a reason, none is missed', () => {
  expect(judge(null, silent)).toBe('untested')
})
