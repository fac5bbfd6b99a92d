import { isDeepStrictEqual } from 'node:util'
import { toPointer } from '../../contract/jsonPointer.js'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'
import { readPointer } from '../../contract/jsonPointer.js'
import { shortestValue, valueFinder } from './valueFinder.js'

/** A value that a later step needs and the target gave. */
export interface Capture {
  /** A variable of a shell, and of Hurl. */
  readonly name: string
  readonly value: string
  /** JSON Pointer into the answer. */
  readonly pointer: string
}

/** One request on the way to a failure. */
export interface Step {
  readonly exchange: Exchange
  /** Of its answer. */
  readonly captures: readonly Capture[]
  /** Seconds to wait before it, where time had to pass and no test clock was moved. */
  readonly waitSeconds: number
  /** It was sent while the step before it was under way. */
  readonly together: boolean
}

/** How a failure came about: the requests that lead there and no others, in their order. */
export interface Story {
  readonly finding: Finding
  readonly steps: readonly Step[]
  /** The step whose answer shows it; none comes after it but what was sent at the same time, and what the finding compares it with. */
  readonly shown: Step
  /** Ids that octospec made up, and that a second run has to make up anew. */
  readonly fresh: readonly Pick<Capture, 'name' | 'value'>[]
}

/** Requests of one story at most. */
const mostSteps = 40
/** Of those, writes before a list. */
const mostWrites = 30
/** Of those, writes to one booking with the same inputs: what came before them they have undone. */
const mostAlike = 2
/** Leaves of one answer that are looked at. */
const mostLeaves = 5000
/** Values that the answers of one story gave. */
const mostGiven = 20_000
/** Waiting longer than this was meant, in milliseconds: after any answer, and after one that says that it is not done yet. */
const [longestIdle, shortestIdle] = [50_000, 100]

/**
 * The story of a finding. A request belongs to it if what it gave is used later on, or if it wrote to a booking that the story is
 * about; so that a person sees what matters and nothing else, and a script can do it again with ids of its own.
 *
 * @param exchanges those of the scenario that found it, and of others that made what it shows, in their order
 * @param clock every request of the run that moved the test clock
 * @param profile as the report has it: what stands in it was not made up by octospec
 * @returns undefined where no exchange shows the finding
 */
export function storyOf(
  finding: Finding,
  exchanges: readonly Exchange[],
  clock: readonly Exchange[],
  profile: Json,
): Story | undefined {
  const last = exchanges.find(({ n }) => n === finding.exchange)
  if (last === undefined) return undefined
  const named = exchangesIn(finding.message)
  const before = exchanges.filter(
    (each) =>
      each.purpose !== 'clock' &&
      (each.n <= last.n ||
        named.includes(each.n) ||
        (overlap(last, each) && (writes(each) || each.purpose === last.purpose))),
  )
  const given = valuesGiven(before)
  const sent = idsSent(before)
  const find = valueFinder([...given.keys(), ...sent.keys()])
  const usedBy = remembering((exchange: Exchange) => new Set(find(textOf(exchange))))
  const together = (one: Exchange, later: Exchange): boolean => {
    if (!overlap(one, later) || !(writes(one) || writes(later))) return false
    const used = usedBy(later)
    return [...usedBy(one)].some((value) => used.has(value))
  }
  const chosen = chosenSteps(finding, last, before, { given, sent, usedBy, together })
  const led = [...chosen, ...clockMoves(chosen, clock)].sort((a, b) => a.n - b.n)
  const names = new Set<string>()
  const captures = new Map<number, Capture[]>()
  const told = new Set(find(`${finding.message} ${finding.expected} ${JSON.stringify(finding.received)}`))
  const usedLast = new Map(led.flatMap((each) => [...usedBy(each)].map((value) => [value, each.n] as const)))
  for (const [value, { n, pointer }] of given) {
    const from = chosen.find((each) => each.n === n)
    const wanted = (usedLast.get(value) ?? 0) > n || (from?.purpose !== 'list' && told.has(value))
    if (from === undefined || !wanted) continue
    captures.set(n, [...(captures.get(n) ?? []), { name: nameFor(pointer, names), value, pointer }])
  }
  const groups: Exchange[][] = []
  for (const exchange of led) {
    const group = groups.at(-1)
    if (group?.every((one) => together(one, exchange)) === true) group.push(exchange)
    else groups.push([exchange])
  }
  const steps = groups.flatMap((group) =>
    group.map((exchange, at): Step => ({
      exchange,
      captures: captures.get(exchange.n) ?? [],
      waitSeconds: waitBefore(exchange, led[led.indexOf(exchange) - 1]),
      together: at > 0,
    })),
  )
  const shown = steps.find(({ exchange }) => exchange === last)
  if (shown === undefined) return undefined
  return {
    finding,
    steps,
    shown,
    fresh: freshIn(led, given, JSON.stringify(profile)).map((value) => ({
      name: nameFor('/fresh', names),
      value,
    })),
  }
}

