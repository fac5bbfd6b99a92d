import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../wire/exchange.js'
import { readPointer, toPointer } from '../../contract/json.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'

/** Requests of one story at most. */
export const mostSteps = 40
/** Of those, writes before a list. */
const mostWrites = 30
/** Of those, writes to one booking with the same inputs: what came before them they have undone. */
const mostAlike = 2

export interface Known {
  readonly given: Given
  readonly lists: Lists
  readonly sent: ReadonlyMap<string, number>
  readonly usedBy: (exchange: Exchange) => ReadonlySet<string>
  /** Two of the same thing at the same time: that is done on purpose only. */
  readonly together: (one: Exchange, later: Exchange) => boolean
}

interface Search {
  readonly finding: Finding
  readonly last: Exchange
  readonly earlier: readonly Exchange[]
  readonly own: readonly Exchange[]
  readonly wrote: (exchange: Exchange) => boolean
  readonly from: (value: string) => number | undefined
  readonly usedBy: Known['usedBy']
  readonly lists: Lists
}

type Numbers = readonly (number | undefined)[]

/** The requests that lead to a finding and no others, in their order. */
export function chosenSteps(
  finding: Finding,
  last: Exchange,
  before: readonly Exchange[],
  { given, sent, usedBy, together, lists }: Known,
): readonly Exchange[] {
  const byNumber = new Map(before.map((exchange) => [exchange.n, exchange]))
  const earlier = before.filter(({ n }) => n < last.n)
  const own = earlier.filter(({ scenario }) => scenario === last.scenario)
  const idle = idleWrites(finding, last, own, lists)
  const wrote = (each: Exchange): boolean => writes(each, lists) && !idle.has(each.n)
  const from = (value: string): number | undefined => given.get(value)?.n ?? sent.get(value)
  const search: Search = { finding, last, earlier, own, wrote, from, usedBy, lists }
  // The most important first: the list grows while it is gone through, and there is room for so many.
  const chosen = new Set([
    last,
    ...before.filter((each) => together(last, each) || (lists.has(last.purpose) && overlap(last, each))),
  ])
  const choose = (n: number | undefined): void => {
    const exchange = n === undefined ? undefined : byNumber.get(n)
    if (exchange !== undefined && chosen.size < mostSteps) chosen.add(exchange)
  }
  for (const find of [named, aroundThePlace, takers, listed, alike, readBefore, sentByAnother])
    for (const n of find(search)) choose(n)
  for (const exchange of chosen) for (const n of needed(exchange, search)) choose(n)
  return [...chosen].sort((a, b) => a.n - b.n)
}

function named({ finding: { steps = [], about = [] } }: Search): Numbers {
  return [...steps, ...about]
}

function aroundThePlace({ finding, last, earlier, wrote, from }: Search): Numbers {
  return valuesAround(finding, last).flatMap((value) =>
    from(value) === undefined
      ? []
      : [from(value), ...earlier.filter((each) => wrote(each) && each.bookingId === value).map(({ n }) => n)],
  )
}

function takers({ last, own, wrote, from, usedBy }: Search): Numbers {
  const used = [...usedBy(last)]
  const took = own.filter((each) => wrote(each) && used.some((value) => usedBy(each).has(value)))
  const taken = new Set(took.map(({ n }) => n))
  const after = own.filter(
    (each) => wrote(each) && each.bookingId !== undefined && taken.has(from(each.bookingId) ?? 0),
  )
  return [...took, ...after].map(({ n }) => n)
}

