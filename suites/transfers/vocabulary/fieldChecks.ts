import { isDeepStrictEqual } from 'node:util'
import {
  contractFinding,
  fail,
  pass,
  schemaRef,
  readPointer,
  exclusiveOf,
  momentOf,
  stoppable,
  untested,
  type ContractSchema,
  type OperationName,
  type Suite,
  type Answer,
  type Filled,
  type Finding,
  type Judgement,
  type Profile,
  type Trials,
} from './words.js'
import { contract } from '../contract/contract.js'
import { askedForPricing } from '../contract/contractErrors.js'
import { transferInvariants } from '../contract/invariants.js'
import { TransferAnswer } from '../answer.js'

/** A field clause and the places it speaks of: the objects that carry the field, `*` for each element of an array. */
export interface FieldClause {
  readonly clause: string
  readonly parents: readonly (readonly string[])[]
  /** Part of what the pricing capability adds: looked for only where it was asked for. */
  readonly pricing: boolean
}

/**
 * Declares one check for every field clause of a schema of the contract. It tests each answer of the run to the
 * operations `of` against the schema. A violation counts against the clause of the field where it stands. The ids are
 * `chapter.field-...`, after the clauses. An answer without any object that could carry the field says nothing.
 * Clauses that need more than the schema are left to checks of their own (`except`).
 */
export function fieldChecks(
  { sweep }: Pick<Suite, 'sweep'>,
  chapter: string,
  schema: string,
  of: readonly OperationName[],
  except: readonly string[] = [],
): void {
  for (const { clause, parents, pricing } of fieldClauses(schema)) {
    if (except.includes(clause)) continue
    sweep({
      id: `${chapter}.field-${clause.slice(clause.indexOf('/') + 1)}`,
      clause,
      title: contract.clause(clause)?.text ?? clause,
      of,
      judge: (answer) => {
        if (!answer.accepted || (pricing && !askedForPricing(answer.exchange))) return null
        const bodies = answer.exchange.purpose === 'list' ? answer.items : [answer.json]
        if (!bodies.some((body) => parents.some((parent) => hasObject(body, parent)))) return null
        const errors = answer.contractErrors.filter((error) => error.clause === clause)
        if (errors.length === 0) return pass
        return fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
      },
    })
  }
}

/** The must clauses of all properties below a schema, in the order of the contract. */
export function fieldClauses(schema: string): readonly FieldClause[] {
  const base = collect(schema, false)
  return [...collect(schema, true)].map(([clause, parents]) => ({
    clause,
    parents: [...parents].map((parent) => (parent === '' ? [] : parent.split('/'))),
    pricing: !base.has(clause) || addedByPricing.has(clause),
  }))
}

/** Section 4.1: the base option need not carry these two, the priced one must. */
const addedByPricing: ReadonlySet<string> = new Set(['2.3/default-currency', '2.3/available-currencies'])

function collect(name: string, capability: boolean): Map<string, Set<string>> {
  const resolve = contract.refs({ capability })
  const follow = (schema: ContractSchema): ContractSchema => (schema.$ref === undefined ? schema : resolve(schema.$ref))
  const found = new Map<string, Set<string>>()
  const walk = (schema: ContractSchema, path: readonly string[]): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const target = follow(property)
      const clause = property['x-clause'] ?? target['x-clause']
      if (clause !== undefined && contract.clause(clause)?.level === 'must')
        found.set(clause, (found.get(clause) ?? new Set()).add(path.join('/')))
      walk(target, [...path, name])
      if (target.items !== undefined) walk(follow(target.items), [...path, name, '*'])
    }
  }
  walk(resolve(schemaRef(name)), [])
  return found
}

function hasObject(value: unknown, path: readonly string[]): boolean {
  const [token, ...rest] = path
  if (typeof value !== 'object' || value === null) return false
  if (token === undefined) return !Array.isArray(value)
  if (token === '*') return Array.isArray(value) && value.some((item) => hasObject(item, rest))
  return Object.hasOwn(value, token) && hasObject(Reflect.get(value, token), rest)
}

export interface InvariantCheck {
  readonly id: string
  readonly clause: string
  readonly title: string
  /** JSON Pointers into an option: an answer without an option that has them all says nothing. */
  readonly places: readonly string[]
  /** Is it part of what the pricing capability adds? */
  readonly pricing: boolean
}