/** Sent before the other was answered. */
function overlap(one: Exchange, later: Exchange): boolean {
  return later.n > one.n && later.startedAt < one.startedAt + one.durationMs
}

type Given = ReadonlyMap<string, { readonly n: number; readonly pointer: string }>

/** What the target was the first to say, and where. */
function valuesGiven(exchanges: readonly Exchange[]): Given {
  const given = new Map<string, { readonly n: number; readonly pointer: string }>()
  for (const { n, response } of exchanges) {
    if (given.size >= mostGiven) break
    if (response?.json === undefined || response.status >= 300) continue
    for (const [value, pointer] of leaves(response.json)) if (!given.has(value)) given.set(value, { n, pointer })
  }
  const find = valueFinder([...given.keys()])
  for (const exchange of exchanges)
    for (const value of find(textOf(exchange))) if ((given.get(value)?.n ?? 0) >= exchange.n) given.delete(value)
  return given
}

/** Ids of ours, and the request that first told the target of each: where a booking is named by one, that request made it. */
function idsSent(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const sent = new Map<string, number>()
  for (const { n, request, response } of exchanges)
    if (response !== null && response.status < 300)
      for (const value of request.body?.match(uuid) ?? []) if (!sent.has(value)) sent.set(value, n)
  return sent
}

interface Known {
  readonly given: Given
  readonly sent: ReadonlyMap<string, number>
  /** What of both a request says. */
  readonly usedBy: (exchange: Exchange) => ReadonlySet<string>
  /** Two of the same thing at the same time: that is done on purpose only. */
  readonly together: (one: Exchange, later: Exchange) => boolean
}