function listed({ finding: { pointer, wanted }, last, own, wrote, lists }: Search): Numbers {
  const isOfOrder = wanted?.before !== undefined || wanted?.ofMany === true
  if (!lists.has(last.purpose) || (/\/\d+\//.test(pointer ?? '') && !isOfOrder)) return []
  return own
    .filter(wrote)
    .slice(-mostWrites)
    .map(({ n }) => n)
}

function sentByAnother({ finding: { received }, earlier }: Search): Numbers {
  if (typeof received !== 'string' || received.length < shortestValue) return []
  const text = JSON.stringify(received)
  return [earlier.findLast(({ request }) => request.body?.includes(text) === true)?.n]
}

function needed(exchange: Exchange, { earlier, wrote, from, usedBy }: Search): Numbers {
  const { n: own, bookingId } = exchange
  const gave = [...usedBy(exchange)].map(from).filter((n) => n !== undefined && n < own)
  const wroteBefore = earlier.filter(
    (other) =>
      bookingId !== undefined &&
      other.n < own &&
      wrote(other) &&
      (other.bookingId === bookingId || textOf(other).includes(bookingId)),
  )
  return [...gave, ...wroteBefore.map(({ n }) => n)]
}

/** The last requests of the same kind: a server that is wrong only the second time needs them. */
function alike({ finding, last, own, earlier }: Search): Numbers {
  const { about = [], received } = finding
  const { purpose, input, bookingId } = last
  if (bookingId !== undefined) return []
  const ofKind = (all: readonly Exchange[]): readonly Exchange[] => all.filter((each) => each.purpose === purpose)
  const before = ofKind(own).length > 0 ? ofKind(own) : ofKind(earlier)
  const since = before.find(({ n }) => about.includes(n))
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

/** Writes that leave nothing behind: refused ones, and of many alike all but the last. */
function idleWrites(
  { about = [], wanted }: Finding,
  last: Exchange,
  own: readonly Exchange[],
  lists: Lists,
): ReadonlySet<number> {
  const since = Math.min(...about.filter((n) => own.some((each) => each.n === n && !writes(each, lists))))
  const isLeft = wanted?.value?.not !== undefined && lists.has(last.purpose)
  const idle = new Set<number>()
  const later = new Map<string, number>()
  const written = new Set<string>()
  for (const each of own.filter((each) => writes(each, lists)).toReversed()) {
    const { n, bookingId = '', purpose, input } = each
    const kind = `${bookingId} ${purpose} ${inputNames(input)}`
    const count = later.get(kind) ?? 0
    const mayMatter = isLeft || n > since || !written.has(bookingId) || purpose === last.purpose
    if ((isRefused(each) && !mayMatter) || (bookingId !== '' && count >= mostAlike)) idle.add(n)
    else {
      later.set(kind, count + 1)
      written.add(bookingId)
    }
  }
  return idle
}

/** The booking's read before this one, if it may matter: it showed or asked something else, or time has passed. */
function readBefore({ finding: { pointer }, last, own, lists }: Search): Numbers {
  const { bookingId, purpose, as, clockMinutes, request } = last
  const before = own.findLast((each) => each.bookingId === bookingId && each.purpose === purpose && each.as === as)
  if (bookingId === undefined || writes(last, lists) || before === undefined) return []
  const shown = ({ response }: Exchange): Json | undefined => readPointer<Json>(response?.json ?? null, pointer ?? '')
  const isSince = !own.some((each) => each.n > before.n && writes(each, lists) && each.bookingId === bookingId)
  const kept =
    before.clockMinutes !== clockMinutes ||
    !isDeepStrictEqual([before.request.headers, shown(before)], [request.headers, shown(last)])
  return typeof shown(before) !== typeof shown(last) || (isSince && kept) ? [before.n] : []
}

/** Leaves of one answer that are looked at. */
const mostLeaves = 5000

export function overlap(one: Exchange, later: Exchange): boolean {
  return later.n > one.n && later.startedAt < one.startedAt + one.durationMs
}

export function isRefused({ response }: Exchange): boolean {
  return response !== null && response.status >= 400
}

/** Texts beside and below the place that is wrong: whatever made them is part of the story. */
export function valuesAround(finding: Finding, { response }: Exchange): readonly string[] {
  const { pointer } = finding
  const told = dataOf(finding).match(uuid) ?? []
  if (pointer === null || response?.json === undefined || (pointer === '' && Array.isArray(response.json))) return told
  // In a list the whole item, else all beside and below the place.
  const item = /^.*?\/\d+(?=\/|$)/.exec(pointer)?.[0]
  const place = readPointer<Json>(response.json, item ?? pointer)
  const parent = readPointer<Json>(response.json, pointer.slice(0, pointer.lastIndexOf('/')))
  const near = item !== undefined || (typeof place === 'object' && place !== null) ? place : parent
  // A word such as a state is nobody's id.
  return near === undefined ? told : [...told, ...leaves(near).flatMap(([value]) => (/\d/.test(value) ? [value] : []))]
}

/** The values of a finding, in which ids may be looked for. */
export function dataOf({ received, wanted }: Finding): string {
  return JSON.stringify([received, wanted])
}

/** Wherever they stand in a text. */
export const uuid: RegExp = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

export type Lists = ReadonlySet<string>

export function writes({ request, purpose }: Exchange, lists: Lists): boolean {
  return request.method !== 'GET' && !lists.has(purpose)
}

export function textOf({ request }: Exchange): string {
  return `${decoded(request.url)} ${request.body ?? ''}`
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

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

export type Given = ReadonlyMap<string, { readonly n: number; readonly pointer: string }>

/** Shorter texts are in many answers by chance. */
export const shortestValue = 8

/** Finds which of many values stand in a text, in time that grows with the text alone. */
export function valueFinder(values: readonly string[]): (text: string) => readonly string[] {
  const places = new Map(values.map((value, at) => [value, at] as const))
  const lengths = new Map<string, Set<number>>()
  for (const value of values) {
    const beginning = value.slice(0, shortestValue)
    const ofThese = lengths.get(beginning) ?? new Set()
    lengths.set(beginning, ofThese.add(value.length))
  }
  return (text) => {
    const found = new Map<number, string>()
    for (let from = 0; from + shortestValue <= text.length; from += 1)
      for (const length of lengths.get(text.slice(from, from + shortestValue)) ?? []) {
        const value = text.slice(from, from + length)
        const at = places.get(value)
        if (at !== undefined) found.set(at, value)
      }
    return [...found].sort(([a], [b]) => a - b).map(([, value]) => value)
  }
}
