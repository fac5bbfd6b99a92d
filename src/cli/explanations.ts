import type { Clause } from '../contract/clause.js'
import type { Check, Observation } from '../suite/check.js'
import { judgesRecordings } from '../suite/judgesRecordings.js'
import { pack } from '../pack.js'
import { errorCodes } from './errorCodes.js'
import { exitCodes } from './exitCodes.js'
import { profileKeyLines } from './profileKeyLines.js'
import { levelWords, outcomeWords, verdictWords } from './words.js'

/** Everything that `octospec explain` knows: lines by id. Words that are both an outcome and a verdict's are given together. */
export function explanations(): ReadonlyMap<string, () => readonly string[]> {
  const all = new Map<string, () => readonly string[]>()
  const add = (id: string, lines: () => readonly string[]): void => {
    const before = all.get(id)
    all.set(id, before === undefined ? lines : () => [...before(), '', ...lines()])
  }
  for (const clause of pack.contract.clauses) add(clause.id, () => explainClause(clause))
  for (const check of pack.checks.values()) add(check.id, () => explainCheck(check))
  for (const observation of pack.observations.values()) add(observation.id, () => explainObservation(observation))
  for (const [id, meaning] of Object.entries(outcomeWords)) add(id, () => [`outcome ${id}`, `  ${meaning}`])
  for (const [id, meaning] of Object.entries(verdictWords)) add(id, () => [`verdict ${id}`, `  ${meaning}`])
  for (const [id, meaning] of Object.entries(levelWords)) add(id, () => [`level ${id}`, `  ${meaning}`])
  for (const [id, error] of Object.entries(errorCodes))
    add(id, () => [
      `error ${id} (exit code ${error.exit})`,
      `  what: ${error.meaning}`,
      `  why:  ${error.why}`,
      `  do:   ${error.remedy}`,
    ])
  for (const { code, name, meaning } of exitCodes)
    add(String(code), () => [`exit code ${code}: ${name}`, `  ${meaning}`])
  for (const [name, lines] of profileKeyLines(pack.profile)) add(name, lines)
  return all
}

function explainClause(clause: Clause): readonly string[] {
  const citing = (each: { readonly clause: string }): boolean => each.clause === clause.id
  const checks = [...pack.checks.values()].filter(citing)
  const seen = [...pack.observations.values()].filter(citing)
  const sections = [clause.section, ...(clause.also ?? [])].join(', ')
  return [
    `${clause.level === 'gap' ? 'gap' : 'clause'} ${clause.id} (${clause.level}, section ${sections} of the documents)`,
    `  ${clause.text}`,
    ...row('when', clause.when),
    ...row('derived', clause.derivation),
    ...row('verified', clause.verifiedBy && `also where ${clause.verifiedBy} holds`),
    ...row('source', clause.source),
    ...row('question', clause.question),
    ...row('default', clause.default),
    ...row('optional', clause.optional && `not applicable where ${clause.optional} is not offered`),
    ...row('unobservable', clause.reason),
    ...checks.map((check) => `  check: ${check.id}: ${check.title}`),
    ...seen.map(({ id }) => `  observation: ${id}`),
    ...faultsOf(clause.id),
    `  level: ${levelWords[clause.level]}`,
  ]
}

function explainCheck(check: Check): readonly string[] {
  const clause = pack.contract.clause(check.clause)
  return [
    `check ${check.id}`,
    `  ${check.title}`,
    `  clause: ${check.clause} (${clause?.level ?? 'unknown'}): ${clause?.text ?? ''}`,
    check.kind === 'trial'
      ? `  judges: what the scenario ${check.scenario} recorded`
      : `  judges: every answer to ${check.of.join(', ')}${judgesRecordings(check) ? ', in recordings as well' : ''}`,
    ...row('uses', check.uses?.join(', ')),
    ...row('needs', check.needs?.join(', ')),
    ...faultsOf(check.clause),
    `  try: octospec run --profile FILE --only ${check.id}`,
  ]
}

function explainObservation({ id, clause, scenario, of = [] }: Observation): readonly string[] {
  const gap = pack.contract.clause(clause)
  return [
    `observation ${id}`,
    `  records how a target fills the gap ${clause}: ${gap?.question ?? gap?.text ?? ''}`,
    `  by ${scenario === null ? `every answer to ${of.join(', ')}` : `the scenario ${scenario}`}; it never passes nor fails`,
  ]
}

function faultsOf(clause: string): readonly string[] {
  return pack.reference.faults
    .filter((fault) => fault.clause === clause)
    .map(({ name, title }) => `  fault: ${name}: ${title}`)
}

function row(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`  ${name}: ${value}`]
}
