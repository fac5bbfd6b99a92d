import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import { escapedHurl, jsonPath, stepOf } from './hurlText.js'
import { exchangesIn, leaves, type Capture, type Step, type Story } from './storyOf.js'

/** What Hurl is to see at the step that shows a failure: so that a server that is wrong in the same way is red there. */
export interface HurlAsserts {
  readonly lines: readonly string[]
  /** They hold of every such answer to the same caller: what should be in none may be in another one next time. */
  readonly alike?: boolean
  /** What the step before says that the last one is held to: captured there. */
  readonly wanted?: { readonly n: number; readonly capture: Omit<Capture, 'value'> }
}

type Variables = readonly Pick<Capture, 'name' | 'value'>[]

/** The assertions that follow from what was expected and received, where Hurl can say it; none where it cannot. */
export function hurlAsserts({ finding, shown, steps, fresh }: Story): HurlAsserts {
  const { pointer, expected, received, message } = finding
  // What the last answer gives is not known before it is judged.
  const before = steps.slice(0, steps.indexOf(shown)).flatMap(({ captures }) => captures)
  const variables = [...before, ...fresh]
  const json = shown.exchange.response?.json
  const ordered = orderAssert(placed(pointer, message, json), variables)
  if (ordered !== undefined) return { lines: [ordered] }
  // The order of a list, and what is on none of its pages, no single place of an answer shows.
  if (/^Sorted by |\bpages?\b.{0,40} exchanges \d+ to \d+/.test(message)) return { lines: [] }
  const booked = steps.flatMap(({ exchange }) => exchange.bookingId ?? [])
  // Ids of ours are of one booking; one that the target gave may be of something to book.
  const shows = bookingAsserts(finding, [...fresh, ...before], booked)
  if (pointer === null || pointer === '') return { lines: answerAsserts(expected, received, json) ?? shows }
  if (expected.startsWith('a refusal, or '))
    return { lines: [notInBody(pointer, received)].filter((line) => line !== '') }
  if (/\/\d+$/.test(pointer) && shows.length > 0) return { lines: shows, alike: shown.exchange.as !== 'reseller' }
  const query = queryOf(pointer, json, variables)
  const wanted = earlier(finding, steps, shown)
  if (wanted !== undefined) {
    const value = `{{${wanted.capture.name}}}`
    return { lines: [`${query} == ${typeof wanted.value === 'string' ? `"${value}"` : value}`], wanted }
  }
  const value = wordOf(expected)
  if (value !== undefined) return { lines: [`${query} == ${scalar(value, variables)}`] }
  return { lines: predicates(expected, received, variables).map((predicate) => `${query} ${predicate}`) }
}

interface Placed {
  readonly pointer: string
  readonly message: string
  readonly json: Json
}

function placed(pointer: string | null, message: string, json: Json | undefined): Placed | undefined {
  return pointer === null || json === undefined ? undefined : { pointer, message, json }
}

/** What is wrong with an answer as a whole. */
function answerAsserts(expected: string, received: Json, json: Json | undefined): readonly string[] | undefined {
  if (/^(2xx|to be accepted)/.test(expected)) return ['status >= 200', 'status < 300']
  if (/\b4xx\b/.test(expected)) return ['status >= 400', 'status < 500']
  if (/^(a|one) refusal(?!,)/.test(expected)) return ['status >= 400']
  if (expected === 'application/json') return ['header "Content-Type" contains "json"']
  if (expected === 'an empty list' && Array.isArray(json)) return ['jsonpath "$" isEmpty']
  const [, status] = /^HTTP (\d{3})/.exec(typeof received === 'string' ? received : '') ?? []
  return status === undefined ? undefined : [`status != ${status}`]
}

/** A booking of the story that is not in the answer and should be, or is and should not: named by the finding, else the last. */
function bookingAsserts(
  { message, expected, received }: Story['finding'],
  variables: Variables,
  booked: readonly string[],
): readonly string[] {
  const told = `${message} ${expected} ${JSON.stringify(received)}`
  const bookings = variables.filter(({ value }) => booked.includes(value))
  const named = [...bookings, ...variables].filter(({ value }) => told.includes(value))
  const found = named.length > 0 ? named : received === null ? bookings.slice(-1) : []
  const wanted = received === null || /^the (same|booking)\b/.test(expected)
  return found.slice(0, 1).map(({ name }) => `body ${wanted ? '' : 'not '}contains "{{${name}}}"`)
}

/** A value that is no refusal and may be missing altogether, since a refusal has no such place. */
function notInBody(pointer: string, received: Json): string {
  const name = pointerTokens(pointer).at(-1) ?? ''
  if (!/^\w+$/.test(name) || (typeof received === 'object' && received !== null)) return ''
  const value = typeof received === 'string' ? `"${received.replaceAll(/[^\w.-]/g, '.')}"` : String(received)
  return `body not matches /"${name}"\\s*:\\s*${value.replaceAll('.', '\\.')}\\s*[,}]/`
}

