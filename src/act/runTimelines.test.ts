import type { OneShot, Timeline } from './stage.test.data.js'
import { afterEach, expect as that, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { expect } from '../suite/expect.js'
import { untested } from '../suite/judgement.js'
import type { TransferAnswer as Answer } from '../../suites/transfers/answer.js'
import { testClock } from '../wire/testClock.test.data.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makeReport } from '../judge/makeReport.js'
import { silent } from './runContext.js'
import { Judging } from '../judge/judging.js'
import { settle } from './run.js'
import { profileFromEvidence } from '../profile/recordedProfile.js'
import { closeReference, registryOf, checkOf, attempt as attemptWith, hold } from './attempt.test.data.js'

afterEach(closeReference)

/** The reference shows at once what was written: the usual five seconds before each move of the clock are wasted. */
const attempt: typeof attemptWith = (registry, options) =>
  attemptWith(registry, { ...options, overrides: { 'reads.settleSeconds': 0.02, ...options?.overrides } })

/** The id of what an earlier stage has reserved. */
const idOf = (soFar: { readonly reserved?: Answer }): string => soFar.reserved?.bookingId ?? ''

const ageing: Timeline = {
  kind: 'timeline',
  id: 'ageing',
  stages: () => [
    { at: 0, act: async (context) => ({ reserved: (await context.hold({ expirationMinutes: 20 })).reserved }) },
    { at: 10, before: 19, act: async ({ target }, soFar) => ({ alive: await target.get(idOf(soFar)) }) },
    { at: 22, act: async ({ target }, soFar) => ({ over: await target.get(idOf(soFar)) }) },
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
  const { check } = await attempt(registryOf([moving, ageing], [ages]), { overrides: { 'limits.concurrency': 1 } })
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
  that(check).toMatchObject({ outcome: 'untested', remedy: that.stringMatching(/octospec resume/) })
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