function chosenSteps(
  finding: Finding,
  last: Exchange,
  before: readonly Exchange[],
  { given, sent, usedBy, together }: Known,
): readonly Exchange[] {
  const byNumber = new Map(before.map((exchange) => [exchange.n, exchange]))
  const earlier = before.filter(({ n }) => n < last.n)
  const own = earlier.filter(({ scenario }) => scenario === last.scenario)
  // What matters most first: it grows while it is gone through, and there is room for so many.
  const chosen = new Set([
    last,
    ...before.filter((each) => together(last, each) || (last.purpose === 'list' && overlap(last, each))),
  ])
  const choose = (n: number | undefined): void => {
    const exchange = n === undefined ? undefined : byNumber.get(n)
    if (exchange !== undefined && chosen.size < mostSteps) chosen.add(exchange)
  }
  const from = (value: string): number | undefined => given.get(value)?.n ?? sent.get(value)
  for (const n of finding.steps ?? []) choose(n)
  for (const n of exchangesIn(finding.message)) choose(n)
  const idle = idleWrites(finding, last, own)
  const wrote = (each: Exchange): boolean => writes(each) && !idle.has(each.n)
  // What the wrong place speaks of: what gave it, and what wrote to it.
  const written = earlier.filter(wrote)
  for (const value of valuesAround(finding, last)) {
    if (from(value) === undefined) continue
    choose(from(value))
    for (const each of written) if (each.bookingId === value) choose(each.n)
  }
  // Whether something is free depends on who took it before, and on what became of that.
  const used = [...usedBy(last)]
  const takers = own.filter((each) => wrote(each) && used.some((value) => usedBy(each).has(value)))
  const taken = new Set(takers.map(({ n }) => n))
  for (const each of takers) choose(each.n)
  for (const each of own)
    if (wrote(each) && each.bookingId !== undefined && taken.has(from(each.bookingId) ?? 0)) choose(each.n)
  // Which bookings a list shows, and where, is by what was written before it; what it says of one is not.
  if (last.purpose === 'list' && (!/\/\d+\//.test(finding.pointer ?? '') || finding.message.startsWith('Sorted by ')))
    for (const { n } of own.filter(wrote).slice(-mostWrites)) choose(n)
  if (last.bookingId === undefined) for (const n of alike(finding, last, own, earlier)) choose(n)
  choose(readBefore(finding, last, own))
  // What is shown wrongly was sent by somebody, of another booking maybe.
  const { received } = finding
  const text = typeof received === 'string' && received.length >= shortestValue ? JSON.stringify(received) : undefined
  if (text !== undefined) choose(earlier.findLast(({ request }) => request.body?.includes(text) === true)?.n)
  for (const exchange of chosen) {
    for (const value of usedBy(exchange)) if ((from(value) ?? exchange.n) < exchange.n) choose(from(value))
    const { bookingId } = exchange
    if (bookingId === undefined) continue
    for (const other of written)
      if (other.n < exchange.n && (other.bookingId === bookingId || textOf(other).includes(bookingId))) choose(other.n)
  }
  return [...chosen].sort((a, b) => a.n - b.n)
}

export function isRefused({ response }: Exchange): boolean {
  return response !== null && response.status >= 400
}

/** The header of an answer that a finding is about. */
export function headerOf({ message, expected }: Finding): string | undefined {
  return expected === 'application/json' ? 'Content-Type' : /\bits ([A-Z][A-Za-z-]{1,60}) header\b/.exec(message)?.[1]
}

/** The exchanges that a finding names, where they are few. */
export function exchangesIn(message: string): readonly number[] {
  return [...message.matchAll(/\bexchanges? (\d{1,9})(?: and (\d{1,9}))?/g)].flatMap(([, one, other]) =>
    [one, other].flatMap((n) => (n === undefined ? [] : [Number(n)])),
  )
}

/**
 * The last request of its kind, and the last with the same inputs, whatever their values: a server that is wrong only the second time,
 * or keeps what it was asked, needs them. So it does the one that sent what is now shown; and where one is named, all since that.
 */
function alike(
  { message, received }: Finding,
  { purpose, input }: Exchange,
  own: readonly Exchange[],
  all: readonly Exchange[],
): readonly (number | undefined)[] {
  const ofKind = (all: readonly Exchange[]): readonly Exchange[] => all.filter((each) => each.purpose === purpose)
  const before = ofKind(own).length > 0 ? ofKind(own) : ofKind(all)
  const since = before.find(({ n }) => exchangesIn(message).includes(n))
  if (since !== undefined) return before.filter(({ n }) => n > since.n).map(({ n }) => n)
  const sent = typeof received === 'string' ? JSON.stringify(received) : undefined
  return [
    before.at(-1)?.n,
    before.findLast((each) => inputNames(each.input) === inputNames(input))?.n,
    before.findLast(({ request }) => sent !== undefined && request.body?.includes(sent) === true)?.n,
  ]
}

function inputNames(input: Exchange['input']): string {
  return Object.keys(input).toSorted().join()
}

/**
 * Writes that leave nothing behind: refused ones, unless that is what is wrong, nothing came after, they came after what is named as it
 * was, or the last request is one of their kind; and of many alike all but the last.
 */
function idleWrites({ message }: Finding, last: Exchange, own: readonly Exchange[]): ReadonlySet<number> {
  const since = Math.min(...exchangesIn(message).filter((n) => own.some((each) => each.n === n && !writes(each))))
  const idle = new Set<number>()
  const later = new Map<string, number>()
  const written = new Set<string>()
  for (const each of own.filter(writes).toReversed()) {
    const { n, bookingId = '', purpose, input } = each
    const kind = `${bookingId} ${purpose} ${inputNames(input)}`
    const count = later.get(kind) ?? 0
    const mayMatter = /refus/.test(message) || n > since || !written.has(bookingId) || purpose === last.purpose
    if ((isRefused(each) && !mayMatter) || (bookingId !== '' && count >= mostAlike)) idle.add(n)
    else {
      later.set(kind, count + 1)
      written.add(bookingId)
    }
  }
  return idle
}

/** The read of the same booking before this one, where it may have been kept: it showed something else, was asked otherwise, or time has passed. */
function readBefore({ pointer }: Finding, last: Exchange, own: readonly Exchange[]): number | undefined {
  const { bookingId, purpose, as, clockMinutes, request } = last
  const before = own.findLast((each) => each.bookingId === bookingId && each.purpose === purpose && each.as === as)
  if (bookingId === undefined || writes(last) || before === undefined) return undefined
  const shown = ({ response }: Exchange): Json | undefined => readPointer<Json>(response?.json ?? null, pointer ?? '')
  const isSince = !own.some((each) => each.n > before.n && writes(each) && each.bookingId === bookingId)
  const kept =
    before.clockMinutes !== clockMinutes ||
    !isDeepStrictEqual([before.request.headers, shown(before)], [request.headers, shown(last)])
  return typeof shown(before) !== typeof shown(last) || (isSince && kept) ? before.n : undefined
}

/** Texts beside and below the place that is wrong: whatever made them is part of the story. */
export function valuesAround({ pointer, message }: Finding, { response }: Exchange): readonly string[] {
  const told = message.match(uuid) ?? []
  if (pointer === null || response?.json === undefined || (pointer === '' && Array.isArray(response.json))) return told
  // Of a list the whole item, else what is beside and below the place.
  const item = /^.*?\/\d+(?=\/|$)/.exec(pointer)?.[0]
  const place = readPointer<Json>(response.json, item ?? pointer)
  const parent = readPointer<Json>(response.json, pointer.slice(0, pointer.lastIndexOf('/')))
  const near = item !== undefined || (typeof place === 'object' && place !== null) ? place : parent
  // A word such as a state is nobody's id.
  return near === undefined ? told : [...told, ...leaves(near).flatMap(([value]) => (/\d/.test(value) ? [value] : []))]
}

/** How the test clock got from one step to the next. */
function clockMoves(chosen: readonly Exchange[], clock: readonly Exchange[]): readonly Exchange[] {
  const last = chosen.at(-1)
  // What another scenario made before stands as it was.
  const first = chosen.find(({ scenario }) => scenario === last?.scenario)
  if (first === undefined || last === undefined) return []
  const moves = clock.filter(({ n, input }) => n > first.n && n < last.n && input['minutes'] !== 0)
  return last.clockMinutes === first.clockMinutes || moves.length > mostSteps ? [] : moves
}

function waitBefore(exchange: Exchange, before: Exchange | undefined): number {
  if (before === undefined || before.clockMinutes !== exchange.clockMinutes) return 0
  const idle = exchange.startedAt - before.startedAt - before.durationMs
  // What was only accepted took its time.
  const meant = before.response?.status === 202 ? shortestIdle : longestIdle
  return idle > meant ? Math.ceil(idle / 1000) : 0
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Ids of ours: a second request with one of them would be answered with what the first one made. */
function freshIn(steps: readonly Exchange[], given: Given, profile: string): readonly string[] {
  const asked = steps.flatMap(({ request }) => `${request.url} ${request.body ?? ''}`.match(uuid) ?? [])
  return [...new Set(asked)].filter((value) => !given.has(value) && !profile.includes(value))
}

export function writes({ request, purpose }: Exchange): boolean {
  return request.method !== 'GET' && purpose !== 'list'
}

/** All of a request that may say a value. */
function textOf({ request }: Exchange): string {
  return `${decoded(request.url)} ${request.body ?? ''}`
}

function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** A value on the way through an answer, and how it was come to. */
interface Place {
  readonly value: Json
  readonly name: string | number
  readonly above: Place | null
}

/** Texts in a value that may be somebody's id, each with its pointer. */
export function leaves(value: Json): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  const open: Place[] = [{ value, name: '', above: null }]
  // It grows while it is gone through.
  for (const here of open) {
    if (found.length >= mostLeaves) break
    const { value: inner } = here
    if (typeof inner === 'string') {
      if (inner.length >= shortestValue && inner.length <= 200 && !date.test(inner))
        found.push([inner, pointerTo(here)])
    } else if (Array.isArray(inner))
      inner.forEach((item: Json, at) => open.push({ value: item, name: at, above: here }))
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, member] of Object.entries(inner)) open.push({ value: member, name, above: here })
  }
  return found
}

function pointerTo(place: Place): string {
  const names: (string | number)[] = []
  for (let here = place; here.above !== null; here = here.above) names.push(here.name)
  return toPointer(names.reverse())
}

const date = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/

/** `uuid1`, `availabilityId1`: the last name of a pointer and a number. */
function nameFor(pointer: string, taken: Set<string>): string {
  const names = pointer.split('/').filter((token) => /^[A-Za-z][A-Za-z0-9]{0,40}$/.test(token))
  const base = names.at(-1) ?? 'value'
  for (let at = 1; ; at += 1) {
    const name = `${base}${at}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
