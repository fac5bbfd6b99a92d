import { expect, test } from 'vitest'
import { testClock } from '../wire/testClock.test.data.js'
import type { SeenExchange } from '../recording/cleaner.js'
import { openBacklog } from './recorder.js'

const exchange: SeenExchange = {
  n: 1,
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: {} },
  response: null,
  startedAt: 0,
  durationMs: 0,
}

/** When an exchange is told, in milliseconds after it was over. */
async function toldAfter(isBusy: () => boolean, bytes = 0): Promise<number> {
  const clock = testClock()
  const began = clock.monotonic()
  return new Promise((told) => {
    const backlog = openBacklog(() => told(clock.monotonic() - began), isBusy, clock)
    backlog.add({ bytes, seen: async () => exchange })
  })
}

test('an exchange is told in a quiet moment, and where none comes, within seconds', async () => {
  expect(await toldAfter(() => false)).toBe(50)
  expect(await toldAfter(() => true)).toBe(15_000)
})

test('what is more than fits is told at once', async () => {
  expect(await toldAfter(() => true, 20 * 1024 * 1024)).toBe(0)
})

test('what waits is told when it ends', async () => {
  const told: number[] = []
  const backlog = openBacklog(
    ({ n }) => told.push(n),
    () => true,
    testClock(),
  )
  for (const n of [1, 2, 3]) backlog.add({ bytes: 0, seen: async () => ({ ...exchange, n }) })
  await backlog.empty()
  expect(told).toEqual([1, 2, 3])
})
