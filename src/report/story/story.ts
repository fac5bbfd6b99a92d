import { setImmediate } from 'node:timers/promises'
import type { Exchange } from '../../wire/exchange.js'
import type { Contract } from '../../contract/contract.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
import type { Json } from '../../profile/profile.js'
import type { Defect } from '../defects.js'
import {
  chosenSteps,
  dataOf,
  type Given,
  leaves,
  type Lists,
  mostSteps,
  overlap,
  textOf,
  uuid,
  valueFinder,
  valuesAround,
  writes,
} from './steps.js'
import type { Finding } from '../../suite/finding.js'

/** What is kept of the evidence at most, whatever a target answered: exchanges, and characters of their answers. */
const mostKept = 4000
const longestKept = 20_000_000
/** Texts of answers to writes, and who had them first. */
const mostMade = 50_000
/** Defects with a story. */
const mostStories = 60

/** The story of each defect by its number, where an exchange shows it. Reads the evidence twice. */
export async function storiesOf(
  defects: readonly Defect[],
  { profile }: Pick<Report, 'profile'>,
  { operations }: Pick<Contract, 'operations'>,
  evidence: () => AsyncIterable<EvidenceLine>,
): Promise<ReadonlyMap<number, Story>> {
  const lists: Lists = new Set(operations.flatMap((each) => (each.lists ? [each.id] : [])))
  const told = defects.slice(0, mostStories).flatMap(({ number, checks }) => {
    const found = checks.flatMap(({ findings }) => findings).find(({ exchange }) => exchange !== null)
    return found === undefined ? [] : [{ number, finding: found }]
  })
  const wanted = new Map(told.map(({ finding }) => [finding.exchange, finding]))
  if (wanted.size === 0) return new Map()
  const scenariosOf = await involved(wanted, lists, evidence())
  const byScenario = new Map<string, Exchange[]>([...scenariosOf.values()].flat().map((scenario) => [scenario, []]))
  const clock: Exchange[] = []
  let [kept, size] = [0, 0]
  for await (const line of evidence()) {
    if (line.type !== 'exchange') continue
    const { exchange } = line
    if (exchange.purpose === 'clock' && clock.length < mostKept) clock.push(exchange)
    const own = byScenario.get(exchange.scenario)
    if (own === undefined || (!wanted.has(exchange.n) && (kept >= mostKept || size >= longestKept))) continue
    kept += 1
    size += JSON.stringify(exchange.response).length
    own.push(exchange)
  }
  const stories = new Map<number, Story>()
  for (const { number, finding } of told) {
    const own = (scenariosOf.get(finding.exchange) ?? []).flatMap((scenario) => byScenario.get(scenario) ?? [])
    const inOrder = own.toSorted((a, b) => a.n - b.n)
    const story = storyOf(finding, inOrder, clock, { profile, lists })
    if (story !== undefined) stories.set(number, story)
    // Answers can be large, and Ctrl-C is heard between two stories.
    await setImmediate()
  }
  return stories
}

/** The scenarios of each finding: its own, and those that gave it its values, wrote what it shows or asked the same. */
async function involved(
  wanted: ReadonlyMap<number | null, Finding>,
  lists: Lists,
  evidence: AsyncIterable<EvidenceLine>,
): Promise<ReadonlyMap<number | null, readonly string[]>> {
  const found = new Map<number | null, readonly string[]>()
  const makers = new Map<string, string>()
  const askers = new Map<string, string>()
  const given = new Map<string, Set<string>>()
  for await (const line of evidence) {
    if (line.type !== 'exchange') continue
    const { exchange } = line
    const { n, scenario, purpose, response } = exchange
    const from = given.get(scenario) ?? new Set([scenario])
    given.set(scenario, from)
    for (const value of Object.values(exchange.input))
      if (typeof value === 'string') from.add(makers.get(value) ?? scenario)
    const finding = wanted.get(n)
    if (finding !== undefined)
      found.set(n, [
        ...new Set([
          ...from,
          ...valuesAround(finding, exchange).flatMap((value) => makers.get(value) ?? []),
          ...(exchange.bookingId === undefined ? [askers.get(purpose) ?? scenario] : []),
        ]),
      ])
    askers.set(purpose, scenario)
    if (writes(exchange, lists) && response?.json !== undefined && makers.size < mostMade)
      for (const [value] of leaves(response.json)) if (!makers.has(value)) makers.set(value, scenario)
  }
  return found
}

/** Values that the answers of one story gave. */
const mostGiven = 20_000
/** A longer wait was on purpose, in milliseconds: after any answer, and after one that says it is not done yet. */
const [longestIdle, shortestIdle] = [50_000, 100]

export interface Capture {
  readonly name: string
  readonly value: string
  /** JSON Pointer into the answer. */
  readonly pointer: string
}

