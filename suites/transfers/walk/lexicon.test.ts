import { expect, test } from 'vitest'
import { demanded, fieldNamed } from './lexicon.js'

test.each(['dedupe_key', 'dedupeKey', 'requestKey', 'request_key', 'uuid', 'X-Idempotency-Key', 'deduplication-token'])(
  'what may be an idempotency key: %s',
  (name) => expect(fieldNamed(name, ['idempotencyKey'])).toBe('idempotencyKey'),
)

test.each(['X-Request-Id', 'key', 'apiKey', 'requestedAt'])('what is none: %s', (name) =>
  expect(fieldNamed(name, ['idempotencyKey'])).toBeUndefined(),
)

test('the last of some days is told from the first', () => {
  const days = { first: '2027-01-01', last: '2027-01-07' }
  const asked = (name: string): unknown => demanded(name, undefined, days)
  expect(['from_date', 'startDate', 'localDate'].map(asked)).toEqual([days.first, days.first, days.first])
  expect(['to_date', 'endDate', 'until'].map(asked)).toEqual([days.last, days.last, days.last])
})
