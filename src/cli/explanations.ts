import type { Level, Clause } from '../contract/clause.js'
import type { Outcome, Verdict } from '../judge/report.js'
import { safeJson } from '../contract/escapeText.js'
import type { ProfileKeys } from '../profile/profileKeys.js'
import { type Check, judgesRecordings, type Observation } from '../suite/check.js'
import { pack } from '../pack.js'
import { errorCodes, exitCodes } from './errorCodes.js'

const outcomeWords: Readonly<Record<Outcome, string>> = {
  pass: 'every trial and answer that was judged is as the clause says',
  fail: 'a must or derived clause is broken (or, with --strict, a convention)',
  warn: 'a convention is not followed: public OCTO practice where the documents are silent; it does not fail a server',
  untested:
    'it could have been observed but was not: something is missing, never arose, or failed before; the report says why and what would change it',
  'not-applicable': 'it is about an operation that the documents call optional and the profile declares as not offered',
  error: 'octospec itself broke while it judged this: please report it',
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  conforms:
    'no must or derived clause is broken, and every applicable must clause was verified or explicitly allowed to stay untested',
  fails: 'at least one must or derived clause is broken, or a waiver matches no failure any more',
  unverified: 'nothing is broken, but an applicable must clause is untested and was not explicitly allowed to be',
  aborted:
    'the target could not be reached, or the run was cut short (exit code 4), or the profile, the address or the credentials are wrong (exit code 2)',
  'suite-error': 'octospec itself broke, so nothing can be said',
}

const levelWords: Readonly<Record<Level, string>> = {
  must: 'stated in the documents; broken, it fails a server',
  derived: 'follows from stated clauses, with the derivation written down; broken, it fails a server',
  convention: 'public OCTO practice where the documents are silent; broken, it warns',
  gap: 'left open by the documents; what a target does is recorded and never judged',
}

interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

function profileKeyLines({ schema }: Pick<ProfileKeys, 'schema'>): ReadonlyMap<string, () => readonly string[]> {
  const all = new Map<string, () => readonly string[]>()
  const visit = (name: string, place: string, key: Schema): void => {
    if (name !== '') all.set(name, () => linesOf(name, place, key))
    const [below, within] = key.items?.properties === undefined ? [key, place] : [key.items, `${place}/items`]
    for (const [member, value] of Object.entries(below.properties ?? {}))
      visit(name === '' ? member : `${name}.${member}`, `${within}/properties/${member}`, value)
  }
  visit('', '', schema)
  return all
}

function linesOf(name: string, place: string, key: Schema): readonly string[] {
  const types = [key.type ?? []].flat()
  const [example] = key.examples ?? []
  const members = Object.keys(key.properties ?? key.items?.properties ?? {})
  return [
    `key ${name} of the profile`,
    ...(key.description === undefined ? [] : [`  ${key.description}`]),
    ...(key.enum === undefined ? [] : [`  one of: ${key.enum.join(', ')}`]),
    ...(key.default === undefined ? [] : [`  default: ${safeJson(key.default)}`]),
    ...(example === undefined ? [] : [`  example: ${safeJson(example)}`]),
    ...(types.includes('null') ? ['  it may be null'] : []),
    ...(members.length === 0 ? [] : [`  keys below it: ${members.join(', ')}`]),
    `  schema: spec/profile.schema.json#${place}`,
  ]
}

/** All that `octospec explain` knows, by id. A word that is both an outcome and a verdict has the lines of both. */
export function explanations(): ReadonlyMap<string, () => readonly string[]> {
  const all = new Map<string, () => readonly string[]>()
  const add = (id: string, lines: () => readonly string[]): void => {
    const before = all.get(id)
    all.set(id, before === undefined ? lines : () => [...before(), '', ...lines()])
  }
  for (const clause of pack.contract.clauses) add(clause.id, () => explainClause(clause))
  for (const check of pack.checks.values()) add(check.id, () => explainCheck(check))
  for (const observation of pack.observations.values()) add(observation.id, () => explainObservation(observation))
  for (const [kind, words] of Object.entries({ outcome: outcomeWords, verdict: verdictWords, level: levelWords }))
    for (const [id, meaning] of Object.entries(words)) add(id, () => [`${kind} ${id}`, `  ${meaning}`])
  for (const [id, { exit, meaning, why, remedy }] of Object.entries(errorCodes))
    add(id, () => [`error ${id} (exit code ${exit})`, `  what: ${meaning}`, `  why:  ${why}`, `  do:   ${remedy}`])
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
