import { unmet, type Excluded } from '../judge/needs.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import type { Check } from '../suite/check.js'
import type { Scenario } from '../suite/scenario.js'
import type { Lack } from '../suite/walk/walk.js'

/** Clauses that are named one by one; of more, their number and sections are. */
const mostNamed = 4

/**
 * What a run would leave untested with this profile, by what would change it, and what the profile has switched off.
 * @param lacks what the profile names, and is not what it is named for
 */
export function lacking(profile: Profile, allowLiveBookings: boolean, lacks: readonly Lack[] = []): readonly string[] {
  const seen = lacks.flatMap(({ need, reason, remedy }) => {
    const named = pack.needs[need]
    return named === undefined ? [] : [[need, { ...named, reason, remedy, has: () => false }] as const]
  })
  const needs = { ...pack.needs, ...Object.fromEntries(seen) }
  const excluded = [...pack.checks.values()].flatMap((check) => {
    const scenario = check.kind === 'trial' ? (pack.scenarios.get(check.scenario) ?? null) : null
    const why =
      unmet({ ...pack, needs }, profile, scenario, check, { allowLiveBookings }) ?? withoutClock(profile, scenario)
    return why === null ? [] : [{ check, why }]
  })
  const untested = byKey(excluded.filter(({ why }) => why.outcome === 'untested'))
  const off = switchedOff(profile, excluded)
  const begin =
    untested.length === 0
      ? [
          `a run can begin: the profile names what each of ${pack.checks.size - excluded.length} checks asks for${excluded.length === 0 ? '' : `, and ${excluded.length} do not apply to it`}; whether the target has enough of it shows in the run`,
        ]
      : [
          'a run can begin; it would leave untested:',
          ...untested.map(
            ({ why: { reason, remedy }, checks }) => `  ${inChecks(checks.length)}: ${reason}; do: ${remedy}`,
          ),
        ]
  return [...begin, ...(off.length === 0 ? [] : ['not verified, since the profile says that there is none:', ...off])]
}

interface ExcludedCheck {
  readonly check: Check
  readonly why: Excluded
}

function isOff({ why }: ExcludedCheck): boolean {
  return why.off !== undefined
}

function byKey(
  excluded: readonly ExcludedCheck[],
): readonly { readonly why: Excluded; readonly checks: readonly Check[] }[] {
  const groups = new Map<string, { readonly why: Excluded; readonly checks: Check[] }>()
  for (const { check, why } of excluded) {
    const known = groups.get(why.key)
    if (known === undefined) groups.set(why.key, { why, checks: [check] })
    else known.checks.push(check)
  }
  return [...groups.values()]
}

/** What each null of the profile costs: the clauses that nothing else verifies. */
function switchedOff(profile: Profile, excluded: readonly ExcludedCheck[]): readonly string[] {
  const out = new Set(excluded.map(({ check }) => check))
  const open = new Set([...pack.checks.values()].flatMap((check) => (out.has(check) ? [] : [check.clause])))
  const operations = byKey(excluded.filter(isOff)).map(({ why: { key }, checks }) => {
    const lost = [...new Set(checks.map(({ clause }) => clause))].filter((clause) => !open.has(clause))
    return `  ${key}: ${inChecks(checks.length)}${lost.length === 0 ? '' : `, and nothing else verifies ${inClauses(lost)}`}`
  })
  const fields = Object.entries(pack.unshown?.(profile) ?? {}).map(
    ([key, clauses]) => `  ${key}: ${inClauses(clauses)}`,
  )
  return [...operations, ...fields]
}

function inChecks(count: number): string {
  return `${count} ${count === 1 ? 'check' : 'checks'}`
}

function inClauses(clauses: readonly string[]): string {
  if (clauses.length <= mostNamed) return clauses.join(', ')
  const sections = [...new Set(clauses.map((clause) => clause.split('/', 1)[0] ?? ''))]
  return `${clauses.length} clauses of ${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`
}

function withoutClock({ clock }: Profile, scenario: Scenario | null): Excluded | null {
  if (clock !== null || scenario?.kind !== 'timeline') return null
  return {
    outcome: 'untested',
    reason: 'the profile names no test clock, so that holds take their time, but for what shows at once',
    remedy: 'give clock, or run with --wait, or come back with octospec resume',
    key: 'clock',
  }
}
