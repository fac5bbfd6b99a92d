import { expect, test } from 'vitest'
import { answer, booking } from './answer.test.data.js'
import { momentOf } from './answers.js'

test('a moment lasts from the request to its answer, on the clock as it was moved', () => {
  const at = momentOf(answer(booking, { startedAt: 120_000, durationMs: 30_000, clockMinutes: 60 }))
  expect(at).toEqual({ earliest: 62, latest: 62.5 })
})
