import { unmet } from '../judge/needs.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import type { Scenario } from '../suite/scenario.js'

/** What a run would leave untested with this profile, by what would change it. */
export function lacking(profile: Profile, allowLiveBookings: boolean): readonly string[] {
  const byRemedy = new Map<string, { readonly reason: string; count: number }>()
  for (const check of pack.checks.values()) {
    const scenario = check.kind === 'trial' ? (pack.scenarios.get(check.scenario) ?? null) : null
    const excluded = unmet(pack, profile, scenario, check, { allowLiveBookings }) ?? withoutClock(profile, scenario)
    if (excluded === null || excluded.outcome !== 'untested') continue
    const known = byRemedy.get(excluded.remedy) ?? { reason: excluded.reason, count: 0 }
    known.count += 1
    byRemedy.set(excluded.remedy, known)
  }
  if (byRemedy.size === 0)
    return [
      `a run can begin: the profile names what each of ${pack.checks.size} checks asks for; whether the target has enough of it shows in the run`,
    ]
  return [
    'a run can begin; it would leave untested:',
    ...[...byRemedy].map(
      ([remedy, { reason, count }]) => `  ${count} ${count === 1 ? 'check' : 'checks'}: ${reason}; do: ${remedy}`,
    ),
  ]
}

/** What is seen of time that passes takes as long as that. */
function withoutClock({ clock }: Profile, scenario: Scenario | null): ReturnType<typeof unmet> {
  if (clock !== null || scenario?.kind !== 'timeline') return null
  return {
    outcome: 'untested',
    reason: 'the profile names no test clock, so that holds take their time',
    remedy: 'give clock, or run with --wait, or come back with octospec settle',
  }
}
