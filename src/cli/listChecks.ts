import { plannedChecks, type Choice } from '../judge/plannedChecks.js'
import { pack } from '../pack.js'
import type { Io } from './io.js'

/**
 * Prints the checks that such a run would judge, one a line: id, level, clause and title, with tabs between.
 * @throws RunError OCTOSPEC_NOTHING_SELECTED
 */
export function listChecks(choice: Choice, { stdout }: Io): number {
  for (const id of plannedChecks(pack, choice)) {
    const check = pack.checks.get(id)
    if (check !== undefined)
      stdout.write(`${[id, pack.contract.clause(check.clause)?.level ?? '', check.clause, check.title].join('\t')}\n`)
  }
  return 0
}
