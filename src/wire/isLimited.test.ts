import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { isLimited, retryAfter } from './again.js'

const limited = (status: number, json: Json, headers: Readonly<Record<string, string>> = {}): boolean =>
  isLimited({ status, headers, json })

test.each<[string, number, Json, Record<string, string>?]>([
  ['429', 429, null],
  ['words under 403', 403, { message: 'API rate limit exceeded for 10.0.0.1' }],
  ['a code under 400', 400, { error: 'RATE_LIMIT_EXCEEDED' }],
  ['words under 503', 503, { message: 'Too many requests, please slow down' }],
  ['403 that says when to come again', 403, { message: 'Forbidden' }, { 'retry-after': '30' }],
  ['403 with nothing left', 403, {}, { 'x-ratelimit-remaining': '0' }],
  ['403 with nothing left, as the newest draft says it', 403, {}, { ratelimit: '"default";r=0;t=30' }],
])('a limit on requests is told: %s', (_, status, json, headers) => {
  expect(limited(status, json, headers)).toBe(true)
})

test.each<[string, number, Json, Record<string, string>?]>([
  ['another account', 403, { message: 'this booking is of another reseller' }],
  ['wrong credentials with some left', 403, { message: 'Forbidden' }, { 'x-ratelimit-remaining': '17' }],
  ['401 in such words', 401, { message: 'rate limit' }],
  ['a refusal with none left', 400, { message: 'optionId is required' }, { 'x-ratelimit-remaining': '0' }],
  ['a gateway that says when', 503, { message: 'Service Unavailable' }, { 'retry-after': '30' }],
  ['a rate of another kind', 400, { message: 'INVALID_RATE: the rate plan is not sold' }],
  ['a limit of what is asked for', 400, { message: 'expirationMinutes exceeds the request limit (200)' }],
  ['a booking whose notes say it', 200, { notes: 'too many requests' }],
])('no limit is told: %s', (_, status, json, headers) => {
  expect(limited(status, json, headers)).toBe(false)
})

test('without Retry-After the end of the limit is waited for: in seconds, or at a time', () => {
  const now = Date.UTC(2026, 0, 1)
  const wait = (headers: Record<string, string>): number => retryAfter(headers, now, 1)
  expect(wait({ 'ratelimit-reset': '7' })).toBe(7000)
  expect(wait({ ratelimit: '"default";r=0;t=9' })).toBe(9000)
  expect(wait({ 'x-ratelimit-reset': String(now / 1000 + 12) })).toBe(12_000)
  expect(wait({ 'x-ratelimit-reset': String(now + 13_000) })).toBe(13_000)
  expect(wait({ 'x-ratelimit-reset': String(now / 1000 - 5) })).toBe(1000)
  expect(wait({ 'x-ratelimit-reset': 'soon' })).toBe(1000)
  expect(wait({ 'x-ratelimit-reset': '86400' })).toBe(30_000)
  expect(wait({ 'retry-after': '2', 'ratelimit-reset': '7' })).toBe(2000)
})
