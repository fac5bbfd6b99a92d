import { expect, test } from 'vitest'
import { answerOf, booking, exchange, profile } from '../../src/suite/answer.test.data.js'
import type { Exchange, Json } from './vocabulary/index.js'
import type { TransferAnswer } from './answer.js'

const enveloped = { ...profile, booking: { ...profile.booking, at: '/data' } }

function answered(json: Json, purpose: Exchange['purpose'] = 'get', of = enveloped): TransferAnswer {
  return answerOf(exchange({ purpose, response: { status: 200, headers: {}, json } }), of)
}

test('an answer that has its booking in an envelope is read inside of it, and points into the body', () => {
  const whole = { data: booking, meta: {} }
  const answer = answered(whole)
  expect(answer.accepted).toBe(true)
  expect(answer.read('status')).toBe('ON_HOLD')
  expect(answer.inBody('/status')).toBe('/data/status')
  expect(answered(whole, 'get', profile).accepted).toBe(false)
})

test('a refusal, a list and whatever else has no envelope are read as they are', () => {
  expect(answered({ data: null, error: 'NOT_FOUND' }).refused).toBe(true)
  expect(answered({ data: {}, error: 'NOT_FOUND' }).refused).toBe(true)
  expect(answered(booking).inBody('/status')).toBe('/status')
  expect(answered([booking], 'list').items).toHaveLength(1)
  expect(answered({ data: { options: [] } }, 'transfers').accepted).toBe(false)
})
