import type { EvidenceLine } from '../evidence/evidence.js'
import { checkOutcome } from '../judge/checkOutcome.js'
import { matchesGlob } from '../judge/glob.js'
import type { Judging } from '../judge/judging.js'

/** Ends a run that is to end with its first failure. */
export class FirstFailure extends Error {
  override readonly name = 'FirstFailure'
  readonly check: string

  constructor(check: string) {
    super(`${check} failed, and the run was to end with its first failure`)
    this.check = check
  }
}

/**
 * Watches what is judged for a failure that counts: not of a convention unless the run is strict, not what rests on a default that
 * nothing confirms by then, and not what a waiver in force covers.
 * @returns takes the line that was judged last; says the check that fails by now
 */
export function watchFailures(judging: Judging): (line: EvidenceLine) => string | null {
  const { plan, profile, registry } = judging
  const today = plan.startedAt.slice(0, 10)
  const isWaived = (id: string): boolean =>
    profile.waive.some(({ check, until }) => until >= today && matchesGlob(check, id))
  return ({ type }) => {
    if (type !== 'exchange' && type !== 'trial' && type !== 'done') return null
    for (const [id, { failures }] of judging.checks) {
      const check = failures > 0 && !isWaived(id) ? registry.checks.get(id) : undefined
      const level = check && registry.contract.clause(check.clause)?.level
      if (check !== undefined && level !== undefined && checkOutcome(check, level, judging).outcome === 'fail')
        return id
    }
    return null
  }
}
