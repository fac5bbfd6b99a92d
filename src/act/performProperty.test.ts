import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Check } from '../suite/check.js'
import type { Effort, PropertyScenario } from '../suite/scenario.js'
import { Stop } from '../wire/stop.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { Agenda } from './agenda.js'
import { performProperty } from './perform.js'
import { failing, registryOf, stageOf } from './stage.test.data.js'
import type { RunContext } from './runContext.js'

const numbers: PropertyScenario = {
  kind: 'property',
  id: 'numbers',
  edges: () => [1, 2],
  arbitrary: () => fc.integer({ min: 1, max: 1000 }),
  samples: { low: 0, normal: 4, high: 50 },
  shrinks: 30,
  prepare: () => Promise.resolve({ from: 'prepare' }),
  act: () => Promise.resolve({}),
}
/** What the trials below hold. */
interface Tried {
  readonly value: number
  readonly time?: number
}
const where = (broken: (tried: Tried) => boolean, id = 'numbers.check'): Check => failing(id, 'numbers', broken)

/** What was tried, `edge 1` and so on, and where it ended. */
async function performed(
  checks: readonly Check[],
  {
    scenario = {},
    effort = 'normal',
    replay = null,
  }: {
    readonly scenario?: Partial<PropertyScenario>
    readonly effort?: Effort
    readonly replay?: RunContext['replay']
  } = {},
): Promise<{
  readonly tried: readonly string[]
  readonly values: readonly unknown[]
  readonly trials: readonly Extract<EvidenceLine, { type: 'trial' }>[]
  readonly smallest: Extract<EvidenceLine, { type: 'smallest' }> | undefined
  readonly error: unknown
}> {
  const property = { ...numbers, ...scenario }
  const { run, recorded } = stageOf(registryOf({ scenarios: [property], checks }), { replay, plan: { effort } })
  const error: unknown = await performProperty(property, run.registry.acts.openContext(property.id, run), run).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const trials = recorded('trial')
  const valueOf = ({ data }: (typeof trials)[number]): unknown => Object(data)['value']
  return {
    trials,
    tried: trials.map((trial) => `${trial.phase} ${String(valueOf(trial))}`),
    values: trials.map(valueOf),
    smallest: recorded('smallest')[0],
    error,
  }
}

/** The path that a run wrote of its smallest failing value. */
function replayOf(smallest: { readonly replay: string } | undefined): { scenario: string; path: string } {
  const [, path = ''] = /^--seed 5:([\d:]+)$/.exec(smallest?.replay ?? '') ?? []
  return { scenario: numbers.id, path }
}

const phases = (tried: readonly string[]): readonly string[] => tried.map((each) => each.replace(/ .*/, ''))

test('every edge and every sample is a trial of its own, with what was prepared once', async () => {
  let prepared = 0
  const scenario: Partial<PropertyScenario> = {
    prepare: () => Promise.resolve({ from: `prepare ${(prepared += 1)}` }),
    act: (_, value, before) => Promise.resolve({ acted: [value, before] }),
  }
  const { tried, trials, smallest } = await performed([where(() => false)], { scenario })
  expect(phases(tried)).toEqual(['edge', 'edge', 'sample', 'sample', 'sample', 'sample'])
  expect(trials.map(({ trial }) => trial)).toEqual([1, 2, 3, 4, 5, 6])
  expect(trials[1]?.data).toEqual({ from: 'prepare 1', value: 2, acted: [2, { from: 'prepare 1' }] })
  expect(smallest).toBeUndefined()
})

test('low effort may mean the edges alone', async () => {
  expect((await performed([where(() => false)], { effort: 'low' })).tried).toEqual(['edge 1', 'edge 2'])
})

test('samples that pass cost nothing of what a failure may spend on simpler values', async () => {
  const { tried } = await performed([where(() => false)], { scenario: { shrinks: 1 }, effort: 'high' })
  expect(tried).toHaveLength(52)
})

test('a failing sample is made smaller, and its path finds the smallest value again', async () => {
  const checks = [where(({ value }) => value > 40)]
  const { tried, trials, smallest } = await performed(checks)
  const first = phases(tried).indexOf('shrink')
  expect(phases(tried).slice(first)).toEqual(tried.slice(first).map(() => 'shrink'))
  expect(trials[(smallest?.trial ?? 0) - 1]?.data).toMatchObject({ value: 41 })

  const again = await performed(checks, { replay: replayOf(smallest) })
  expect(again.tried[0]).toBe('sample 41')
  expect(again.smallest?.replay).toBe(smallest?.replay)
})

