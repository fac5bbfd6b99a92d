import type { Waiver } from '../profile/profile.js'
import { matchesGlob } from './plannedChecks.js'
import type { CheckResult, Report } from './report.js'

/**
 * Applies the profile's waivers to the results. A waiver whose day is over waives nothing. One that matches a check which
 * no longer fails is stale, and a stale waiver makes the run fail, so that waivers do not rot.
 * @param today `YYYY-MM-DD`, the day of the run.
 * @param whole true: every check was chosen, so a waiver that names none of them names none at all
 */
export function applyWaivers<Check extends CheckResult>(
  checks: readonly Check[],
  waivers: readonly Waiver[],
  today: string,
  whole = false,
): { readonly checks: readonly Check[]; readonly waivers: Report['waivers'] } {
  const failed = (check: CheckResult): boolean => check.outcome === 'fail' || check.outcome === 'warn'
  const states = waivers.map((waiver) => {
    const named = checks.filter((check) => matchesGlob(waiver.check, check.id))
    if (waiver.until < today) return { ...waiver, state: 'over' as const }
    // A check that was not chosen or could not be tested does not show that the failure is gone.
    const gone =
      named.length === 0
        ? whole
        : named.every((check) => check.outcome === 'pass' || check.outcome === 'not-applicable')
    return { ...waiver, state: gone ? ('stale' as const) : ('matches' as const) }
  })
  const valid = states.filter(({ state }) => state === 'matches')
  return {
    waivers: states,
    checks: checks.map((check) => {
      const waiver = failed(check) ? valid.find((each) => matchesGlob(each.check, check.id)) : undefined
      return waiver === undefined ? check : { ...check, waived: { reason: waiver.reason, until: waiver.until } }
    }),
  }
}
