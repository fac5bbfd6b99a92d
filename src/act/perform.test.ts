import { afterEach, expect, test } from 'vitest'
import { pass } from '../suite/judgement.js'
import type { SweepCheck } from '../suite/check.js'
import { Stop } from '../wire/stop.js'
import { testProfile, type TestServer } from '../wire/testTarget.test.data.js'
import { guarded, perform } from './perform.js'
import { silent } from './runContext.js'
import { serveBookings } from './serveBookings.test.data.js'
import { failing, registryOf, stageOf, type OneShot } from './stage.test.data.js'

let server: TestServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

const mine: OneShot = { kind: 'one-shot', id: 'mine', act: async (context) => context.hold() }
const registry = registryOf({ scenarios: [mine] })

test('a scenario acts, its data is recorded as one trial, its booking is cancelled, and then it is done', async () => {
  server = await serveBookings()
  const { run, lines, recorded } = stageOf(registry, { profile: testProfile(server.url) })
  await perform(mine, run)
  expect(lines.map((line) => (line.type === 'exchange' ? line.exchange.purpose : line.type))).toEqual([
    'availability',
    'reserve',
    'trial',
    'cancel',
    'done',
  ])
  expect(recorded('trial')).toEqual([
    {
      type: 'trial',
      scenario: 'mine',
      trial: 1,
      phase: 'once',
      data: { availabilityId: expect.any(String), reserved: { $exchange: 2 } },
    },
  ])
  await run.session.close()
})

test('it is told how many of its chosen checks failed', async () => {
  const checks = [
    failing('mine.good', 'mine', () => false),
    failing('mine.bad', 'mine', () => true),
    failing('mine.worse', 'mine', () => true),
    failing('mine.not-chosen', 'mine', () => true),
    failing('other.bad', 'other', () => true),
  ]
  const sweep: SweepCheck = { ...failing('mine.sweep', 'mine', () => true), kind: 'sweep', of: [], judge: () => pass }
  const checked = registryOf({ scenarios: [mine], checks: [...checks, sweep] })
  const told: unknown[] = []
  const { run } = stageOf(checked, {
    plan: { checks: ['mine.good', 'mine.bad', 'mine.worse', 'other.bad', 'mine.sweep'] },
    progress: {
      ...silent,
      started: (id) => void told.push(`${id} started`),
      finished: (id, tally) => void told.push([id, tally]),
    },
  })
  await perform({ ...mine, act: () => Promise.resolve({}) }, run)
  expect(told).toEqual(['mine started', ['mine', { checks: 3, failed: 2 }]])
})

test('what only warns is not told as a failure, unless the run is strict', async () => {
  const check = { ...failing('mine.odd', 'mine', () => true), clause: '7/refusal-is-json' }
  const registered = registryOf({ scenarios: [mine], checks: [check] })
  const failed: number[] = []
  for (const strict of [false, true]) {
    const { run } = stageOf(registered, {
      plan: { checks: ['mine.odd'], strict },
      progress: { ...silent, finished: (_, tally) => void failed.push(tally.failed) },
    })
    await perform({ ...mine, act: () => Promise.resolve({}) }, run)
  }
  expect(failed).toEqual([0, 1])
})

test('a scenario that comes to nothing has no failed check', async () => {
  const told: unknown[] = []
  const { run } = stageOf(registryOf({ scenarios: [mine], checks: [failing('mine.bad', 'mine', () => true)] }), {
    progress: { ...silent, finished: (_, tally) => void told.push(tally) },
  })
  await perform({ ...mine, act: () => Promise.reject(new Stop('nothing to book', 'offer more')) }, run)
  expect(told).toEqual([{ checks: 1, failed: 0 }])
})

test('what stopped a scenario is recorded with its remedy and the exchange that shows it', async () => {
  const { run, lines } = stageOf(registry)
  expect(await guarded(mine, run, () => Promise.reject(new Stop('nothing to book', 'offer more dates', 7)))).toBe(false)
  expect(lines).toEqual([
    { type: 'stop', scenario: 'mine', reason: 'nothing to book', remedy: 'offer more dates', exchange: 7 },
  ])
})

test('anything else that is thrown is a crash of octospec', async () => {
  const { run, lines } = stageOf(registry)
  for (const thrown of [new TypeError('oops'), 'a text'])
    expect(await guarded(mine, run, () => Promise.reject(thrown))).toBe(false)
  expect(lines).toEqual([
    { type: 'crash', scenario: 'mine', message: 'TypeError: oops' },
    { type: 'crash', scenario: 'mine', message: 'a text' },
  ])
})

test('an act that goes well is no evidence by itself', async () => {
  const { run, lines } = stageOf(registry)
  expect(await guarded(mine, run, () => Promise.resolve())).toBe(true)
  expect(lines).toEqual([])
})

test.each([new Error('stopped by hand'), new Stop('no answer', 'x', 3)])(
  'what an act throws once the run is cut short is put down to that: %s',
  async (thrown) => {
    const { run, lines } = stageOf(registry, { signal: AbortSignal.abort() })
    expect(await guarded(mine, run, () => Promise.reject(thrown))).toBe(false)
    expect(lines).toEqual([
      {
        type: 'stop',
        scenario: 'mine',
        reason: 'the run ended before this was tested',
        remedy: 'run it again to its end',
        exchange: null,
        key: 'end',
      },
    ])
  },
)