export interface Step {
  readonly exchange: Exchange
  readonly captures: readonly Capture[]
  /** Seconds to wait before it, where time had to pass and no test clock was moved. */
  readonly waitSeconds: number
  readonly together: boolean
  readonly isList: boolean
}

/** How a failure came about: the requests that lead there and no others, in their order. */
export interface Story {
  readonly finding: Finding
  readonly steps: readonly Step[]
  /** The step whose answer shows it. After it come only requests sent at the same time or compared by the finding. */
  readonly shown: Step
  /** Ids that octospec made up, and that a second run has to make up anew. */
  readonly fresh: readonly Pick<Capture, 'name' | 'value'>[]
}

/**
 * The story of a finding. A request belongs to it if its values are used later on, or if it wrote to a booking of the
 * story. So a person sees only what matters, and a script can do it again with ids of its own.
 * @param exchanges those of the scenario that found it, and of others that made what it shows, in their order
 * @param clock every request of the run that moved the test clock
 * @param run its profile as the report has it: what stands in it was not made up by octospec
 * @returns undefined where no exchange shows the finding
 */
export function storyOf(
  finding: Finding,
  exchanges: readonly Exchange[],
  clock: readonly Exchange[],
  { profile, lists }: { readonly profile: Json; readonly lists: Lists },
): Story | undefined {
  const last = exchanges.find(({ n }) => n === finding.exchange)
  if (last === undefined) return undefined
  const { about = [] } = finding
  const before = exchanges.filter(
    (each) =>
      each.purpose !== 'clock' &&
      (each.n <= last.n ||
        about.includes(each.n) ||
        (overlap(last, each) && (writes(each, lists) || each.purpose === last.purpose))),
  )
  const given = valuesGiven(before)
  const sent = idsSent(before)
  const find = valueFinder([...given.keys(), ...sent.keys()])
  const usedBy = remembering((exchange: Exchange) => new Set(find(textOf(exchange))))
  const together = (one: Exchange, later: Exchange): boolean => {
    if (!overlap(one, later) || !(writes(one, lists) || writes(later, lists))) return false
    const used = usedBy(later)
    return [...usedBy(one)].some((value) => used.has(value))
  }
  const chosen = chosenSteps(finding, last, before, { given, sent, usedBy, together, lists })
  const led = [...chosen, ...clockMoves(chosen, clock)].sort((a, b) => a.n - b.n)
  const names = new Set<string>()
  const captures = new Map<number, Capture[]>()
  const told = new Set(find(dataOf(finding)))
  const usedLast = new Map(led.flatMap((each) => [...usedBy(each)].map((value) => [value, each.n] as const)))
  for (const [value, { n, pointer }] of given) {
    const from = chosen.find((each) => each.n === n)
    const wanted = (usedLast.get(value) ?? 0) > n || (!lists.has(from?.purpose ?? '') && told.has(value))
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
      isList: lists.has(exchange.purpose),
    })),
  )
  const shown = steps.find(({ exchange }) => exchange === last)
  if (shown === undefined) return undefined
  return {
    finding,
    steps,
    shown,
    fresh: freshIn(led, given, JSON.stringify(profile)).map((value) => ({ name: nameFor('/fresh', names), value })),
  }
}

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

function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** Ids of ours, and the first request that told the target each: it made the booking that such an id names. */
function idsSent(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const sent = new Map<string, number>()
  for (const { n, request, response } of exchanges)
    if (response !== null && response.status < 300)
      for (const value of request.body?.match(uuid) ?? []) if (!sent.has(value)) sent.set(value, n)
  return sent
}

function clockMoves(chosen: readonly Exchange[], clock: readonly Exchange[]): readonly Exchange[] {
  const last = chosen.at(-1)
  // Bookings that another scenario made before are as they were.
  const first = chosen.find(({ scenario }) => scenario === last?.scenario)
  if (first === undefined || last === undefined) return []
  const moves = clock.filter(({ n, input }) => n > first.n && n < last.n && input['minutes'] !== 0)
  return last.clockMinutes === first.clockMinutes || moves.length > mostSteps ? [] : moves
}

function waitBefore(exchange: Exchange, before: Exchange | undefined): number {
  if (before === undefined || before.clockMinutes !== exchange.clockMinutes) return 0
  const idle = exchange.startedAt - before.startedAt - before.durationMs
  // A request that was only accepted took its time.
  const meant = before.response?.status === 202 ? shortestIdle : longestIdle
  return idle > meant ? Math.ceil(idle / 1000) : 0
}

/** Ids of ours: a second request with one of them would be answered with what the first one made. */
function freshIn(steps: readonly Exchange[], given: Given, profile: string): readonly string[] {
  const asked = steps.flatMap(({ request }) => `${request.url} ${request.body ?? ''}`.match(uuid) ?? [])
  return [...new Set(asked)].filter((value) => !given.has(value) && !profile.includes(value))
}

/** `uuid1`: the last name of a pointer and a number. */
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
