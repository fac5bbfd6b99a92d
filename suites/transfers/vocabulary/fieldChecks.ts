import { contractFinding, fail, pass, schemaRef, type ContractSchema, type OperationName, type Suite } from './words.js'
import { contract } from '../contract/contract.js'
import { askedForPricing } from '../contract/contractErrors.js'

/** A field clause and the places it speaks of: the objects that carry the field, `*` for each element of an array. */
export interface FieldClause {
  readonly clause: string
  readonly parents: readonly (readonly string[])[]
  /** Part of what the pricing capability adds: looked for only where it was asked for. */
  readonly pricing: boolean
}

/**
 * Declares one check for every field clause of a schema of the contract: each answer of the run to the operations `of` is
 * held to the schema, and what departs from it counts against the clause of the field where it stands.
 * The ids are `chapter.field-...`, after the clauses. An answer without any object that could carry the field says nothing.
 * Clauses that need more than the schema to be judged are left to checks of their own (`except`).
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
