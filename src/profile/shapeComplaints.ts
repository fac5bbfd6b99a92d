import type { Options } from 'ajv/dist/2020.js'
import { builtFrom } from '../contract/builtSpec.js'
import { type JsonObject, pointerTokens } from '../contract/json.js'
import { openAjv } from '../contract/openAjv.js'
import type { Json } from './profile.js'
import { closestWord, type Complaint } from './complaint.js'
import { valueAt } from './jsonMap.js'
import { describeValue } from '../contract/describeValue.js'

/** What ajv says of one place, as far as it is read: types that the package publishes name no package that is bundled. */
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

/** Where a merged profile departs from its schema: unknown and missing keys, wrong types and bounds. */
export function shapeComplaints(departures: readonly Departure[], value: Json): Complaint[] {
  return departures.flatMap((error) => complain(error, value))
}

function named(name: unknown): string {
  return typeof name === 'string' ? name : describeValue(name)
}

function complain(error: Departure, root: Json): Complaint[] {
  const path = pointerTokens(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = named(params['additionalProperty'])
      const parent: { readonly properties?: object } | undefined = error.parentSchema
      const known = Object.keys(parent?.properties ?? {})
      const suggestion = closestWord(key, known)
      const [only = ''] = known
      const expected = known.length === 1 ? `the key '${only}'` : `one of the keys ${known.join(', ')}`
      return [{ path: [...path, key], about: 'key', expected, found: `'${key}'`, ...(suggestion && { suggestion }) }]
    }
    case 'required':
      return [
        { path: [...path, named(params['missingProperty'])], about: 'missing', expected: 'this key', found: 'nothing' },
      ]
    case 'enum': {
      // `enum` in our schema lists texts alone.
      const allowed = params['allowedValues'] as readonly string[]
      const found = valueAt(root, path)
      const suggestion = typeof found === 'string' ? closestWord(found, allowed) : undefined
      return [
        {
          path,
          about: 'value',
          expected: allowed.map((word) => `'${word}'`).join(' or '),
          ...(suggestion && { suggestion }),
        },
      ]
    }
    case 'type':
      return [{ path, about: 'value', expected: typeName(params['type'], valueAt(root, path)) }]
    case 'minimum':
      return [{ path, about: 'value', expected: `${describeValue(params['limit'])} or more` }]
    case 'maximum':
      return [{ path, about: 'value', expected: `${describeValue(params['limit'])} or less` }]
    case 'exclusiveMinimum':
      return [{ path, about: 'value', expected: `more than ${describeValue(params['limit'])}` }]
    case 'minLength':
      return [{ path, about: 'value', expected: 'a text that is not empty' }]
    case 'minItems':
      return [{ path, about: 'value', expected: 'at least one item' }]
    case 'pattern':
      // Patterns are there for editors; meaningComplaints checks the same places and says more.
      return []
    default:
      return [{ path, about: 'value', expected: `a value that ${error.message ?? error.keyword}` }]
  }
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
  const types =
    typeof type === 'string'
      ? type.split(',')
      : Array.isArray(type)
        ? type.filter((each) => typeof each === 'string')
        : []
  const text = types.map((name) => names[name] ?? name).join(' or ')
  const quotes = types.includes('string') && (typeof found === 'number' || typeof found === 'boolean')
  return quotes ? `${text} (in quotes)` : text
}
