import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { PropertyScenario, Scenario } from '../suite/scenario.js'
import { testProfile } from '../wire/testTarget.test.data.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { silent } from './runContext.js'
import { settle } from './run.js'
import { runOn } from './runOn.test.data.js'
import { serveBookings, type BookingServer } from './serveBookings.test.data.js'
import { failing, registryOf, type OneShot, type Timeline } from './stage.test.data.js'

let server: BookingServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

async function started(): Promise<BookingServer> {
  server = await serveBookings()
  return server
}

/** A scenario that sends one request, and notes when it begins and when it has its answer. */
function noting(id: string, log: string[], more: Partial<OneShot> = {}): OneShot {
  return {
    kind: 'one-shot',
    id,
    async act({ target }) {
      log.push(`${id} begins`)
      await target.get('b1')
      log.push(`${id} ends`)
      return {}
    },
    ...more,
  }
}

/** A timeline that holds something at each of its minutes. */
function holding(minutes: readonly number[], log: string[] = []): Timeline {
  const stages = minutes.map((at) => ({
    at,
    act: async ({ hold }: Parameters<OneShot['act']>[0]) => {
      log.push(`minute ${at}`)
      return { [`at${at}`]: (await hold()).reserved }
    },
  }))
  return { kind: 'timeline', id: 'holding', stages: () => stages }
}

/** The keys that reservations were sent with. */
function keysOf({ bodies }: BookingServer): readonly unknown[] {
  return bodies('POST /bookings').map((body) => body['uuid'])
}

test('scenarios act at once, those first that no ranking knows yet, then the longest', async () => {
  const { url } = await started()
  const log: string[] = []
  const scenarios = ['a', 'x', 'b'].map((id) => noting(id, log))
  const ranking = {
    smoke: 0,
    scenarios: [
      { id: 'x', requests: 2, faults: 9 },
      { id: 'b', requests: 9, faults: 1 },
    ],
  }
  await runOn(testProfile(url), { ...registryOf({ scenarios }), ranking })
  expect(log.slice(0, 3)).toEqual(['a begins', 'b begins', 'x begins'])
})

