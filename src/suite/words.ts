import type { Json } from '../profile/profile.js'
import type { Exchange } from '../wire/exchange.js'
import { pointerTokens } from '../contract/json.js'

/** A received value in a sentence: JSON, bounded; nothing when there is none. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** A value for a sentence about a target: a text as it is, anything else as bounded JSON; `nothing` for none. */
export function inWords(value: Json | undefined): string {
  return typeof value === 'string' ? value : describeValue(value)
}

/** Of a refusal whose members are called as no other's: what it begins with. */
export function beginningOf({ status, json }: NonNullable<Exchange['response']>): string {
  return json === undefined || json === null || status < 300 ? '' : inWords(json).slice(0, 200)
}

/** A text, with the numbers of the exchanges that it names. */
export interface Said {
  readonly message: string
  readonly about?: readonly number[]
}

/** A part of a finding that may name exchanges. */
export type Words = string | Said

interface Numbered {
  readonly n: number
}

type Part = Words | number | Numbered | undefined | readonly Numbered[]

/** Tells a finding: of an answer, or of several, the number is written, and kept as data. */
export function say(texts: TemplateStringsArray, ...parts: readonly Part[]): Said {
  const about = new Set(parts.flatMap(numbersOf))
  return {
    message: texts.map((text, at) => text + (at < parts.length ? textOf(parts[at]) : '')).join(''),
    ...(about.size > 0 && { about: [...about] }),
  }
}

function textOf(part: Part): string {
  if (part === undefined) return '?'
  if (typeof part !== 'object') return String(part)
  if ('message' in part) return part.message
  const numbers = numbersOf(part)
  return [numbers.slice(0, -1).join(', '), ...numbers.slice(-1)].filter((text) => text !== '').join(' and ')
}

function numbersOf(part: Part): readonly number[] {
  if (typeof part !== 'object') return []
  if ('message' in part) return part.about ?? []
  return [part].flat().map(({ n }) => n)
}

/**
 * The fault at a place of an answer: `in the answer to get, net of pricing is 12.5 and should be an integer`.
 * @param pointer JSON Pointer into the answer; `''` is the answer as a whole
 * @param received in words, `nothing` where nothing is there
 * @param expected completes "should be"
 */
export function wrongPlace(operation: string, pointer: string, received: string, expected: string): string {
  const names = pointerTokens(pointer)
    .filter((token) => !/^\d+$/.test(token))
    .toReversed()
  const where = names.length === 0 ? (pointer === '' ? 'the body' : 'an item') : names.join(' of ').slice(0, longest)
  return `in the answer to ${operation}, ${where} is ${received === 'nothing' ? 'missing' : received} and should be ${expected}`
}

/** Names of a place that a sentence has room for. */
const longest = 200
