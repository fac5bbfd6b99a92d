import type { Options } from 'ajv/dist/2020.js'
import { builtFrom, openAjv } from '../contract/builtSpec.js'
import { type JsonObject, pointerTokens, describeValue } from '../contract/json.js'
import type { Json } from './profile.js'
import { closestWord, type Complaint, type Wrong } from './complaint.js'
import { valueAt } from './jsonMap.js'

/** The part of ajv's error that is read. Types that the package publishes may name no package that is bundled. */
export interface Departure {
  readonly keyword: string
  /** JSON Pointer. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly parentSchema?: object
}

export const compiling: Options = {
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  validateSchema: false,
  // It is compiled for one profile: to make its code shorter takes longer than to run it.
  code: { optimize: false },
}

export const compiledName = 'profile.schema'

interface Validate {
  (value: Json): unknown
  readonly errors?: readonly Departure[] | null
}

/** Tells where values depart from a schema. The build compiles that of profiles, to save time at the start. */
export function compileOnce(schema: JsonObject): (value: Json) => readonly Departure[] {
  let compiled: Validate | undefined
  return (value) => {
    compiled ??= builtFrom<Validate>(compiledName, schema) ?? openAjv(compiling).compile(schema)
    return compiled(value) === true ? [] : (compiled.errors ?? [])
  }
}

/** Departures of a merged profile from its schema: unknown and missing keys, wrong types and bounds. */
export function shapeComplaints(departures: readonly Departure[], value: Json): Complaint[] {
  return departures.flatMap((error): Complaint[] => {
    // Patterns are there for editors; meaningComplaints checks the same places and says more.
    if (error.keyword === 'pattern') return []
    const path = pointerTokens(error.instancePath)
    const wrong = says[error.keyword]?.(error, valueAt(value, path))
    if (wrong === undefined)
      return [{ path, about: 'value', expected: `a value that ${error.message ?? error.keyword}` }]
    const { member, ...said } = wrong
    return [{ path: member === undefined ? path : [...path, member], about: 'value', ...said }]
  })
}

/** What a keyword of the schema says of a value: what was expected there, or at a member of it. */
const says: Readonly<
  Record<string, (error: Departure, found: Json | undefined) => Wrong & { readonly member?: string }>
> = {
  additionalProperties({ params, parentSchema }) {
    const member = described(params['additionalProperty'])
    const parent: { readonly properties?: object } | undefined = parentSchema
    const known = Object.keys(parent?.properties ?? {})
    const expected = known.length === 1 ? `the key '${known[0] ?? ''}'` : `one of the keys ${known.join(', ')}`
    return { member, about: 'key', expected, found: `'${member}'`, ...meant(member, known) }
  },
  required: ({ params }) => ({
    member: described(params['missingProperty']),
    about: 'missing',
    expected: 'this key',
    found: 'nothing',
  }),
  enum({ params }, found) {
    // `enum` in our schema lists texts alone.
    const allowed = params['allowedValues'] as readonly string[]
    return { expected: allowed.map((word) => `'${word}'`).join(' or '), ...meant(found, allowed) }
  },
  type: ({ params }, found) => ({ expected: typeName(params['type'], found) }),
  minimum: ({ params }) => ({ expected: `${described(params['limit'])} or more` }),
  maximum: ({ params }) => ({ expected: `${described(params['limit'])} or less` }),
  exclusiveMinimum: ({ params }) => ({ expected: `more than ${described(params['limit'])}` }),
  minLength: () => ({ expected: 'a text that is not empty' }),
  minItems: () => ({ expected: 'at least one item' }),
}

function described(value: unknown): string {
  return typeof value === 'string' ? value : describeValue(value)
}

function meant(word: Json | undefined, known: readonly string[]): Pick<Complaint, 'suggestion'> {
  const suggestion = typeof word === 'string' ? closestWord(word, known) : undefined
  return suggestion === undefined ? {} : { suggestion }
}

const names: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

function typeName(type: unknown, found: Json | undefined): string {
  const types = [type].flat().flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
  const text = types.map((name) => names[name] ?? name).join(' or ')
  const isUnquoted = types.includes('string') && (typeof found === 'number' || typeof found === 'boolean')
  return isUnquoted ? `${text} (in quotes)` : text
}
