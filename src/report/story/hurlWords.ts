import type { Json } from '../../profile/profile.js'
import { escapedHurl } from './hurlText.js'
import type { Variables } from './hurlAssertsOf.js'

/** A value that JSON says, or one word such as a state. */
export function wordOf(expected: string): Json | undefined {
  const value = parsed(expected)
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  const [, word] =
    /^(?:status )?"?(?!UUID|URL|ISO)([A-Z][A-Z_]{2,40})"?(?: from get, too|, as get answered|, unchanged(?:: \S{1,100})?)?$/.exec(
      expected,
    ) ??
    /^(?:status )?"([^"\\]{1,200})"(?:, case and spaces aside)?$/.exec(expected) ??
    []
  if (word !== undefined) return word
  const [, text] = /^("(?:[^"\\]|\\.){1,200}"), case and spaces aside$/.exec(expected) ?? []
  if (text !== undefined) return parsed(text)
  const [, flag] = /^(true|false) from get, too$/.exec(expected) ?? []
  return flag === undefined ? undefined : flag === 'true'
}

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

export function scalar(value: Json, variables: Variables): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const known = variables.find((each) => each.value === value)
  return known === undefined ? `"${escapedHurl(value).replaceAll('"', '\\"')}"` : `"{{${known.name}}}"`
}

const kinds: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(an )?integer\b|^a whole number\b/, ['isInteger']],
  [/^(a )?number\b/, ['isNumber']],
  [/^(a )?(non-empty )?string( that is not empty)?$/, ['isString']],
  [/^boolean$/, ['isBoolean']],
  [/^(an )?object\b|^pricing, an object/, ['isObject']],
  [/^array$/, ['isList']],
  [/^ISO 8601/, ['matches /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*(Z|[+-]00:?00)$/']],
  [/^UUID$/, ['matches /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/']],
  [/^URL$/, ['matches /^[a-z]+:/']],
  [/^two-letter code$/, ['matches /^[A-Za-z]{2}$/']],
]

/** What Hurl knows of what was expected in words. */
export function predicates(expected: string, received: Json): readonly string[] | undefined {
  if (isEmptyObject(received)) return ['not isEmpty']
  const found = kinds.find(([words]) => words.test(expected))?.[1] ?? []
  const [, least, most] = /\bfrom (-?\d+) to (-?\d+)/.exec(expected) ?? []
  const [, atLeast] = /^(?:at least|not less than) (-?\d+)/.exec(expected) ?? []
  const [, atMost] = /^(?:at most|not more than) (-?\d+)/.exec(expected) ?? []
  const bounds = [least, atLeast].flatMap((each) => (each === undefined ? [] : [`>= ${each}`]))
  const ends = [most, atMost].flatMap((each) => (each === undefined ? [] : [`<= ${each}`]))
  const all = [...found, ...bounds, ...ends]
  if (all.length > 0) return all
  const choices = /^one of \[?("[^\]]{1,300}")\]?$/.exec(expected)?.[1]?.match(/"\w+"/g)
  if (choices) return [`matches /^(${choices.map((each) => each.slice(1, -1)).join('|')})$/`]
  if (expected.startsWith('exactly ') && Array.isArray(received)) {
    const names = expected.match(/\b[A-Z]{3}\b/g) ?? []
    return names.length > 0 && names.length !== received.length ? [`count == ${names.length}`] : []
  }
  if (expected.startsWith('no ')) return ['not exists']
  if (received === null) return ['exists', '!= null']
  if (typeof received === 'object') return [Array.isArray(received) ? 'not isList' : 'not isObject']
  return undefined
}
