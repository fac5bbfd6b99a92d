import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import { escapedHurl, jsonPath, stepOf } from './hurlText.js'
import { exchangesIn, headerOf, isRefused, leaves, type Capture, type Step, type Story } from './storyOf.js'

/** What Hurl is to see at the step that shows a failure: so that a server that is wrong in the same way is red there. */
export interface HurlAsserts {
  readonly lines: readonly string[]
  /** They hold of every such answer to the same caller: what should be in none may be in another one next time. */
  readonly alike?: boolean
  /** What the last answer is held to that may be another value next time: captured in the answer to an exchange, which may be the last. */
  readonly held?: readonly Held[]
  /** The exchange after the one that shows it whose answer says what should be so; they are held to each other there. */
  readonly later?: number
}

interface Held {
  readonly n: number
  readonly capture: Omit<Capture, 'value'>
}

type Variables = readonly Pick<Capture, 'name' | 'value'>[]

/** The assertions that follow from what was expected and received, where Hurl can say it; none where it cannot. */
export function hurlAsserts(story: Story): HurlAsserts {
  const { finding, shown, steps, fresh } = story
  const { pointer, expected, received, message } = finding
  // What the last answer gives is not known before it is judged.
  const before = steps.slice(0, steps.indexOf(shown)).flatMap(({ captures }) => captures)
  const variables = [...before, ...fresh]
  const json = shown.exchange.response?.json
  const ordered = orderAssert(placed(pointer, message, json), variables)
  if (ordered !== undefined) return { lines: [ordered] }
  const twice = twiceAsserts(story)
  if (twice !== undefined) return twice
  // The order of a list, and what is on none of its pages, no single place of an answer shows.
  if (/^Sorted by |\bpages?\b.{0,40} exchanges \d+ to \d+/.test(message)) return { lines: [] }
  const quoted = quotedAssert(story, variables)
  if (quoted !== undefined) return { lines: [quoted] }
  const booked = steps.flatMap(({ exchange }) => exchange.bookingId ?? [])
  // Ids of ours are of one booking; one that the target gave may be of something to book.
  const shows = bookingAsserts(finding, [...fresh, ...before], booked)
  const header = headerOf(finding)
  const [named] = /[\w-]{1,40}\/[\w-]{1,40}/.exec(expected) ?? []
  if (header !== undefined && named !== undefined)
    return { lines: [`header "${header}" contains "${named === 'application/json' ? 'json' : named}"`] }
  if (pointer === null || pointer === '') return { lines: answerAsserts(expected, received, json) ?? shows }
  if (/\/\d+$/.test(pointer) && shows.length > 0) return { lines: shows, alike: shown.exchange.as !== 'reseller' }
  const there = json === undefined ? undefined : readPointer<Json>(json, pointer)
  const member = Array.isArray(there)
    ? undefined
    : Object.entries(there ?? {}).find(([, value]) => Array.isArray(received) && value === received[0])
  if (member !== undefined)
    return hurlAsserts({
      ...story,
      finding: { ...finding, pointer: toPointer([...pointerTokens(pointer), member[0]]), received: member[1] },
    })
  // What was reckoned from what stands there, such as a sum, Hurl does not reckon.
  if (there !== undefined && typeof there !== typeof received) return { lines: [] }
  const query = queryOf(pointer, json, variables)
  if (mayRefuse(story)) return { lines: notInBody(pointer, received, variables) }
  const later = laterOf(story)
  if (later !== undefined)
    return {
      lines: [`${query} == ${typeof received === 'string' ? '"{{shown}}"' : '{{shown}}'}`],
      held: [{ n: shown.exchange.n, capture: { name: 'shown', pointer } }],
      later,
    }
  const held = heldTo(story)
  if (held !== undefined) {
    const value = `{{${held.name}}}`
    return {
      lines: [`${query} ${held.predicate} ${held.isText ? `"${value}"` : value}`],
      held: [{ n: held.n, capture: { name: held.name, pointer: held.pointer } }],
    }
  }
  const value = wordOf(expected)
  if (value !== undefined) return { lines: [`${query} == ${scalar(value, variables)}`] }
  const all = predicates(expected, received)
  if (all !== undefined) return { lines: all.map((each) => `${query} ${each}`) }
  // Of one item of many the others may well have that value.
  const lines = /\/\d+\//.test(pointer)
    ? [`${query} != ${scalar(received, variables)}`]
    : notInBody(pointer, received, variables)
  return { lines: isTime(received) || typeof received === 'object' ? [] : lines }
}

