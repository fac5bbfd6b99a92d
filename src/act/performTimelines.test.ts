import { afterEach, expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import type { Stage, Timeline } from '../suite/scenario.js'
import { Stop } from '../wire/stop.js'
import { reply, serve, testProfile, type TestServer } from '../wire/testTarget.test.data.js'
import type { Ageing } from '../evidence/evidence.js'
import { performTimeline, resumeTimelines } from './performTimelines.js'
import { silent } from './runContext.js'
import { registryOf, stageOf, type Stage as Performed } from './stage.test.data.js'

let server: TestServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

/** A timeline whose stages note their minute. */
function timeline(id: string, stages: readonly (Omit<Stage, 'act'> & Partial<Stage>)[], acts: string[] = []): Timeline {
  return {
    kind: 'timeline',
    id,
    stages: () =>
      stages.map((stage) => ({
        act: () => {
          acts.push(`${id} ${stage.at}`)
          return Promise.resolve({ [`at${stage.at}`]: true })
        },
        ...stage,
      })),
  }
}

/** Lets everything happen that can happen by itself. */
const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

async function performed(
  timelines: readonly Timeline[],
  ageing: Ageing,
  options: Parameters<typeof stageOf>[1] = {},
  between: (stage: Performed) => void = () => undefined,
): Promise<Performed> {
  const stage = stageOf(registryOf({ scenarios: timelines }), { plan: { ageing }, ...options })
  const { agenda } = stage.run
  // As long as this one acts, no time passes.
  await agenda.enter()
  const ended = Promise.allSettled(timelines.map((each) => performTimeline(each, ageing, stage.run)))
  for (let each = 0; each < 20; each += 1) await soon()
  between(stage)
  agenda.leave()
  for (const each of await ended) if (each.status === 'rejected') throw each.reason
  await stage.run.session.close()
  return stage
}

const trial = (scenario: string, data: Json): object => ({ type: 'trial', scenario, trial: 1, phase: 'stage', data })
const done = (scenario: string): object => ({ type: 'done', scenario })
const minutes = (slept: readonly number[]): readonly number[] => slept.map((ms) => ms / 60_000)

test('the later stages of all timelines come in the order of their moments', async () => {
  const acts: string[] = []
  const waited: number[] = []
  const late = timeline('late', [{ at: 0 }, { at: 30 }], acts)
  const early = timeline('early', [{ at: 0 }, { at: 10 }, { at: 40 }], acts)
  const progress = { ...silent, waiting: (each: number) => void waited.push(each) }
  const { clock, lines } = await performed([late, early], 'wait', { progress })
  expect(acts).toEqual(['late 0', 'early 0', 'early 10', 'late 30', 'early 40'])
  expect(minutes(clock.slept)).toEqual([10, 20, 10])
  expect(waited).toEqual([10, 20, 10])
  expect(lines).toEqual([
    trial('late', { at0: true, at30: true }),
    done('late'),
    trial('early', { at0: true, at10: true, at40: true }),
    done('early'),
  ])
})

test('no time is waited for on account of a stage that may come later, where another waits for a later moment', async () => {
  const acts: string[] = []
  const patient = timeline('patient', [{ at: 0 }, { at: 10, orLater: true }], acts)
  const punctual = timeline('punctual', [{ at: 0 }, { at: 30 }], acts)
  const { clock } = await performed([patient, punctual], 'wait')
  expect(minutes(clock.slept)).toEqual([30])
  expect(acts.toSorted()).toEqual(['patient 0', 'patient 10', 'punctual 0', 'punctual 30'])
})

test('a stage is performed up to its latest minute, and left out after it', async () => {
  const stages = [{ at: 0 }, { at: 10, before: 10 }, { at: 20, before: 25 }, { at: 30 }]
  const punctual = await performed([timeline('ageing', stages)], 'wait')
  expect(punctual.recorded('trial')).toMatchObject([{ data: { at0: true, at10: true, at20: true, at30: true } }])
  const late = await performed([timeline('ageing', stages)], 'wait', {}, ({ clock }) => clock.advance(26 * 60_000))
  expect(late.recorded('trial')).toEqual([trial('ageing', { at0: true, at30: true })])
})

test('a timeline that stops does not wait for its later stages, and ends with what it has', async () => {
  const acts: string[] = []
  const act = (): Promise<object> => Promise.reject(new Stop('no slot', 'offer one', 4))
  const stages = [{ at: 0 }, { at: 5, act }, { at: 60 }]
  const { clock, lines } = await performed([timeline('ageing', stages, acts)], 'wait')
  expect(acts).toEqual(['ageing 0'])
  expect(minutes(clock.slept)).toEqual([5])
  expect(lines).toEqual([
    { type: 'stop', scenario: 'ageing', reason: 'no slot', remedy: 'offer one', exchange: 4 },
    trial('ageing', { at0: true }),
    done('ageing'),
  ])
})

test('a timeline that has no stages for a profile comes to an empty trial', async () => {
  expect((await performed([timeline('ageing', [])], 'wait')).lines).toEqual([trial('ageing', {}), done('ageing')])
})

/** Two timelines, one of which is over at once, on a target with a test clock that answers with this status. */
async function onTestClock(acts: string[], status: number): Promise<Performed & { readonly moved: readonly Json[] }> {
  server = await serve((_, response) => reply(response, {}, status))
  const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/minutes' } } as const
  const stage = await performed(
    [
      timeline('short', [{ at: 0 }], acts),
      timeline('long', [{ at: 0 }, { at: 90 }], acts),
      timeline('longer', [{ at: 0 }, { at: 90 }, { at: 100 }], acts),
    ],
    'clock',
    { profile: testProfile(server.url, { clock }) },
  )
  return { ...stage, moved: server.received.map(({ body }) => JSON.parse(body)) }
}

test('a test clock is moved just as far as the next moment', async () => {
  const acts: string[] = []
  const { moved, clock, recorded } = await onTestClock(acts, 200)
  expect(moved).toEqual([{ minutes: 90 }, { minutes: 10 }])
  expect(acts.slice(3)).toEqual(['long 90', 'longer 90', 'longer 100'])
  expect(clock.slept).toEqual([])
  expect(recorded('stop')).toEqual([])
})

test('a test clock that cannot be moved stops all that waits for it', async () => {
  const acts: string[] = []
  const { moved, recorded } = await onTestClock(acts, 500)
  expect(moved).toEqual([{ minutes: 90 }])
  expect(acts).toEqual(['short 0', 'long 0', 'longer 0'])
  const stop = {
    reason: "the target's test clock could not be moved: HTTP 500",
    remedy: 'see clock.request in the profile',
    exchange: 1,
  }
  expect(recorded('stop')).toMatchObject([
    { scenario: 'long', ...stop },
    { scenario: 'longer', ...stop },
  ])
  const own = ['short', 'long', 'longer']
  expect(recorded('trial')).toEqual(own.map((id) => trial(id, { at0: true })))
  expect(recorded('done')).toEqual(own.map(done))
})

test('what is not due is left for a later visit, which goes on from there', async () => {
  const acts: string[] = []
  const ageing = timeline('ageing', [{ at: 0 }, { at: 10 }, { at: 30 }], acts)
  const registry = registryOf({ scenarios: [ageing] })
  const first = await performed([ageing], 'later', {}, ({ clock }) => clock.advance(29 * 60_000))
  const startedAt = first.clock.now() - 29 * 60_000
  expect(first.lines).toEqual([
    { type: 'pending', scenario: 'ageing', startedAt, next: 2, data: { at0: true, at10: true } },
  ])

  const second = stageOf(registry, { judging: first.run.judging })
  // To the very minute.
  second.clock.advance(30 * 60_000)
  await resumeTimelines(second.run)
  expect(acts).toEqual(['ageing 0', 'ageing 10', 'ageing 30'])
  expect(second.lines).toEqual([trial('ageing', { at0: true, at10: true, at30: true }), done('ageing')])
})

test('what is pending of a timeline that there is no more is not resumed', async () => {
  const once = { kind: 'one-shot', id: 'once', act: () => Promise.resolve({}) } as const
  const { run, lines } = stageOf(registryOf({ scenarios: [once] }))
  for (const scenario of ['once', 'gone']) run.record({ type: 'pending', scenario, startedAt: 0, next: 1, data: {} })
  await resumeTimelines(run)
  expect(lines.map(({ type }) => type)).toEqual(['pending', 'pending'])
})

test('a run that is interrupted while it waits ends its timelines all the same', async () => {
  const acts: string[] = []
  const controller = new AbortController()
  const progress = { ...silent, waiting: () => controller.abort(new Error('stopped by hand')) }
  const stages = [{ at: 0 }, { at: 60 }]
  const { lines } = await performed([timeline('one', stages, acts), timeline('two', stages, acts)], 'wait', {
    signal: controller.signal,
    progress,
  })
  expect(acts).toEqual(['one 0', 'two 0'])
  for (const id of ['one', 'two'])
    expect(lines.filter((line) => 'scenario' in line && line.scenario === id)).toEqual([
      trial(id, { at0: true }),
      done(id),
    ])
})

test('what keeps the clock from being asked at all stops what waits for it, and nothing else', async () => {
  // The agenda only moves a clock that the profile has.
  const { recorded } = await performed([timeline('ageing', [{ at: 0 }, { at: 60 }])], 'clock')
  expect(recorded('stop')).toMatchObject([{ scenario: 'ageing', reason: 'the target has no test clock' }])
  expect(recorded('done')).toEqual([done('ageing')])
})

test('a fault of octospec between two stages is told as one, and the timeline is closed', async () => {
  const ageing = timeline('ageing', [{ at: 0 }, { at: 60 }])
  let asked = 0
  const stages = (): ReturnType<typeof ageing.stages> => {
    asked += 1
    if (asked > 2) throw new TypeError('oops')
    return ageing.stages(testProfile(''), {})
  }
  const { recorded } = await performed([{ ...ageing, stages }], 'wait')
  expect(recorded('crash')).toEqual([{ type: 'crash', scenario: 'ageing', message: 'TypeError: oops' }])
  expect(recorded('done')).toEqual([done('ageing')])
})

test.each([
  ['looks on with what it has', () => Promise.resolve({})],
  ['cannot do without', () => Promise.reject(new Stop('reserve was not accepted', 'see why', 4))],
])(
  'a timeline that does not get its holds beside another, and %s, releases them and begins anew after it, once',
  async (_, first) => {
    const acts: string[] = []
    let begun = 0
    const act = (): Promise<object> => {
      acts.push('second 0')
      begun += 1
      return begun === 1 ? first() : Promise.resolve({ held: true })
    }
    const scenarios = ['first', 'second', 'third'].map((id) =>
      timeline(id, [{ at: 0, ...(id === 'second' && { act }) }, { at: 5 }], acts),
    )
    const registry = registryOf({ scenarios })
    const crowdedOut = new Set(['second'])
    const cleaned: string[] = []
    const stage = stageOf({
      ...registry,
      acts: {
        ...registry.acts,
        wasCrowdedOut: (id) => crowdedOut.delete(id),
        cleanUp: (id) => Promise.resolve(void cleaned.push(id)),
      },
    })
    const { agenda } = stage.run
    await agenda.enter()
    const ended = scenarios.map((each) => performTimeline(each, 'clock', stage.run))
    await soon()
    agenda.leave()
    await Promise.all(ended)
    expect(cleaned[0]).toBe('second')
    expect(acts.slice(0, 3)).toEqual(['first 0', 'second 0', 'third 0'])
    expect(acts.slice(3)).toEqual(['second 0'])
    const [pending] = stage.recorded('pending').filter((line) => 'scenario' in line && line.scenario === 'second')
    expect(pending).toMatchObject({ data: { held: true } })
    await stage.run.session.close()
  },
)