/** Declares a check of one invariant that the contract states of a transfer, over all transfers of the run. */
export function invariantCheck(
  { sweep }: Pick<Suite, 'sweep'>,
  { id, clause, title, places, pricing }: InvariantCheck,
): void {
  sweep({
    id,
    clause,
    title,
    of: ['transfers'],
    judge: (answer) => {
      if (!answer.accepted || (pricing && !askedForPricing(answer.exchange))) return null
      const options = answer.at('/options')
      const shown = (option: unknown): boolean => places.every((place) => readPointer(option, place) !== undefined)
      if (!Array.isArray(options) || !options.some(shown)) return null
      const errors = transferInvariants(answer.json).filter((error) => error.clause === clause)
      return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
    },
  })
}

interface Trial {
  readonly filled?: Filled
}

/**
 * Declares checks about what one booking at a time can have. Where an availability has more places, scenarios fill it
 * up (`Context.slot`), and their trials say with what: `filled`. A finding then names these holds, and nothing is found
 * once they may be over. A check that is skipped where nothing could be filled up says so.
 */
export function checkFilled(
  suite: Pick<Suite, 'check'>,
): <Data extends Trial>(of: Trials<Data>, what: Parameters<typeof suite.check<Data>>[1]) => void {
  return (of, { judge, ...what }) => {
    suite.check(of, {
      ...what,
      judge: (data, context) => besideFillers(stoppable(judge)(data, context), data, context.profile),
    })
  }
}

function besideFillers(judged: Judgement, trial: Trial, profile: Profile): Judgement {
  const { filled } = trial
  if (filled === undefined || judged.outcome === 'pass') return judged
  if (judged.outcome === 'untested')
    return filled.lacking === null || judged.remedy !== undefined || judged.applies === false
      ? judged
      : untested(filled.lacking.reason, filled.lacking.remedy)
  const answers = answersIn(trial)
  const told = judged.findings.map((finding) => tell(finding, filled.fillers, answers, profile))
  return told.includes(null)
    ? untested(
        'what filled the availability up may have been over by then',
        'run it where less time passes between its requests',
      )
    : fail(...told.filter((finding) => finding !== null))
}

/** null: what filled the availability up may have been over. */
function tell(
  finding: Finding,
  fillers: readonly Answer[],
  answers: readonly Answer[],
  profile: Profile,
): Finding | null {
  const shown = answers.find(({ n }) => n === finding.exchange)
  if (shown === undefined) return finding
  // The finding is of the item that it points at.
  const item = shown.at(finding.pointer ?? '') ?? null
  const { availabilityId = shown.availabilityIdOf(item) } = shown.exchange.input
  const own = fillers.filter(({ exchange: { input } }) => isDeepStrictEqual(input['availabilityId'], availabilityId))
  if (own.length === 0) return finding
  if (own.some((filler) => isOverBy(shown, filler))) return null
  const numbers = own.map(({ n }) => n)
  const { places = 1 } = exclusiveOf(profile) ?? {}
  return {
    ...finding,
    // Not in the message, which is the title of a failure.
    expected: `${finding.expected} (its other ${places === 2 ? 'place was' : 'places were'} filled up by ${named(numbers)}; bookable.exclusive.places is ${places})`,
    steps: [...new Set([...numbers, ...(finding.steps ?? [])])].sort((a, b) => a - b),
  }
}

/** Minutes of the shortest hold there is: how long one lasts that was sent none, the target alone knows. */
const shortest = 20

function isOverBy(shown: Answer, filler: Answer): boolean {
  const isSent = filler.profile.operations.reserve?.fields['expirationMinutes'] !== undefined
  const asked = isSent ? Number(filler.exchange.input['expirationMinutes']) : shortest
  return momentOf(shown).latest - momentOf(filler).earliest >= asked
}

function named(numbers: readonly number[]): string {
  const last = numbers.at(-1) ?? ''
  return numbers.length === 1 ? `request ${last}` : `requests ${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** The answers of a trial, wherever they stand in it. */
function answersIn(data: unknown): readonly Answer[] {
  if (data instanceof TransferAnswer) return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(answersIn) : []
}