/** Whether a right server may refuse what is wrongly answered here, so that the place need not be there: what was wrong with it is in none. */
function mayRefuse({ finding: { expected, message }, shown, steps }: Story): boolean {
  const { purpose, bookingId, request } = shown.exchange
  if (request.method === 'GET') return false
  return (
    expected.startsWith('a refusal, or ') ||
    /hold time that is none| after an update with /.test(message) ||
    steps.some(
      (step) =>
        step !== shown &&
        step.exchange.purpose === purpose &&
        step.exchange.bookingId === bookingId &&
        bookingId !== undefined,
    )
  )
}

/** Items of a page that are on an earlier one, too: which ones they are may differ from run to run. */
function twiceAsserts({ finding: { message, pointer, received }, shown, steps }: Story): HurlAsserts | undefined {
  const [, n] = / stands in exchange (\d{1,9}) already$/.exec(message) ?? []
  const earlier = steps.find(({ exchange }) => exchange.n === Number(n))?.exchange.response?.json
  const json = shown.exchange.response?.json
  const list = pointer?.replace(/\/\d+$/, '') ?? ''
  if (earlier === undefined || json === undefined || Number(n) === shown.exchange.n) return undefined
  const items = readPointer<Json>(earlier, list)
  const [, id] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).find(([value]) => value === received) ?? []
  if (!Array.isArray(items) || id === undefined) return undefined
  const held = items.slice(0, 20).map((_, at) => ({
    n: Number(n),
    capture: { name: `listed${at + 1}`, pointer: `${list}/${at}${id}` },
  }))
  return { lines: held.map(({ capture }) => `body not contains "{{${capture.name}}}"`), held }
}

/** What a refused request said, and nobody else, which an answer shows all the same; or what a refusal quotes. */
function quotedAssert({ finding, shown, steps }: Story, variables: Variables): string | undefined {
  const { expected, pointer, message } = finding
  const json = shown.exchange.response?.json
  const others = steps.filter((step) => step !== shown)
  const sent = (step: Step, text: string): boolean => (step.exchange.request.body ?? '').includes(text)
  if (json === undefined) return undefined
  const [, field] = /quotes the (\w{1,40})/.exec(message) ?? []
  if (field !== undefined) {
    const answered = JSON.stringify(json)
    const texts = others.flatMap(({ exchange }) => leaves(parsed(exchange.request.body ?? '') ?? null))
    const [text] = texts.find(([value, at]) => at.endsWith(`/${field}`) && answered.includes(value)) ?? []
    return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
  }
  if (expected !== 'no booking' || !/\/\d+$/.test(pointer ?? '')) return undefined
  const [text] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).flatMap(([value]) =>
    others.some((step) => isRefused(step.exchange) && sent(step, value)) &&
    !others.some((step) => !isRefused(step.exchange) && sent(step, value))
      ? [value]
      : [],
  )
  return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
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
  const got = typeof received === 'string' ? received : ''
  const [, status] = /^HTTP (\d{3})/.exec(got) ?? []
  // Accepted by its status, and with no answer that anything can be read in.
  if (/^(2xx|to be accepted)/.test(expected))
    return status?.startsWith('2') === true
      ? [`jsonpath "${jsonPath(/: nothing at (\/[^\s,]{1,100})/.exec(got)?.[1] ?? '')}" exists`]
      : ['status >= 200', 'status < 300']
  if (/\b4xx\b/.test(expected)) return ['status >= 400', 'status < 500']
  if (/^(a|one) refusal(?!,)/.test(expected)) return ['status >= 400']
  if (expected === 'an empty list' && Array.isArray(json)) return ['jsonpath "$" isEmpty']
  const [, most] = /^at most (\d{1,6}) bookings$/.exec(expected) ?? []
  if (most !== undefined && Array.isArray(json)) return [`jsonpath "$" count <= ${most}`]
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

