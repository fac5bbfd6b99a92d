import { escapeText, safeJson } from '../../contract/escapeText.js'
import { closestWord } from '../../profile/complaint.js'
import { pack } from '../../pack.js'
import { CliError, usage } from '../errorCodes.js'
import { command, flag, text, texts, word, type Command } from '../command.js'
import { explanations } from '../explanations.js'
import type { Clause, Level } from '../../contract/clause.js'
import type { Registry } from '../../suite/suite.js'
import type { Io } from '../io.js'
import { type Choice, plannedChecks } from '../../judge/plan.js'

const { capability } = pack

const levels = ['must', 'derived', 'convention', 'gap'] as const

const options = {
  clauses: flag('print the clauses of the documents, one a line'),
  section: text('section', 'with --clauses: this section of the documents alone, with those below it'),
  level: word('level', levels, 'with --clauses: this level alone'),
  coverage: flag('with --clauses: the checks of each, or why it has none; exit 1 where a clause has neither'),
  checks: flag('print the checks that a run judges, one a line'),
  only: texts('only', 'with --checks: these checks or clauses, as a run takes them; repeatable'),
  effort: word('effort', ['smoke', 'low', 'normal', 'high'], 'with --checks: those of such a run'),
  contract: flag('print the contract as an OpenAPI document'),
  profile: text('profile', 'with --contract: YAML file about the target that fills the gaps'),
  [capability.without]: flag(`with --contract: without what ${capability.name} adds`),
  json: flag('with --clauses and --contract: as JSON'),
}

export const explainCommand: Command = command({
  options,
  many: {
    ids: 'of a clause, check, gap, observation, outcome, verdict, level, error code, exit code, or a key of the profile',
  },
  handle: async (given, io) => {
    const { ids, clauses, checks, contract, only, effort = 'normal' } = given
    if ([ids.length > 0, clauses, checks, contract].filter(Boolean).length !== 1)
      throw usage('octospec explain takes an id, --clauses, --checks or --contract, one of them')
    if (clauses) return listClauses(given, io)
    if (checks) return listChecks({ only, effort }, io)
    if (contract) {
      // What reads OpenAPI documents is large.
      const { printContract } = await import('../printContract.js')
      const without = given[capability.without] === true
      return printContract({ profile: given.profile, json: given.json, capability: !without }, io)
    }
    io.stdout.write(ids.map((id) => `${linesOf(id).join('\n')}\n`).join('\n'))
    return 0
  },
})

/** @throws CliError where nothing has the id */
function linesOf(id: string): readonly string[] {
  const known = explanations()
  // "exit 3", "exit-code 3" and "exit3" are what people write of a log.
  const wanted = /^exit[\s-]*(?:code[\s-]*)?(\d+)$/i.exec(id)?.[1] ?? id
  const explain = known.get(wanted)
  if (explain !== undefined) return explain()
  // Of a clause, people know the name more often than the section.
  const ending = [...known.keys()].filter((each) => each.endsWith(`/${wanted}`) || each.endsWith(`.${wanted}`))
  const nearest = ending[0] ?? closestWord(wanted, known.keys())
  throw new CliError(
    'OCTOSPEC_UNKNOWN_ID',
    `nothing has the id '${escapeText(id)}'`,
    nearest === undefined ? undefined : `did you mean ${nearest}?`,
  )
}

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