/** Of two items of a list, which are bookings of the story, the one that should come first. */
function orderAssert(placed: Placed | undefined, variables: Variables): string | undefined {
  const [, before] = /^Sorted by .{1,80} comes after (-?\d+)/.exec(placed?.message ?? '') ?? []
  const [, list = '', index = '', rest = ''] = /^(.*?)\/(\d+)(\/.*)$/.exec(placed?.pointer ?? '') ?? []
  if (placed === undefined || before === undefined || index === '') return undefined
  const items = readPointer<Json>(placed.json, list)
  if (!Array.isArray(items)) return undefined
  const all: readonly Json[] = items
  const other = all.slice(0, Number(index)).findLast((item) => readPointer<Json>(item, rest) === Number(before))
  const [first, second] = [all[Number(index)], other].map((item) => item !== undefined && nameIn(item, variables)?.name)
  if (!first || !second) return undefined
  return `body matches "{{${first}}}[\\\\s\\\\S]*{{${second}}}"`
}

/** The variable that an item of a list is known by, and where it stands in it. */
function nameIn(item: Json, variables: Variables): { readonly name: string; readonly at: string } | undefined {
  for (const [value, at] of leaves(item)) {
    const known = variables.find((each) => each.value === value)
    if (known !== undefined && /^\/[\w-]+$/.test(at)) return { name: known.name, at: at.slice(1) }
  }
  return undefined
}

/** A place by its names; of a list the item by the id that it has this time, as it may stand elsewhere in it. */
function queryOf(pointer: string, json: Json | undefined, variables: Variables): string {
  const tokens = pointerTokens(pointer)
  const at = tokens.findIndex((token) => /^\d+$/.test(token))
  const item = json === undefined || at === -1 ? undefined : readPointer<Json>(json, toPointer(tokens.slice(0, at + 1)))
  const known = item === undefined ? undefined : nameIn(item, variables)
  if (known === undefined || at === tokens.length - 1) return `jsonpath "${jsonPath(pointer)}"`
  const list = tokens.slice(0, at).map(stepOf).join('')
  const rest = tokens
    .slice(at + 1)
    .map(stepOf)
    .join('')
  return `jsonpath "$${list}[?(@.${known.at}=='{{${known.name}}}')]${rest}" nth 0`
}

interface Earlier {
  readonly n: number
  readonly value: Json
  readonly capture: Omit<Capture, 'value'>
}

/** Where an answer before showed what was expected, which may be another value in the next run. */
function earlier(
  { pointer, expected, message }: Story['finding'],
  steps: readonly Step[],
  shown: Step,
): Earlier | undefined {
  const value = parsed(expected)
  const same = expected.startsWith('the same ')
  if (!same && (value === undefined || (typeof value === 'object' && value !== null))) return undefined
  const tail = (pointer ?? '').replace(/^.*\/\d+(?=\/)/, '')
  const named = exchangesIn(message)
  for (const { exchange } of steps) {
    const { n, response } = exchange
    if (n >= shown.exchange.n || !named.includes(n) || response?.json === undefined) continue
    const found = readPointer<Json>(response.json, tail)
    if (found !== undefined && (same ? typeof found === 'string' : found === value))
      return { n, value: found, capture: { name: 'wanted', pointer: tail } }
  }
  return undefined
}

/** A value that JSON says, or one word such as a state. */
function wordOf(expected: string): Json | undefined {
  const value = parsed(expected)
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  const [, word] =
    /^(?:status )?"?(?!UUID|URL|ISO)([A-Z][A-Z_]{2,40})"?(?: from get, too|, unchanged)?$/.exec(expected) ??
    /^(?:status )?"([^"\\]{1,200})"(?:, case and spaces aside)?$/.exec(expected) ??
    []
  if (word !== undefined) return word
  const [, flag] = /^(true|false) from get, too$/.exec(expected) ?? []
  return flag === undefined ? undefined : flag === 'true'
}

function parsed(text: string): Json | undefined {
  try {
    const json: Json = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

function scalar(value: Json, variables: Variables): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const known = variables.find((each) => each.value === value)
  return known === undefined ? `"${escapedHurl(value).replaceAll('"', '\\"')}"` : `"{{${known.name}}}"`
}

const kinds: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(an )?integer\b/, ['isInteger']],
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

/** What Hurl knows of what was expected in words; else that it is not what was received. */
function predicates(expected: string, received: Json, variables: Variables): readonly string[] {
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
  if (typeof received === 'object') return []
  // A time is another in the next run.
  if (/^\d{4}-\d\d-\d\dT/.test(String(received))) return []
  return [`!= ${scalar(received, variables)}`]
}
