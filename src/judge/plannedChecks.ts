import type { Registry } from '../suite/registry.js'
import { closestWord } from '../profile/complaint.js'
import { RunError } from './runError.js'
import type { Spending } from '../suite/context.js'
import type { Pack } from '../suite/pack.js'
import { actsIn } from './actsIn.js'

/** Whether a text fits a pattern in which `*` is any text. No regular expression is made of a hostile pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  const tail = parts.pop()
  if (tail === undefined) return pattern === text
  if (!text.startsWith(head)) return false
  let at = head.length
  // Each part as early as possible leaves the most for those that follow.
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}

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

export interface Choice {
  /** Patterns of ids; none: all of them. */
  readonly only: readonly string[]
  readonly effort: Spending
}

/** The checks that a run judges, chosen by patterns and effort. @throws RunError OCTOSPEC_NOTHING_SELECTED */
export function plannedChecks(
  registry: Pick<Pack, 'scenarios' | 'checks' | 'observations' | 'ranking'>,
  { only, effort }: Choice,
): readonly string[] {
  const chosen = selectChecks(registry, only).filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind !== 'trial' || actsIn(effort, check.scenario, registry)
  })
  if (effort === 'smoke' && chosen.length === 0)
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      'a smoke run has none of the checks that were chosen',
      'run them with --effort low, or see what a smoke run has with octospec explain --checks --effort smoke',
    )
  return chosen
}
