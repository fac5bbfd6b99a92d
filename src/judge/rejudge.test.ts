import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import { exchange, profile } from '../suite/answer.test.data.js'
import type { TrialCheck } from '../suite/check.js'
import { fail, pass } from '../suite/judgement.js'
import { pack } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import { EvidenceError, type EvidenceLine, type Plan } from '../evidence/evidence.js'
import { gapResults, makeReport } from './makeReport.js'
import { rejudge } from './judgeEvidence.js'
import type { Report } from './report.js'

const check: TrialCheck = {
  kind: 'trial',
  id: 'acting.check',
  clause: '4.2/new-booking-on-hold',
  title: 't',
  scenario: 'acting',
  judge: (data) =>
    data === 'fine' ? pass : fail({ message: 'm', expected: 'a', received: 'b', exchange: null, pointer: null }),
}
const registry: Pack = {
  ...pack,
  scenarios: new Map([
    ['acting', { kind: 'one-shot', id: 'acting', act: () => Promise.resolve({}) }],
    [
      'ageing',
      {
        kind: 'timeline',
        id: 'ageing',
        stages: () => [
          { at: 0, act: () => Promise.resolve({}) },
          { at: 61, act: () => Promise.resolve({}) },
        ],
      },
    ],
  ]),
  checks: new Map([[check.id, check]]),
  observations: new Map([
    [
      'acting.seen',
      { id: 'acting.seen', clause: '2.1/status-values', scenario: 'acting', observe: (data) => String(data) },
    ],
  ]),
}

const plan: Plan = {
  schemaVersion: 1,
  tool: { name: 'octospec', version: '0', node: '20' },
  contract: { version: '0', sha256: 'c0ffee' },
  startedAt: '2027-01-01T10:00:00.000Z',
  seed: 7,
  nonce: 'n',
  effort: 'low',
  strict: false,
  only: [],
  allowUntested: [],
  allowLiveBookings: false,
  ageing: 'later',
  profile: redactedProfile(profile, pack.profile),
  checks: [check.id],
}
const begin: EvidenceLine = { type: 'plan', plan }
const trial = (data: Json): EvidenceLine => ({ type: 'trial', scenario: 'acting', trial: 1, phase: 'once', data })
const end: EvidenceLine = { type: 'end', reason: 'complete', durationMs: 1500, requests: 0 }

async function* read(lines: readonly unknown[]): AsyncGenerator<EvidenceLine> {
  // What was read is only known to be JSON.
  for (const line of lines) yield (await Promise.resolve(line)) as EvidenceLine
}

const judged = async (...lines: readonly unknown[]): Promise<Report> =>
  makeReport(await rejudge(read(lines), registry), { file: 'e', sha256: 's', exchanges: 0 })

test('a run is judged again from its lines alone', async () => {
  expect(await judged(begin, trial('fine'), end)).toMatchObject({
    verdict: 'conforms',
    startedAt: plan.startedAt,
    durationMs: 1500,
    seed: 7,
    partial: false,
    target: { url: profile.target.url, environment: 'sandbox' },
    checks: [{ id: check.id, level: 'must', outcome: 'pass' }],
    summary: { checks: { pass: 1, fail: 0 } },
    evidence: { file: 'e', sha256: 's' },
    pending: [],
  })
  expect((await judged(begin, trial('broken'), end)).verdict).toBe('fails')
})

test('evidence that ends in the middle is that of a run cut short', async () => {
  expect(await judged(begin, trial('fine'))).toMatchObject({
    verdict: 'aborted',
    durationMs: 0,
    problems: ['the evidence ends in the middle of the run'],
  })
  const stopped = { ...end, reason: 'aborted' }
  expect((await judged(begin, stopped)).problems).toEqual(['the run was cut short'])
  expect((await judged(begin, { ...stopped, why: 'Ctrl+C' })).problems).toEqual(['Ctrl+C'])
})

test('what was not as it should be on a visit is in the report', async () => {
  const noted = { ...end, notes: ['nothing was checked'] }
  expect((await judged(begin, trial('fine'), noted, end)).problems).toEqual(['nothing was checked'])
})

test('what was left untested is allowed by check or by clause', async () => {
  const open = async (more: Partial<Plan>): Promise<Report> => judged({ ...begin, plan: { ...plan, ...more } }, end)
  expect(await open({})).toMatchObject({ verdict: 'unverified', checks: [{ outcome: 'untested' }] })
  for (const pattern of ['acting.*', '4.2/new-*']) {
    const report = await open({ allowUntested: ['nothing', pattern] })
    expect(report).toMatchObject({ verdict: 'conforms', checks: [{ outcome: 'untested', allowed: true }] })
  }
  const passed = await judged({ ...begin, plan: { ...plan, allowUntested: ['*'] } }, trial('fine'), end)
  expect(passed.checks[0]).not.toHaveProperty('allowed')
  expect((await open({ only: ['acting.*'] })).partial).toBe(true)
})

test('a hold that is still ageing says when it is due', async () => {
  const pending = { type: 'pending', scenario: 'ageing', startedAt: Date.UTC(2027, 0, 1, 10), next: 1, data: {} }
  const due = async (line: object): Promise<unknown> => (await judged(begin, line, end)).pending
  expect(await due(pending)).toEqual([{ scenario: 'ageing', dueAt: '2027-01-01T11:01:00.000Z' }])
  expect(await due({ ...pending, next: 9 })).toEqual([{ scenario: 'ageing', dueAt: '2027-01-01T10:00:00.000Z' }])
  expect(await due({ ...pending, scenario: 'gone' })).toEqual([{ scenario: 'gone', dueAt: '2027-01-01T10:00:00.000Z' }])
})

test('a gap shows what was observed of it, without repetition and bounded', async () => {
  const lines = ['x', 'y', 'x'].map(trial)
  const judging = await rejudge(read([begin, ...lines]), registry)
  const gap = { id: '2.1/status-values', section: '2.1', level: 'gap', text: 't' } as const
  const open = { ...gap, id: '9/other', question: 'q?', default: 'd' }
  expect(gapResults([gap, open, { ...gap, id: '2.1/must', level: 'must' }], judging)).toEqual([
    { id: '2.1/status-values', question: 't', default: 'none', observed: 'x; y' },
    { id: '9/other', question: 'q?', default: 'd', observed: null },
  ])
  const many = await rejudge(read([begin, ...Array.from({ length: 30 }, (_, index) => trial(`v${index}`))]), registry)
  const told = gapResults([gap], many)[0]?.observed?.split('; ')
  expect([told?.length, told?.at(-1)]).toEqual([21, 'and 10 more'])
})

test.each<[string, readonly unknown[], string]>([
  ['nothing', [], 'the evidence is empty'],
  ['no plan at first', [trial('x'), begin], 'does not begin with the plan'],
  ['two plans', [begin, trial('x'), begin], 'line 3 of the evidence begins another run'],
  ['a trial of an exchange that is not there', [begin, trial({ $exchange: 7 })], 'line 2 of the evidence is none'],
])('evidence with %s cannot be judged', async (_, lines, message) => {
  const found = judged(...lines)
  await expect(found).rejects.toThrow(EvidenceError)
  await expect(found).rejects.toThrow(message)
})

test('exchanges are counted', async () => {
  const lines = [begin, { type: 'exchange', exchange: exchange({ scenario: 'acting' }) }, end]
  expect((await judged(...lines)).requests).toBe(1)
})
