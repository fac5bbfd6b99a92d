import { expect, test } from 'vitest'
import type { Waiver } from '../profile/profile.js'
import type { TrialCheck } from '../suite/check.js'
import { testProfile } from '../wire/testTarget.test.data.js'
import type { EvidenceLine, Plan } from '../evidence/evidence.js'
import { Judging } from './judging.js'
import { makeReport } from './makeReport.js'
import type { Report } from './report.js'
import { failing, planOf, registryOf } from '../act/stage.test.data.js'

const check = failing('acting.check', 'acting', (data) => data === 'broken')
const trial = (data: string): EvidenceLine => ({ type: 'trial', scenario: 'acting', trial: 1, phase: 'once', data })

function reported(
  lines: readonly EvidenceLine[],
  {
    plan = {},
    waive = [],
    checks = [check],
  }: {
    readonly plan?: Partial<Plan>
    readonly waive?: readonly Waiver[]
    readonly checks?: readonly TrialCheck[]
  } = {},
): Report {
  const scenarios = [{ kind: 'one-shot', id: 'acting', act: () => Promise.resolve({}) } as const]
  const registry = registryOf({ scenarios, checks })
  const judging = new Judging(planOf(registry, plan), testProfile('http://127.0.0.1:1', { waive }), registry)
  for (const line of lines) judging.take(line)
  judging.take({ type: 'end', reason: 'complete', durationMs: 1, requests: 0 })
  return makeReport(judging, { file: 'e', sha256: 's', exchanges: 0 })
}

test('a check of the evidence that this octospec does not have is left out', () => {
  const { checks, summary } = reported([trial('fine')], { plan: { checks: ['acting.gone', check.id] } })
  expect(checks.map(({ id }) => id)).toEqual([check.id])
  expect(summary.checks).toMatchObject({ pass: 1, error: 0 })
})

test('a check that cites no clause cannot be reported', () => {
  const stray = { ...check, clause: '9/none' }
  expect(() => reported([], { checks: [stray] })).toThrow('check acting.check cites 9/none, which is no clause')
})

test('only what --allow-untested names may be left untested', () => {
  const verdict = (...allowUntested: readonly string[]): string => reported([], { plan: { allowUntested } }).verdict
  expect(verdict('acting.other', '4.2/other')).toBe('unverified')
  expect(verdict(check.id)).toBe('conforms')
})

test('a waiver holds on its last day, counted from the day of the run', () => {
  const waived = (until: string): Report =>
    reported([trial('broken')], { waive: [{ check: check.id, reason: 'r', until }] })
  expect(waived('2027-01-01')).toMatchObject({ verdict: 'conforms', waivers: [{ state: 'matches' }] })
  expect(waived('2026-12-31')).toMatchObject({ verdict: 'fails', waivers: [{ state: 'over' }] })
})

test('a waiver that names no check is stale, unless only some checks were chosen', () => {
  const waive = [{ check: 'acting.gone', reason: 'r', until: '2027-12-31' }]
  expect(reported([trial('fine')], { waive })).toMatchObject({ verdict: 'fails', waivers: [{ state: 'stale' }] })
  expect(reported([trial('fine')], { waive, plan: { only: [check.id] } })).toMatchObject({
    verdict: 'conforms',
    partial: true,
    waivers: [{ state: 'matches' }],
  })
})
