import type { Registry } from '../suite/registry.js'
import { closestWord } from '../profile/closestWord.js'
import { matchesGlob } from './glob.js'
import { RunError } from './runError.js'

/**
 * The ids of the checks that the patterns of `--only` choose, by check id or clause id; all of them where there is no pattern.
 * @throws RunError OCTOSPEC_NOTHING_SELECTED when a pattern matches nothing.
 */
export function selectChecks(registry: Registry, only: readonly string[]): readonly string[] {
  const checks = [...registry.checks.values()]
  const matches = (pattern: string, { id, clause }: { id: string; clause: string }): boolean =>
    matchesGlob(pattern, id) || matchesGlob(pattern, clause)
  const idle = only.find((pattern) => !checks.some((check) => matches(pattern, check)))
  if (idle !== undefined) {
    const nearest = closestWord(
      idle,
      checks.flatMap(({ id, clause }) => [id, clause, id.replace(/\..*/, '.*'), clause.replace(/\/.*/, '/*')]),
    )
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      `no check and no clause matches ${JSON.stringify(idle)}`,
      `${nearest === undefined ? '' : `did you mean ${nearest}? `}see the ids with octospec explain --checks and octospec explain --clauses; * stands for any run of characters`,
    )
  }
  return checks
    .filter((check) => only.length === 0 || only.some((pattern) => matches(pattern, check)))
    .map(({ id }) => id)
}
