import { pack } from '../pack.js'
import type { OneShot, Timeline } from './stage.test.data.js'
import fc from 'fast-check'
import { afterEach, expect as that, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { specFile } from '../contract/specFile.js'
import { readProfile } from '../profile/readProfile.js'
import type { Profile } from '../profile/profile.js'
import {
  startReference,
  type Reference,
  type ReferenceOptions,
} from '../../suites/transfers/reference/startReference.js'
import type { Check, TrialCheck } from '../suite/check.js'
import { expect } from '../suite/expect.js'
import { fail, pass, untested } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import type { Context } from '../../suites/transfers/acts/context.js'
import type { TransferAnswer as Answer } from '../../suites/transfers/answer.js'
import { systemClock, testClock, type Clock } from '../client/clock.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makePlan, type PlanOptions } from '../judge/makePlan.js'
import { makeReport } from '../judge/makeReport.js'
import { silent } from './progress.js'
import { Judging } from '../judge/judging.js'
import { run, settle } from './run.js'
import type { CheckResult, Report } from '../judge/report.js'
import { RunError } from '../judge/runError.js'
import { profileFromEvidence } from '../profile/profileFromEvidence.js'

let reference: Reference | null = null

afterEach(async () => {
  await reference?.close()
  reference = null
})

function registryOf(scenarios: readonly Scenario[], checks: readonly Check[]): Pack {
  return {
    ...pack,
    scenarios: new Map(scenarios.map((each) => [each.id, each])),
    checks: new Map(checks.map((each) => [each.id, each])),
    observations: new Map(),
  }
}

/** A check whose data is known to have these members. */
function checkOf<Data>(
  scenario: string,
  judge: (data: Data) => ReturnType<TrialCheck['judge']>,
  more: Partial<TrialCheck> = {},
): TrialCheck {
  return {
    kind: 'trial',
    id: `${scenario}.check`,
    clause: '4.2/new-booking-on-hold',
    title: 'x',
    scenario,
    // The scenario beside it returns this data.
    judge: (data) => judge(data as Data),
    ...more,
  }
}

interface Tried {
  readonly report: Report
  readonly evidence: readonly EvidenceLine[]
  readonly check: CheckResult
}

async function attempt(
  registry: Pack,
  options: {
    reference?: ReferenceOptions
    overrides?: Record<string, unknown>
    plan?: PlanOptions
    clock?: Clock
    signal?: AbortSignal
  } = {},
): Promise<Tried & { readonly profile: Profile; readonly judging: Judging }> {
  const clock = options.clock ?? systemClock
  reference ??= await startReference({ now: () => clock.now(), ...options.reference })
  const profile = await readProfile({
    keys,
    file: specFile('transfers/profiles/reference.yaml'),
    env: {},
    now: new Date(clock.now()),
    overrides: { 'target.url': reference.url, ...options.overrides },
  })
  const evidence: EvidenceLine[] = []
  const judging = await run({
    plan: makePlan(profile, registry, clock.now(), options.plan),
    profile,
    registry,
    clock,
    random: { nonce: () => '0123456789abcdef' },
    sink: { write: (line) => void evidence.push(line) },
    progress: silent,
    signal: options.signal ?? new AbortController().signal,
  })
  const report = makeReport(judging, { file: '', sha256: '', exchanges: judging.exchanges })
  const [check] = report.checks
  if (check === undefined) throw new Error('no check in the report')
  return { report, evidence, check, profile, judging }
}

const hold: OneShot = {
  kind: 'one-shot',
  id: 'hold',
  act: async (context) => ({ reserved: (await context.hold()).reserved }),
}

test('a scenario acts, its check judges, and its booking is cancelled again', async () => {
  const registry = registryOf(
    [hold],
    [checkOf<{ reserved: Answer }>('hold', ({ reserved }) => expect(reserved).at('/status').toBe('ON_HOLD'))],
  )
  const { check, report, evidence } = await attempt(registry)
  that(check).toMatchObject({ outcome: 'pass', level: 'must', judged: 1 })
  that(report.bookings).toMatchObject([{ fate: 'cancelled', scenario: 'hold' }])
  that(evidence.map(({ type }) => type)).toEqual([
    'plan',
    'exchange',
    'exchange',
    'intent',
    'exchange',
    'trial',
    'done',
    'exchange',
    'bookings',
    'end',
  ])
  that(report.lifecycle).toMatchObject([
    { from: 'ON_HOLD', trigger: 'cancel', to: 'CANCELLED', times: 1 },
    { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 },
  ])
})

test('a finding becomes a failure, and only a warning where the clause is a convention', async () => {
  const finding = { message: 'm', expected: 'a', received: 'b', exchange: 2, pointer: '/status' }
  const failing = (clause: string): Pack => registryOf([hold], [checkOf('hold', () => fail(finding), { clause })])
  that((await attempt(failing('4.2/new-booking-on-hold'))).check).toMatchObject({
    outcome: 'fail',
    findings: [finding],
  })
  that((await attempt(failing('4.2/notes-mistyped-refused'))).check).toMatchObject({ outcome: 'warn' })
  that((await attempt(failing('4.2/notes-mistyped-refused'), { plan: { strict: true } })).check).toMatchObject({
    outcome: 'fail',
  })
})

test('a finding that rests on an undeclared default counts only once an answer has confirmed the default', async () => {
  const finding = {
    message: 'm',
    expected: 'a',
    received: 'b',
    exchange: 2,
    pointer: '',
    restsOn: ['operations.update.notes'],
  }
  const registry = (confirmed: boolean): Pack =>
    registryOf(
      [hold],
      [
        checkOf('hold', () => fail(finding)),
        checkOf('hold', () => (confirmed ? { outcome: 'pass', confirms: ['operations.update.notes'] } : pass), {
          id: 'hold.other',
        }),
      ],
    )
  const { check } = await attempt(registry(false))
  that(check).toMatchObject({ outcome: 'untested', remedy: 'declare operations.update.notes in the profile' })
  that((await attempt(registry(true))).check).toMatchObject({ outcome: 'fail' })
  that(
    (await attempt(registry(false), { overrides: { 'operations.update.notes': 'body:/remarks' } })).check,
  ).toMatchObject({ outcome: 'fail' })
})

test('a stopped scenario leaves its checks untested, with the reason and the remedy', async () => {
  const stopping: OneShot = {
    ...hold,
    act: async ({ target }) => ({
      id: (await target.reserve({ availabilityId: 'nothing', expirationMinutes: 60 })).bookingId,
    }),
  }
  const { check, report } = await attempt(registryOf([stopping], [checkOf('hold', () => pass)]))
  that(check).toMatchObject({ outcome: 'untested', reason: that.stringMatching(/reserve was not accepted/) })
  that(report.verdict).toBe('unverified')
})

test('a judge that throws is a fault of octospec, not of the target', async () => {
  const broken = checkOf('hold', () => {
    throw new Error('oops')
  })
  const { check, report } = await attempt(registryOf([hold], [broken]))
  that(check).toMatchObject({ outcome: 'error', reason: 'Error: oops' })
  that(report.verdict).toBe('suite-error')
})

test('an act that throws is one, too', async () => {
  const broken: Scenario = { ...hold, act: () => Promise.reject(new TypeError('oops')) }
  const { check } = await attempt(registryOf([broken], [checkOf('hold', () => pass)]))
  that(check).toMatchObject({ outcome: 'error', reason: 'TypeError: oops' })
})

const outside: Scenario = {
  kind: 'property',
  id: 'outside',
  edges: () => [1],
  arbitrary: () => fc.integer({ min: 1, max: 1000 }),
  samples: { low: 0, normal: 3, high: 10 },
  shrinks: 20,
  prepare: async (context: Context) => ({ availabilityId: await context.slot() }),
  act: async ({ target }: Context, value, prepared) => {
    // What prepare returned above, and a value of the arbitrary above.
    const { availabilityId } = prepared as { availabilityId: string }
    return { answer: await target.reserve({ availabilityId, expirationMinutes: 200 + (value as number) }) }
  },
}

test('a property tries its edges and its samples', async () => {
  const registry = registryOf(
    [outside],
    [checkOf<{ answer: Answer }>('outside', ({ answer }) => (answer.refused ? pass : untested('it was accepted')))],
  )
  const { check, evidence } = await attempt(registry)
  that(check).toMatchObject({ outcome: 'pass', judged: 4 })
  that(evidence.filter(({ type }) => type === 'trial')).toMatchObject([
    { phase: 'edge' },
    { phase: 'sample' },
    { phase: 'sample' },
    { phase: 'sample' },
  ])
})

test('a failing sample is shrunk to the smallest value, and says how to find it again', async () => {
  const judge = ({ value }: { value: number }): ReturnType<TrialCheck['judge']> =>
    value > 40
      ? fail({ message: `${value} was accepted`, expected: 'a', received: 'b', exchange: 2, pointer: '' })
      : pass
  const registry = registryOf([outside], [checkOf('outside', judge)])
  const { check } = await attempt(registry, { plan: { effort: 'high', seed: 5 } })
  that(check.findings[0]?.message).toBe('41 was accepted')
  that(check.replay).toMatch(/^--seed 5 --replay outside:\d/)
})

test('a failing edge is shrunk as well', async () => {
  const judge = ({ value }: { value: number }): ReturnType<TrialCheck['judge']> =>
    value >= 7
      ? fail({ message: `${value} was accepted`, expected: 'a', received: 'b', exchange: 2, pointer: '' })
      : pass
  const registry = registryOf([{ ...outside, edges: () => [900] }], [checkOf('outside', judge)])
  const { check } = await attempt(registry, { plan: { effort: 'low' } })
  that(check.findings[0]?.message).toBe('7 was accepted')
})

test('the same seed sends the same requests in the same order', async () => {
  const registry = registryOf([outside], [checkOf('outside', () => pass)])
  const sent = async (): Promise<unknown> =>
    (await attempt(registry)).evidence.flatMap((line) =>
      line.type === 'exchange' ? [[line.exchange.purpose, line.exchange.input]] : [],
    )
  that(await sent()).toEqual(await sent())
})

const ageing: Timeline = {
  kind: 'timeline',
  id: 'ageing',
  stages: () => [
    { at: 0, act: async (context) => ({ reserved: (await context.hold({ expirationMinutes: 20 })).reserved }) },
    {
      at: 10,
      before: 19,
      act: async ({ target }, { reserved }) => ({ alive: await target.get((reserved as Answer).bookingId) }),
    },
    { at: 22, act: async ({ target }, { reserved }) => ({ over: await target.get((reserved as Answer).bookingId) }) },
  ],
}
const ages = checkOf<{ alive?: Answer; over?: Answer }>('ageing', ({ alive, over }) => {
  const statuses = [alive?.read('status') ?? null, over?.read('status') ?? null]
  return alive === undefined || over === undefined
    ? untested(`seen ${JSON.stringify(statuses)}`)
    : expect(over).at('/status').toBe('EXPIRED')
})

test("a timeline is driven by the target's test clock", async () => {
  const { check, evidence } = await attempt(registryOf([ageing], [ages]))
  that(check).toMatchObject({ outcome: 'pass' })
  const moved = evidence.flatMap((line) =>
    line.type === 'exchange' && line.exchange.purpose === 'clock' ? [line.exchange.input] : [],
  )
  that(moved).toEqual([{ minutes: 0 }, { minutes: 10 }, { minutes: 12 }])
})

test('what the clock showed a moment ago is not asked for again before its first move', async () => {
  const asking: OneShot = { ...hold, id: 'asking', act: ({ target }) => target.advanceClock(0) }
  const { check, evidence } = await attempt(registryOf([asking, ageing], [ages]), {
    overrides: { 'limits.concurrency': 1 },
  })
  that(check).toMatchObject({ outcome: 'pass' })
  const moved = evidence.flatMap((line) =>
    line.type === 'exchange' && line.exchange.purpose === 'clock' ? [line.exchange.input] : [],
  )
  that(moved).toEqual([{ minutes: 0 }, { minutes: 10 }, { minutes: 12 }])
})

test('a clock that was moved before does not bring a timeline to an early end', async () => {
  const moving: OneShot = { ...hold, id: 'moving', act: ({ target }) => target.advanceClock(400) }
  const { check } = await attempt(registryOf([moving, ageing], [ages]), {
    overrides: { 'limits.concurrency': 1 },
  })
  that(check).toMatchObject({ outcome: 'pass' })
})

test.each([
  ['by seconds', { seconds: 'body:/advanceSeconds' }, 1],
  ['to an instant', { at: 'body:/now', read: 'GET /__clock', now: '/now' }, 2],
])('a test clock may be moved %s', async (_, how, requests) => {
  const { check, evidence } = await attempt(registryOf([ageing], [ages]), {
    overrides: { clock: { request: 'POST /__clock', ...how } },
  })
  that(check).toMatchObject({ outcome: 'pass' })
  const asked = evidence.filter((line) => line.type === 'exchange' && line.exchange.purpose === 'clock')
  that(asked).toHaveLength(2 * requests)
})

test.each([
  ['its own time', { now: '/now' }],
  ['two holds', {}],
])(
  'by %s it is seen that a test clock does not move as it was meant, and nothing is failed for that',
  async (_, how) => {
    const { check, evidence } = await attempt(registryOf([ageing], [ages]), {
      overrides: { clock: { request: 'POST /__clock', minutes: 'body:/advanceSeconds', ...how } },
    })
    that(check).toMatchObject({ outcome: 'untested' })
    that(evidence.filter(({ type }) => type === 'stop')).toMatchObject([
      {
        scenario: 'ageing',
        reason: that.stringMatching(/^the test clock was to move forward by 10 min, and .* went on by 0\.1\d min$/),
        remedy: that.stringContaining('clock.seconds'),
      },
    ])
    const moves = evidence.filter((line) => line.type === 'exchange' && line.exchange.input['minutes'] === 10)
    that(moves).toHaveLength(1)
  },
)

test('without a test clock a timeline can wait', async () => {
  const clock = testClock()
  const { check } = await attempt(registryOf([ageing], [ages]), {
    clock,
    overrides: { clock: null },
    plan: { wait: true },
  })
  that(check).toMatchObject({ outcome: 'pass' })
  that(Math.max(...clock.slept)).toBeGreaterThan(9 * 60_000)
})

test('or go on at a second visit, which judges what was seen on both', async () => {
  const clock = testClock()
  const registry = registryOf([ageing], [ages])
  const { check, report, evidence, profile } = await attempt(registry, { clock, overrides: { clock: null } })
  that(check).toMatchObject({ outcome: 'untested', remedy: that.stringMatching(/octospec settle/) })
  that(report.pending).toMatchObject([{ scenario: 'ageing' }])

  clock.advance(30 * 60_000)
  const [plan] = evidence.flatMap((line) => (line.type === 'plan' ? [line.plan] : []))
  if (plan === undefined) throw new Error('the evidence has no plan')
  const again = new Judging(plan, profileFromEvidence(plan.profile, keys), registry)
  for (const line of JSON.parse(JSON.stringify(evidence))) again.take(line)
  const more: EvidenceLine[] = []
  await settle(again, {
    profile,
    clock,
    random: { nonce: () => 'x' },
    sink: { write: (line) => void more.push(line) },
    progress: silent,
    signal: new AbortController().signal,
  })
  const settled = makeReport(again, { file: '', sha256: '', exchanges: 0 })
  // The moment to see it alive is missed; that it is over could be seen.
  that(settled.checks[0]).toMatchObject({ outcome: 'untested', reason: 'seen [null,"EXPIRED"]' })
  that(settled.pending).toEqual([])
  const numbers = [...evidence, ...more].flatMap((line) => (line.type === 'exchange' ? [line.exchange.n] : []))
  that(numbers).toEqual([...new Set(numbers)])
})

test('what the profile lacks keeps a scenario from being tried', async () => {
  const registry = registryOf([{ ...hold, needs: ['otherReseller'] }], [checkOf('hold', () => pass)])
  const { check, report } = await attempt(registry, { overrides: { otherReseller: null } })
  that(check).toMatchObject({ outcome: 'untested', reason: 'the profile has no second reseller' })
  that(report.requests).toBe(1)
})

test('an untested clause can be allowed by name', async () => {
  const registry = registryOf([{ ...hold, needs: ['otherReseller'] }], [checkOf('hold', () => pass)])
  const overrides = { otherReseller: null }
  that((await attempt(registry, { overrides })).report.verdict).toBe('unverified')
  that((await attempt(registry, { overrides, plan: { allowUntested: ['4.2/*'] } })).report.verdict).toBe('conforms')
})

test('a run that is interrupted is aborted and still cleans up', async () => {
  const controller = new AbortController()
  const endless: OneShot = {
    ...hold,
    act: async (context) => {
      await context.hold()
      controller.abort(new Error('stopped by hand'))
      return { reserved: (await context.hold()).reserved }
    },
  }
  const { report } = await attempt(registryOf([endless], [checkOf('hold', () => pass)]), { signal: controller.signal })
  that(report.verdict).toBe('aborted')
  that(report.problems[0]).toBe('stopped by hand')
  that(report.bookings).toMatchObject([{ fate: 'cancelled' }])
})

test('a target that is not there, or refuses the credentials, stops the run before anything is booked', async () => {
  const registry = registryOf([hold], [checkOf('hold', () => pass)])
  await that(
    attempt(registry, { overrides: { 'target.headers.Authorization': 'Bearer nobody' } }),
  ).rejects.toMatchObject({
    code: 'OCTOSPEC_CREDENTIALS_REFUSED',
  })
  await reference?.close()
  await that(attempt(registry)).rejects.toBeInstanceOf(RunError)
})
