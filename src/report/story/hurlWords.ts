import type { ValueSchema } from '../../contract/valueSchema.js'
import type { Json } from '../../profile/profile.js'
import { escapedHurl } from './hurlText.js'
import type { Variables } from './hurlAssertsOf.js'

function isEmptyObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

export function parsed(text: string): Json | undefined {
  try {
    const json: Json = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

export function scalar(value: unknown, variables: Variables): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const known = variables.find((each) => each.value === value)
  return known === undefined ? `"${escapedHurl(value).replaceAll('"', '\\"')}"` : `"{{${known.name}}}"`
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'isInteger',
  number: 'isNumber',
  string: 'isString',
  boolean: 'isBoolean',
  object: 'isObject',
  array: 'isList',
}

/** What Hurl can hold a value to, of what a schema asks for; undefined: nothing. */
export function predicates(schema: ValueSchema, received: Json): readonly string[] | undefined {
  if (isEmptyObject(received)) return ['not isEmpty']
  const { enum: choices, type, pattern, minimum, maximum, maxItems } = schema
  if (choices !== undefined) return oneOf(choices)
  if (maxItems !== undefined && Array.isArray(received))
    return schema.minItems === maxItems && received.length !== maxItems ? [`count == ${maxItems}`] : []
  const kind =
    pattern !== undefined ? `matches /${pattern.replaceAll('/', '\\/')}/` : typeof type === 'string' && kinds[type]
  const all = [
    ...(kind ? [kind] : []),
    ...(minimum === undefined ? [] : [`>= ${minimum}`]),
    ...(maximum === undefined ? [] : [`<= ${maximum}`]),
  ]
  if (all.length > 0) return all
  if (schema.not !== undefined) return ['not exists']
  if (received === null) return ['exists', '!= null']
  if (typeof received === 'object') return [Array.isArray(received) ? 'not isList' : 'not isObject']
  return undefined
}

function oneOf(choices: readonly unknown[]): readonly string[] | undefined {
  const words = choices.filter((each): each is string => typeof each === 'string' && /^\w+$/.test(each))
  return words.length === choices.length ? [`matches /^(${words.join('|')})$/`] : undefined
}