/** A value that should not be at a place which a right answer need not have. */
function notInBody(pointer: string, received: Json, variables: Variables): readonly string[] {
  const name = pointerTokens(pointer).at(-1) ?? ''
  // A time is another in the next run.
  if (!/^\w+$/.test(name) || (typeof received === 'object' && received !== null) || isTime(received)) return []
  const known = variables.find((each) => each.value === received)
  const value =
    known !== undefined
      ? `\\"{{${known.name}}}\\"`
      : typeof received === 'string'
        ? `\\"${JSON.stringify(received)
            .slice(1, -1)
            .replaceAll(/[^\w-]/gu, '.')}\\"`
        : JSON.stringify(received).replaceAll('.', '\\\\.')
  return [`body not matches "\\"${name}\\"\\\\s*:\\\\s*${value}\\\\s*[,}]"`]
}

function isTime(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
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
  return `jsonpath "$${list}[?(@['${known.at}']=='{{${known.name}}}')]${rest}"`
}

interface HeldTo {
  readonly n: number
  readonly name: string
  readonly pointer: string
  readonly predicate: string
  readonly isText: boolean
}

/** Where an answer before, or a place beside the wrong one, showed what it is held to, which may be another value in the next run. */
function heldTo({ finding: { pointer, expected, received, message }, steps, shown }: Story): HeldTo | undefined {
  const at = pointer ?? ''
  const same = expected.startsWith('the same ')
  const [, bound, limit] =
    /^(at least|at most|not less than|not more than|not before) (\S{1,40}?)(?:,.*)?$/.exec(expected) ?? []
  const value = limit === undefined ? wordOf(expected) : (parsed(limit) ?? limit)
  const found = (n: number, where: string, predicate: string, said: Json): HeldTo => ({
    n,
    name: 'wanted',
    pointer: where,
    predicate,
    isText: typeof said === 'string',
  })
  if (bound !== undefined && value !== undefined) {
    const beside = siblings(at, shown).find(([, said]) => said === value)
    if (beside === undefined) return undefined
    return found(shown.exchange.n, beside[0], /least|less|before/.test(bound) ? '>=' : '<=', beside[1])
  }
  const tail = at.replace(/^.*\/\d+(?=\/)/, '')
  const named = exchangesIn(message)
  for (const { exchange } of steps) {
    const { n, response } = exchange
    if (n >= shown.exchange.n || !named.includes(n) || response?.json === undefined) continue
    for (const where of new Set([at, tail])) {
      const said = readPointer<Json>(response.json, where)
      if (said === undefined || (typeof said === 'object' && said !== null)) continue
      if (same ? typeof said === 'string' : said === value) return found(n, where, '==', said)
      // Two that should differ.
      if (said === received && wordOf(expected) === undefined && !same) return found(n, where, '!=', said)
    }
  }
  return undefined
}

/** The exchange that was sent later and answered at the same place what should be so. */
function laterOf({ finding: { pointer, expected, message }, shown, steps }: Story): number | undefined {
  const value = wordOf(expected)
  const named = exchangesIn(message)
  return steps.find(
    ({ exchange: { n, response } }) =>
      n > shown.exchange.n &&
      named.includes(n) &&
      value !== undefined &&
      readPointer<Json>(response?.json ?? null, pointer ?? '') === value,
  )?.exchange.n
}

/** What stands beside a place of an answer. */
function siblings(pointer: string, { exchange }: Step): readonly (readonly [string, Json])[] {
  const around = pointer.slice(0, pointer.lastIndexOf('/'))
  const parent = readPointer<Json>(exchange.response?.json ?? null, around)
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return []
  return Object.entries(parent).flatMap(([name, value]) => {
    const place = toPointer([...pointerTokens(around), name])
    return place === pointer || typeof value === 'object' ? [] : [[place, value] as const]
  })
}

/** A value that JSON says, or one word such as a state. */
function wordOf(expected: string): Json | undefined {
  const value = parsed(expected)
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  const [, word] =
    /^(?:status )?"?(?!UUID|URL|ISO)([A-Z][A-Z_]{2,40})"?(?: from get, too|, as get answered|, unchanged(?:: \S{1,100})?)?$/.exec(expected) ??
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
function predicates(expected: string, received: Json): readonly string[] | undefined {
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
