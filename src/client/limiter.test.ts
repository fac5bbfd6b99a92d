import { expect, test } from 'vitest'
import { testClock } from './clock.js'
import { limiter } from './limiter.js'

function starts(count: number, of: ReturnType<typeof limiter>, now: () => number, seen: number[]): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, () => of.run(() => Promise.resolve(seen.push(now())))))
}

test('starts are spaced by the rate', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  await starts(3, limiter({ concurrency: 1, requestsPerSecond: 2 }, clock), () => clock.now(), seen)
  expect(seen).toEqual([0, 500, 1000])
})

test('a burst starts at once, and its spacing is made up for after it', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  const limits = limiter({ concurrency: 3, requestsPerSecond: 2 }, clock)
  limits.burst(3)
  await starts(3, limits, () => clock.now(), seen)
  limits.burst(0)
  await starts(1, limits, () => clock.now(), seen)
  expect(seen).toEqual([0, 0, 0, 1500])
})

test('a burst that is ended early leaves the rate as it was', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  const limits = limiter({ concurrency: 3, requestsPerSecond: 2 }, clock)
  limits.burst(3)
  await starts(1, limits, () => clock.now(), seen)
  limits.burst(0)
  await starts(2, limits, () => clock.now(), seen)
  expect(seen).toEqual([0, 500, 1000])
})