test('a failing edge is where the search for a simpler value begins, and its path finds it again', async () => {
  const checks = [where(({ value }) => value === 900 || value === 901)]
  const scenario = { edges: () => [1, 900, 901, 1000] }
  const { tried, smallest } = await performed(checks, { scenario, effort: 'low' })
  expect(tried.slice(0, 6)).toEqual(['edge 1', 'edge 900', 'edge 901', 'edge 1000', 'sample 900', 'shrink 1'])
  expect(smallest?.trial).toBe(5)

  for (const effort of ['low', 'high'] as const) {
    const again = await performed(checks, { scenario, effort, replay: replayOf(smallest) })
    expect(again.tried[0]).toBe('sample 900')
    expect(again.smallest).toMatchObject({ trial: 1, replay: smallest?.replay })
  }
})

test('an edge that fails only once takes nothing from the samples', async () => {
  let time = 0
  const act = (): Promise<object> => Promise.resolve({ time: (time += 1) })
  const once = where((tried) => tried.time === 2)
  const { tried, smallest } = await performed([once], { scenario: { act } })
  expect(tried.slice(0, 3)).toEqual(['edge 1', 'edge 2', 'sample 2'])
  expect(phases(tried.slice(3))).toEqual(['sample', 'sample', 'sample', 'sample'])
  expect(smallest).toBeUndefined()
})

test('a replay of another scenario changes nothing', async () => {
  const checks = [where(({ value }) => value > 40)]
  const replay = { scenario: 'letters', path: '3' }
  expect((await performed(checks, { replay })).tried).toEqual((await performed(checks)).tried)
})

test('what another check finds on the way does not lead the search astray', async () => {
  const large = where(({ value }) => value > 40)
  const small = where(({ value }) => value > 2 && value <= 40, 'numbers.other')
  const { trials, values, smallest } = await performed([large, small])
  expect(values.some((value) => Number(value) > 2 && Number(value) <= 40)).toBe(true)
  expect(trials[(smallest?.trial ?? 0) - 1]?.data).toMatchObject({ value: 41 })
})

test('a failure spends no more acts on a simpler value than it may', async () => {
  const checks = [where(({ value }) => value > 2)]
  for (const shrinks of [0, 1, 3]) {
    const { tried, trials, smallest } = await performed(checks, { scenario: { shrinks } })
    expect(phases(tried).filter((phase) => phase === 'shrink')).toHaveLength(shrinks)
    const [again] = (await performed(checks, { scenario: { shrinks }, replay: replayOf(smallest) })).trials
    expect(again?.data).toEqual(trials[(smallest?.trial ?? 0) - 1]?.data)
  }
})

test('a stop ends the property as it is, and is no failure of the target', async () => {
  const stop = new Stop('no slot', 'offer one')
  const stopping = (after: number): Partial<PropertyScenario> => {
    let acts = 0
    return { act: () => ((acts += 1) > after ? Promise.reject(stop) : Promise.resolve({})) }
  }
  const sample = await performed([where(() => false)], { scenario: stopping(3) })
  expect(sample.error).toBe(stop)
  expect(phases(sample.tried)).toEqual(['edge', 'edge', 'sample'])
  const shrink = await performed([where(({ value }) => value > 2)], { scenario: stopping(4) })
  expect(shrink.error).toBe(stop)
  expect(phases(shrink.tried)).toEqual(['edge', 'edge', 'sample', 'shrink'])
  expect([sample.smallest, shrink.smallest]).toEqual([undefined, undefined])
})

test('nothing more is sent after a stop', async () => {
  let acts = 0
  const act = (): Promise<object> => {
    acts += 1
    return Promise.reject(new Stop('no slot', 'offer one'))
  }
  await performed([where(() => true)], { scenario: { edges: () => [], act } })
  expect(acts).toBe(1)
})

test('no time passes while values are tried side by side, nor before or after, until the scenario leaves', async () => {
  const seen: string[] = []
  const pass = (): Promise<'due'> => {
    seen.push('time passed')
    return Promise.resolve('due')
  }
  const agenda = new Agenda(2, { now: () => 0, pass })
  const act = async (_: unknown, value: unknown): Promise<object> => {
    seen.push(`tried ${String(value)}`)
    return Promise.resolve({})
  }
  const property: PropertyScenario = { ...numbers, apart: true, samples: { low: 0, normal: 0, high: 0 }, act }
  const { run } = stageOf(registryOf({ scenarios: [property], checks: [] }))
  await agenda.enter()
  await agenda.enter()
  const waiting = agenda.until(() => 60_000, 'holds').then(() => agenda.leave())
  const context = run.registry.acts.openContext(property.id, run)
  await performProperty(property, context, { ...run, agenda })
  await new Promise((resolve) => void setImmediate(resolve))
  seen.push('ended')
  agenda.leave()
  await waiting
  expect(seen).toEqual(['tried 1', 'tried 2', 'ended', 'time passed'])
})
