import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { pointerTokens } from '../contract/jsonPointer.js'
import { specFile } from '../contract/specFile.js'
import { closestWord } from './closestWord.js'
import type { Complaint } from './complaint.js'
import { valueAt } from './mergeProfile.js'
import type { Json } from './profile.js'
import { describeValue } from '../contract/describeValue.js'

let validator: ValidateFunction | undefined
let definitions: Readonly<Record<string, SchemaNode>> = {}

/** Where a merged profile departs from `spec/profile.schema.json`: unknown and missing keys, wrong types and bounds. */
export function shapeComplaints(value: Json): Complaint[] {
  validator ??= compile()
  if (validator(value)) return []
  return (validator.errors ?? []).flatMap((error) => complain(error, value))
}

function compile(): ValidateFunction {
  // Our own file; a test holds it to the meta-schema.
  const schema = JSON.parse(readFileSync(specFile('profile.schema.json'), 'utf8')) as SchemaNode
  definitions = schema.$defs ?? {}
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictTypes: false,
    validateSchema: false,
  }).compile(schema)
}

function complain(error: ErrorObject, root: Json): Complaint[] {
  const path = pointerTokens(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty'])
      // Part of our own schema.
      const parent = error.parentSchema as SchemaNode | undefined
      const known = Object.keys(parent?.properties ?? {})
      const suggestion = closestWord(key, known) ?? deeperKey(parent, key)
      const [only = ''] = known
      const expected = known.length === 1 ? `the key '${only}'` : `one of the keys ${known.join(', ')}`
      return [{ path: [...path, key], about: 'key', expected, found: `'${key}'`, ...(suggestion && { suggestion }) }]
    }
    case 'required':
      return [
        {
          path: [...path, String(params['missingProperty'])],
          about: 'missing',
          expected: 'this key',
          found: 'nothing',
        },
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

interface SchemaNode {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly $defs?: Readonly<Record<string, SchemaNode>>
}

/** The key further down that has this name, dotted: `url` at the root was meant to be `target.url`. */
function deeperKey(from: SchemaNode | undefined, key: string): string | undefined {
  // Breadth first: the nearest of that name.
  const queue = Object.entries(from?.properties ?? {})
  for (const [path, node] of queue) {
    if (path.slice(path.lastIndexOf('.') + 1).toLowerCase() === key.toLowerCase()) return path
    const target = node.$ref === undefined ? node : definitions[node.$ref.replace('#/$defs/', '')]
    queue.push(
      ...Object.entries(target?.properties ?? {}).map(([name, member]): [string, SchemaNode] => [
        `${path}.${name}`,
        member,
      ]),
    )
  }
  return undefined
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
