import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import type { HurlAsserts, Variables } from './hurlAssertsOf.js'
import { heldTo, laterOf } from './hurlHeld.js'
import { bookingAsserts, orderAssert, queryOf, quotedAssert, twiceAsserts } from './hurlLists.js'
import { jsonPath } from './hurlText.js'
import { predicates, scalar } from './hurlWords.js'
import type { Story } from './storyOf.js'

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
  ofManyAnswers,
  quoted,
  inHeader,
  asAWhole,
  anItem,
  memberOf,
  atThePlace,
]

/** The order of a list no single place of an answer shows. */
function inOrder(seen: Seen): HurlAsserts | undefined {
  if (seen.finding.wanted?.before === undefined) return undefined
  const line = orderAssert(seen, seen.variables)
  return { lines: line === undefined ? [] : [line] }
}

function ofManyAnswers({ finding: { wanted } }: Seen): HurlAsserts | undefined {
  return wanted?.ofMany === true ? { lines: [] } : undefined
}

function quoted(seen: Seen): HurlAsserts | undefined {
  const line = quotedAssert(seen, seen.variables)
  return line === undefined ? undefined : { lines: [line] }
}

function inHeader({ finding }: Seen): HurlAsserts | undefined {
  const { header } = finding.wanted ?? {}
  return header && { lines: [`header "${header.name}" contains "${header.contains}"`] }
}

function asAWhole(seen: Seen): HurlAsserts | undefined {
  const { pointer } = seen.finding
  if (pointer !== null && pointer !== '') return undefined
  return { lines: answerAsserts(seen) ?? bookingsIn(seen) }
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
  const { wanted, received } = finding
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
  const value = wanted?.value?.const
  if (value !== undefined) return { lines: [`${query} == ${scalar(value, variables)}`] }
  const all = predicates(wanted?.value ?? {}, received)
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
function answerAsserts({ finding: { wanted }, shown, json }: Seen): readonly string[] | undefined {
  const status = shown.exchange.response?.status ?? 0
  const most = wanted?.value?.maxItems
  switch (wanted?.answer) {
    case 'accepted':
      // Accepted by its status, and with no answer that anything can be read in.
      return status >= 200 && status <= 299
        ? [`jsonpath "${jsonPath(wanted.has ?? '')}" exists`]
        : ['status >= 200', 'status < 300']
    case 'refused':
      return ['status >= 400']
    case 'client-error':
      return ['status >= 400', 'status < 500']
    case 'no-server-error':
      return ['status < 500']
    case undefined:
      return most !== undefined && Array.isArray(json) ? [`jsonpath "$" count <= ${most}`] : undefined
  }
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
function mayRefuse({ finding: { wanted }, shown, steps }: Story): boolean {
  const { purpose, bookingId, request } = shown.exchange
  if (request.method === 'GET') return false
  return (
    wanted?.answer === 'refused' ||
    steps.some(
      (step) =>
        step !== shown &&
        step.exchange.purpose === purpose &&
        step.exchange.bookingId === bookingId &&
        bookingId !== undefined,
    )
  )
}