test('no more scenarios act at once than a run is allowed, whatever the profile says', async () => {
  const { url } = await started()
  const log: string[] = []
  const scenarios = [noting('a', log), noting('b', log)]
  await runOn(testProfile(url), registryOf({ scenarios }), { concurrency: 1 })
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('timelines begin first where their holds have to age by themselves, and in their turn where a test clock is moved', async () => {
  const { url } = await started()
  const order = async (profile: ReturnType<typeof testProfile>): Promise<readonly string[]> => {
    const log: string[] = []
    const scenarios: Scenario[] = [noting('other', log), holding([0], log)]
    await runOn(profile, registryOf({ scenarios }))
    return log.filter((line) => !line.endsWith('ends'))
  }
  expect(await order(testProfile(url))).toEqual(['minute 0', 'other begins'])
  const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/m' } } as const
  expect(await order(testProfile(url, { clock }))).toEqual(['other begins', 'minute 0'])
})

test('where a test clock is moved, a timeline begins by half of what it sends: the rest of it comes later', async () => {
  const { url } = await started()
  const log: string[] = []
  const scenarios: Scenario[] = [noting('short', log), noting('long', log), holding([0], log)]
  const ranking = {
    smoke: 0,
    scenarios: [
      { id: 'long', requests: 6, faults: 1 },
      { id: 'holding', requests: 10, faults: 1 },
      { id: 'short', requests: 4, faults: 1 },
    ],
  }
  const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/m' } } as const
  await runOn(testProfile(url, { clock }), { ...registryOf({ scenarios }), ranking })
  expect(log.filter((line) => !line.endsWith('ends'))).toEqual(['long begins', 'minute 0', 'short begins'])
})

test('what a run will do is announced before its first request', async () => {
  const { url } = await started()
  const told: unknown[] = []
  const scenarios = [noting('a', [], { bookings: () => 3 }), noting('b', []), noting('c', [], { bookings: () => 2 })]
  const checks = [failing('a.check', 'a', () => false)]
  await runOn(testProfile(url), registryOf({ scenarios, checks }), {
    progress: { ...silent, plan: (plan) => void told.push(plan), request: (count) => void told.push(count) },
  })
  expect(told).toEqual([{ checks: 1, scenarios: 3, bookings: 5, target: url }, 1, 2, 3, 4])
})

test('two runs do not send the same idempotency keys, and their evidence says what theirs follow from', async () => {
  const own = await started()
  for (const nonce of ['one', 'other']) {
    const { lines } = await runOn(testProfile(own.url), registryOf({ scenarios: [holding([0])] }), {
      random: { nonce: () => nonce },
    })
    expect(lines[0]).toMatchObject({ type: 'plan', plan: { nonce } })
  }
  expect(new Set(keysOf(own)).size).toBe(2)
})

test('writes share a connection only where that was allowed', async () => {
  const own = await started()
  const { limits } = testProfile(own.url)
  const profile = testProfile(own.url, { limits: { ...limits, concurrency: 1 } })
  const connections = async (reuseConnections: boolean): Promise<number> => {
    own.received.length = 0
    await runOn(profile, registryOf({ scenarios: [holding([0])] }), { reuseConnections })
    return new Set(own.received.map(({ socket }) => socket)).size
  }
  expect(await connections(false)).toBe(own.received.length)
  expect(await connections(true)).toBe(1)
})

test('a failure is replayed from what the run said of it', async () => {
  const { url } = await started()
  const values: PropertyScenario = {
    kind: 'property',
    id: 'values',
    edges: () => [],
    arbitrary: () => fc.integer({ min: 0, max: 1000 }),
    samples: { low: 1, normal: 20, high: 20 },
    shrinks: 20,
    prepare: () => Promise.resolve({}),
    act: () => Promise.resolve({}),
  }
  const check = failing<{ value: number }>('values.check', 'values', ({ value }) => value > 40)
  const registry = registryOf({ scenarios: [values], checks: [check] })
  const trials = (lines: readonly EvidenceLine[]): readonly unknown[] =>
    lines.flatMap((line) => (line.type === 'trial' ? [line.data] : []))
  const { lines } = await runOn(testProfile(url), registry)
  const [smallest] = lines.flatMap((line) => (line.type === 'smallest' ? [line] : []))
  const [, path = ''] = /--seed \d+:(.+)/.exec(smallest?.replay ?? '') ?? []
  const again = await runOn(testProfile(url), registry, { replay: { scenario: 'values', path } })
  expect(trials(again.lines)[0]).toEqual(trials(lines)[(smallest?.trial ?? 0) - 1])
  expect(trials(again.lines).length).toBeLessThan(trials(lines).length)
})

test('a visit before anything is due sends nothing and leaves all as it was', async () => {
  const own = await started()
  const log: string[] = []
  const { judging, options, clock, lines } = await runOn(
    testProfile(own.url),
    registryOf({ scenarios: [holding([0, 10], log)] }),
  )
  const { pending } = judging
  const sent = own.received.length
  clock.advance(9 * 60_000)
  await settle(judging, options)
  expect(log).toEqual(['minute 0'])
  expect(own.received).toHaveLength(sent)
  expect(judging.pending).toEqual(pending)
  expect(lines.at(-1)).toMatchObject({ type: 'end', reason: 'complete' })
})

test('no visit sends an idempotency key that an earlier one has sent', async () => {
  const own = await started()
  const { judging, options, clock } = await runOn(
    testProfile(own.url),
    registryOf({ scenarios: [holding([0, 10, 20])] }),
  )
  for (const visit of [1, 2]) {
    clock.advance(10 * 60_000)
    await settle(judging, options)
    expect(keysOf(own)).toHaveLength(visit + 1)
  }
  expect(new Set(keysOf(own)).size).toBe(3)
  expect(judging.pending).toEqual([])
  expect(judging.bookings).toMatchObject([{ fate: 'cancelled' }, { fate: 'cancelled' }, { fate: 'cancelled' }])
})
