import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import type { HurlAsserts, Variables } from './hurlAssertsOf.js'
import { heldTo, laterOf } from './hurlHeld.js'
import { bookingAsserts, orderAssert, placed, queryOf, quotedAssert, twiceAsserts } from './hurlLists.js'
import { jsonPath } from './hurlText.js'
import { predicates, scalar, wordOf } from './hurlWords.js'
import { headerOf, type Story } from './storyOf.js'

/** A story, and what an assertion may name in it. */
interface Seen extends Story {
  /** Ids of ours; and of the answers before, as what the last one gives is not known before it is judged. */
  readonly variables: Variables
  readonly json: Json | undefined
}

/** One way to assert what was expected; undefined: it is not for this finding. */
type Way = (seen: Seen) => HurlAsserts | undefined

/** The assertions that follow from what was expected and received, where Hurl can say it; none where it cannot. */
export function hurlAsserts(story: Story): HurlAsserts {
  const { shown, steps, fresh } = story
  const before = steps.slice(0, steps.indexOf(shown)).flatMap(({ captures }) => captures)
  // Ids of ours are of one booking; one that the target gave may be of something to book.
  const seen: Seen = { ...story, variables: [...fresh, ...before], json: shown.exchange.response?.json }
  for (const way of ways) {
    const found = way(seen)
    if (found !== undefined) return found
  }
  return { lines: [] }
}

/** The first that is for a finding has it. */
const ways: readonly Way[] = [
  inOrder,
  twiceAsserts,
  ofManyPages,
  quoted,
  inHeader,
  asAWhole,
  anItem,
  memberOf,
  atThePlace,
]

function inOrder({ finding: { pointer, message }, json, variables }: Seen): HurlAsserts | undefined {
  const line = orderAssert(placed(pointer, message, json), variables)
  return line === undefined ? undefined : { lines: [line] }
}

/** The order of a list, and what is on none of its pages, no single place of an answer shows. */
function ofManyPages({ finding: { message } }: Seen): HurlAsserts | undefined {
  return /^Sorted by |\bpages?\b.{0,40} exchanges \d+ to \d+/.test(message) ? { lines: [] } : undefined
}

function quoted(seen: Seen): HurlAsserts | undefined {
  const line = quotedAssert(seen, seen.variables)
  return line === undefined ? undefined : { lines: [line] }
}

function inHeader({ finding }: Seen): HurlAsserts | undefined {
  const header = headerOf(finding)
  const [named] = /[\w-]{1,40}\/[\w-]{1,40}/.exec(finding.expected) ?? []
  if (header === undefined || named === undefined) return undefined
  return { lines: [`header "${header}" contains "${named === 'application/json' ? 'json' : named}"`] }
}

function asAWhole(seen: Seen): HurlAsserts | undefined {
  const { pointer, expected, received } = seen.finding
  if (pointer !== null && pointer !== '') return undefined
  return { lines: answerAsserts(expected, received, seen.json) ?? bookingsIn(seen) }
}

function anItem(seen: Seen): HurlAsserts | undefined {
  const lines = /\/\d+$/.test(seen.finding.pointer ?? '') ? bookingsIn(seen) : []
  return lines.length === 0 ? undefined : { lines, alike: seen.shown.exchange.as !== 'reseller' }
}

function bookingsIn({ finding, variables, steps }: Seen): readonly string[] {
  return bookingAsserts(
    finding,
    variables,
    steps.flatMap(({ exchange }) => exchange.bookingId ?? []),
  )
}

/** Of an object that has what was received in one of its members, that; and nothing where it was reckoned, such as a sum. */
function memberOf(seen: Seen): HurlAsserts | undefined {
  const { finding, json } = seen
  const { pointer, received } = finding
  const there = json === undefined ? undefined : readPointer<Json>(json, pointer ?? '')
  const [name, value] =
    (Array.isArray(there)
      ? undefined
      : Object.entries(there ?? {}).find(([, each]) => Array.isArray(received) && each === received[0])) ?? []
  if (name !== undefined && value !== undefined) {
    const place = toPointer([...pointerTokens(pointer ?? ''), name])
    return hurlAsserts({ ...seen, finding: { ...finding, pointer: place, received: value } })
  }
  return there !== undefined && typeof there !== typeof received ? { lines: [] } : undefined
}

function atThePlace(seen: Seen): HurlAsserts {
  const { finding, shown, variables, json } = seen
  const { expected, received } = finding
  const pointer = finding.pointer ?? ''
  const query = queryOf(pointer, json, variables)
  if (mayRefuse(seen)) return { lines: notInBody(pointer, received, variables) }
  const later = laterOf(seen)
  if (later !== undefined)
    return {
      lines: [`${query} == ${typeof received === 'string' ? '"{{shown}}"' : '{{shown}}'}`],
      held: [{ n: shown.exchange.n, capture: { name: 'shown', pointer } }],
      later,
    }
  const held = heldTo(seen)
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
  return { lines: all?.map((each) => `${query} ${each}`) ?? notThere(seen, query) }
}

/** What stands there should not: of one item of many the others may well have that value. */
function notThere({ finding: { pointer, received }, variables }: Seen, query: string): readonly string[] {
  if (isTime(received) || typeof received === 'object') return []
  return /\/\d+\//.test(pointer ?? '')
    ? [`${query} != ${scalar(received, variables)}`]
    : notInBody(pointer ?? '', received, variables)
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
