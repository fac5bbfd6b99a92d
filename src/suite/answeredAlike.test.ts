import { expect, test } from 'vitest'
import { exchange, profile } from './answer.test.data.js'
import type { Answer } from '../wire/answer.js'
import { answeredAlike } from './answers.js'

/** What is looked at of an answer. */
function refusedAt(url: string, message: string): Answer {
  const { request, ...rest } = exchange({ response: { status: 404, headers: {}, json: { message } } })
  // Nothing else is read.
  return { exchange: { ...rest, request: { ...request, url } }, json: { message }, profile } as unknown as Answer
}

test('what repeats its own address is told alike, also where a secret stands for the host of that address', () => {
  const asked = refusedAt('[redacted:BASE]/v2/bookings/1/cancel', 'no /v2/bookings/1/cancel here')
  const stray = refusedAt('[redacted:BASE]/v2/nowhere', 'no /v2/nowhere here')
  const known = refusedAt('[redacted:BASE]/v2/bookings/1/cancel', 'the booking cannot be cancelled')
  expect(answeredAlike(asked, stray)).toBe(true)
  expect(answeredAlike(known, stray)).toBe(false)
})
