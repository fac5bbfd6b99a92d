import type { Clause, Level } from '../contract/clause.js'
import type { Registry } from '../suite/registry.js'
import { safeJson } from '../contract/escapeText.js'
import { pack } from '../pack.js'
import { usage } from './errorCodes.js'
import type { Io } from './io.js'
import { plannedChecks, type Choice } from '../judge/plannedChecks.js'

interface ClauseCoverage {
  readonly id: string
  readonly level: Level
  readonly checks: readonly string[]
  readonly observations: readonly string[]
  /** Why no client can observe it; null: one can. */
  readonly reason: string | null
}

function clauseCoverage(clause: Clause, registry: Registry): ClauseCoverage {
  const citing = (all: Iterable<{ readonly id: string; readonly clause: string }>): string[] =>
    [...all].filter((each) => each.clause === clause.id).map(({ id }) => id)
  return {
    id: clause.id,
    level: clause.level,
    checks: citing(registry.checks.values()),
    observations: citing(registry.observations.values()),
    reason: clause.observable === false ? (clause.reason ?? 'no client can observe it') : null,
  }
}

/** True for a clause that a client can observe and that nothing judges. Of a gap nothing is judged. */
export function isBare({ level, checks, reason }: ClauseCoverage): boolean {
  return level !== 'gap' && checks.length === 0 && reason === null
}

export const levels: readonly ['must', 'derived', 'convention', 'gap'] = ['must', 'derived', 'convention', 'gap']

/** Prints clauses, or the checks of each, and gives the exit code. @throws CliError where there is no such clause */
export function listClauses({ section, level, json, coverage }: ListedClauses, io: Io): number {
  const chosen = pack.contract.clauses.filter(
    (clause) => (level === undefined || clause.level === level) && (section === undefined || isOf(clause, section)),
  )
  if (chosen.length === 0)
    throw usage(
      `there is no clause of section ${section ?? 'any'} and level ${level ?? 'any'}`,
      'see octospec explain --clauses',
    )
  return coverage ? printCoverage(chosen, json, io) : printClauses(chosen, json, io)
}

interface ListedClauses {
  readonly section: string | undefined
  readonly level: Level | undefined
  readonly json: boolean
  readonly coverage: boolean
}

function isOf(clause: Clause, section: string): boolean {
  return [clause.section, ...(clause.also ?? [])].some((each) => each === section || each.startsWith(`${section}.`))
}

function printClauses(clauses: readonly Clause[], json: boolean, { stdout }: Io): number {
  if (json) stdout.write(`${safeJson(clauses, 2)}\n`)
  else for (const { id, level, text: says } of clauses) stdout.write(`${id}\t${level}\t${says}\n`)
  return 0
}

function printCoverage(clauses: readonly Clause[], json: boolean, { stdout }: Io): number {
  const rows = clauses.map((clause) => clauseCoverage(clause, pack))
  const bare = rows.filter(isBare)
  if (json) stdout.write(`${safeJson(rows, 2)}\n`)
  else {
    for (const row of rows) {
      const by = [...row.checks, ...row.observations]
      const what =
        by.length > 0 ? by.join(', ') : row.reason === null ? 'NO CHECK AND NO REASON' : `no check: ${row.reason}`
      stdout.write(
        `${row.id}\t${row.level}\t${row.level === 'gap' && by.length === 0 ? 'recorded in the profile' : what}\n`,
      )
    }
    stdout.write(`${rows.length} clauses, ${bare.length} with neither a check nor a reason\n`)
  }
  return bare.length === 0 ? 0 : 1
}

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
