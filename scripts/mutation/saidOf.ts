import { redChecks } from '../../src/proof/redChecks.js'
import { runOnReference } from '../../src/proof/runOnReference.js'
import type { Expectation, Said } from './expectation.js'

/** What the checks and observations say now. */
export async function saidOf({ on, only }: Pick<Expectation, 'on' | 'only'>): Promise<Said> {
  const { report, evidence } = await runOnReference({ ...on, plan: { effort: 'low', only } })
  const places = new Map(redChecks(report, evidence).map(({ check, place }) => [check, place]))
  return {
    checks: Object.fromEntries(
      report.checks.map(({ id, outcome }) => [id, { outcome, place: places.get(id) ?? null }]),
    ),
    gaps: Object.fromEntries(
      // Which of two scenarios ends first, and so stands first, is chance.
      report.gaps.flatMap(({ id, observed }) => (observed === null ? [] : [[id, observed.split('; ').sort()]])),
    ),
  }
}
