import { expect, test } from 'vitest'
import { steady } from './clock.js'
import { testClock } from './testClock.test.data.js'
import { Limiter } from './limiter.js'

function starts(count: number, of: Limiter, now: () => number, seen: number[]): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, () => of.run(() => Promise.resolve(seen.push(now())), undefined, 'a')),
  )
}

test('starts are spaced by the rate', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  await starts(3, new Limiter({ concurrency: 1, requestsPerSecond: 2 }, clock), () => clock.now(), seen)
  expect(seen).toEqual([0, 500, 1000])
})

test('a clock that is set back by an hour keeps nobody waiting', async () => {
  const clock = testClock(0)
  let setBack = 0
  const limits = new Limiter(
    { concurrency: 1, requestsPerSecond: 2 },
    steady({ ...clock, now: () => clock.now() - setBack }),
  )
  const seen: number[] = []
  await starts(1, limits, () => clock.monotonic(), seen)
  setBack = 3_600_000
  await starts(2, limits, () => clock.monotonic(), seen)
  expect(seen).toEqual([0, 500, 1000])
})

test('what belongs together starts at once, and its spacing is made up for after it', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  const limits = new Limiter({ concurrency: 3, requestsPerSecond: 2 }, clock)
  await limits.together('a', 3, () => starts(3, limits, () => clock.now(), seen))
  await starts(1, limits, () => clock.now(), seen)
  expect(seen).toEqual([0, 0, 0, 1500])
})

test('what was to start together and did not leaves the rate as it was', async () => {
  const clock = testClock(0)
  const seen: number[] = []
  const limits = new Limiter({ concurrency: 3, requestsPerSecond: 2 }, clock)
  await limits.together('a', 3, () => starts(1, limits, () => clock.now(), seen))
  await starts(2, limits, () => clock.now(), seen)
  expect(seen).toEqual([0, 500, 1000])
})

test('what belongs together waits for room for all of it, and others go on beside it as far as there is more', async () => {
  const limits = new Limiter({ concurrency: 3, requestsPerSecond: 0 }, testClock(0))
  const log: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string, name: string): Promise<void> =>
    limits.run(
      () => {
        log.push(name)
        return new Promise((resolve) => void ends.push(resolve))
      },
      undefined,
      owner,
    )
  const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  const others = ['one', 'two', 'three'].map((name) => run('other', name))
  await soon()
  const pair = limits.together('pair', 2, () => Promise.all([run('pair', 'first'), run('pair', 'second')]))
  const fourth = run('other', 'four')
  await soon()
  ends.shift()?.()
  await soon()
  expect(log).toEqual(['one', 'two', 'three'])
  ends.shift()?.()
  await soon()
  expect(log.slice(3)).toEqual(['first', 'second'])
  ends.shift()?.()
  await soon()
  expect(log.slice(5)).toEqual(['four'])
  for (const end of ends) end()
  await Promise.all([...others, pair, fourth])
})

test('nobody comes between those that start together and has the second of them wait', async () => {
  const clock = testClock(0)
  const limits = new Limiter({ concurrency: 4, requestsPerSecond: 1 }, clock)
  const seen: [string, number][] = []
  const run = (owner: string, name: string): Promise<unknown> =>
    limits.run(() => Promise.resolve(seen.push([name, clock.now()])), undefined, owner)
  await run('b', 'before')
  const others = [run('b', 'other')]
  await limits.together('a', 2, async () => {
    others.push(run('c', 'third'))
    await Promise.all([run('a', 'one'), run('a', 'two')])
  })
  await Promise.all(others)
  const at = new Map(seen)
  expect(at.get('two')).toBe(at.get('one'))
  expect(new Set([at.get('before'), at.get('one'), at.get('other'), at.get('third')]).size).toBe(4)
})
