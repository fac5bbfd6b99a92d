import { toPointer } from '../../contract/jsonPointer.js'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'
import { readPointer } from '../../contract/jsonPointer.js'

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
}

/** How a failure came about: the requests that lead there and no others, in their order; the last one shows it. */
export interface Story {
  readonly finding: Finding
  readonly steps: readonly Step[]
  /** Ids that octospec made up, and that a second run has to make up anew. */
  readonly fresh: readonly Pick<Capture, 'name' | 'value'>[]
}

/** Requests of one story at most. */
const mostSteps = 40
/** Of those, writes before a list. */
const mostWrites = 30
/** Shorter texts are in many answers by chance. */
const shortestValue = 8
/** Leaves of one answer that are looked at. */
const mostLeaves = 5000
/** Waiting longer than this was meant, in milliseconds. */
const longestIdle = 50_000

/**
 * The story of a finding. A request belongs to it if what it gave is used later on, or if it wrote to a booking that the story is
 * about; so that a person sees what matters and nothing else, and a script can do it again with ids of its own.
 *
 * @param scenario the exchanges of the scenario that found it, in their order
 * @param clock every request of the run that moved the test clock
 * @param profile as the report has it: what stands in it was not made up by octospec
 * @returns undefined where no exchange shows the finding
 */
export function storyOf(
  finding: Finding,
  scenario: readonly Exchange[],
  clock: readonly Exchange[],
  profile: Json,
): Story | undefined {
  const last = scenario.find(({ n }) => n === finding.exchange)
  if (last === undefined) return undefined
  const before = scenario.filter(({ n, purpose }) => n <= last.n && purpose !== 'clock')
  const given = valuesGiven(before)
  const chosen = chosenSteps(finding, last, before, given)
  const steps = [...chosen, ...clockMoves(chosen, clock)].sort((a, b) => a.n - b.n)
  const names = new Set<string>()
  const captures = new Map<number, Capture[]>()
  for (const [value, { n, pointer }] of given) {
    if (!chosen.some((each) => each.n === n) || !steps.some((step) => step.n > n && uses(step, value))) continue
    captures.set(n, [...(captures.get(n) ?? []), { name: nameFor(pointer, names), value, pointer }])
  }
  return {
    finding,
    steps: steps.map((exchange, at) => ({
      exchange,
      captures: captures.get(exchange.n) ?? [],
      waitSeconds: waitBefore(exchange, steps[at - 1]),
    })),
    fresh: freshIn(steps, given, JSON.stringify(profile)).map((value) => ({
      name: nameFor('/fresh', names),
      value,
    })),
  }
}

type Given = ReadonlyMap<string, { readonly n: number; readonly pointer: string }>

/** What the target was the first to say, and where. */
function valuesGiven(exchanges: readonly Exchange[]): Given {
  const given = new Map<string, { readonly n: number; readonly pointer: string }>()
  let asked = ''
  for (const { n, request, response } of exchanges) {
    asked += `${decoded(request.url)} ${request.body ?? ''}\n`
    if (response?.json === undefined || response.status >= 300) continue
    for (const [value, pointer] of leaves(response.json))
      if (!given.has(value) && !asked.includes(value)) given.set(value, { n, pointer })
  }
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

function chosenSteps(finding: Finding, last: Exchange, before: readonly Exchange[], given: Given): readonly Exchange[] {
  const byNumber = new Map(before.map((exchange) => [exchange.n, exchange]))
  const sent = idsSent(before)
  const chosen = new Map<number, Exchange>()
  const open: Exchange[] = [last, ...(finding.steps ?? []).flatMap((n) => byNumber.get(n) ?? [])]
  const choose = (n: number): void => {
    const exchange = byNumber.get(n)
    if (exchange !== undefined && !chosen.has(n)) open.push(exchange)
  }
  // What the wrong place speaks of came from somewhere too.
  for (const value of valuesAround(finding, last)) {
    const from = given.get(value)?.n ?? sent.get(value)
    if (from !== undefined && from < last.n) choose(from)
  }
  // What a list shows, or lacks, is what was written before it.
  if (last.purpose === 'list') for (const { n } of before.filter(writes).slice(-mostWrites)) choose(n)
  for (let next = open.pop(); next !== undefined && chosen.size < mostSteps; next = open.pop()) {
    const exchange = next
    chosen.set(exchange.n, exchange)
    for (const [value, { n }] of given) if (n < exchange.n && uses(exchange, value)) choose(n)
    for (const [value, n] of sent) if (n < exchange.n && uses(exchange, value)) choose(n)
    const { bookingId } = exchange
    if (bookingId === undefined) continue
    for (const other of before)
      if (other.n < exchange.n && writes(other) && (other.bookingId === bookingId || uses(other, bookingId)))
        choose(other.n)
  }
  return [...chosen.values()].sort((a, b) => a.n - b.n)
}

/** Texts beside and below the place that is wrong. */
function valuesAround({ pointer }: Finding, { response }: Exchange): readonly string[] {
  if (pointer === null || pointer === '' || response?.json === undefined) return []
  const place = readPointer<Json>(response.json, pointer)
  const parent = readPointer<Json>(response.json, pointer.slice(0, pointer.lastIndexOf('/')))
  const near = typeof place === 'object' && place !== null ? place : Array.isArray(parent) ? place : parent
  return near === undefined ? [] : leaves(near).map(([value]) => value)
}

/** How the test clock got from one step to the next. */
function clockMoves(chosen: readonly Exchange[], clock: readonly Exchange[]): readonly Exchange[] {
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (first === undefined || last === undefined) return []
  const moves = clock.filter(({ n, input }) => n > first.n && n < last.n && input['minutes'] !== 0)
  return last.clockMinutes === first.clockMinutes || moves.length > mostSteps ? [] : moves
}

function waitBefore(exchange: Exchange, before: Exchange | undefined): number {
  if (before === undefined || before.clockMinutes !== exchange.clockMinutes) return 0
  const idle = exchange.startedAt - before.startedAt - before.durationMs
  return idle > longestIdle ? Math.round(idle / 1000) : 0
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Ids of ours: a second request with one of them would be answered with what the first one made. */
function freshIn(steps: readonly Exchange[], given: Given, profile: string): readonly string[] {
  const asked = steps.flatMap(({ request }) => `${request.url} ${request.body ?? ''}`.match(uuid) ?? [])
  return [...new Set(asked)].filter((value) => !given.has(value) && !profile.includes(value))
}

function writes({ request, purpose }: Exchange): boolean {
  return request.method !== 'GET' && purpose !== 'list'
}

function uses({ request }: Exchange, value: string): boolean {
  return decoded(request.url).includes(value) || (request.body ?? '').includes(value)
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Texts in a value that may be somebody's id, each with its pointer. */
function leaves(value: Json): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  const open: [Json, readonly (string | number)[]][] = [[value, []]]
  for (let next = open.shift(); next !== undefined && found.length < mostLeaves; next = open.shift()) {
    const [here, path] = next
    if (typeof here === 'string') {
      if (here.length >= shortestValue && here.length <= 200 && !date.test(here)) found.push([here, toPointer(path)])
    } else if (Array.isArray(here)) here.forEach((item: Json, at) => open.push([item, [...path, at]]))
    else if (typeof here === 'object' && here !== null)
      for (const [key, member] of Object.entries(here)) open.push([member, [...path, key]])
  }
  return found
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
