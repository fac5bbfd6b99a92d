import { isDeepStrictEqual } from 'node:util'
import { readPointer } from '../../contract/jsonPointer.js'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'
import { isRefused, overlap, textOf, valuesAround, writes, shortestValue, type Given, type Lists } from './readings.js'

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
  // What matters most first: it grows while it is gone through, and there is room for so many.
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

/** The read of the same booking before this one, where it may have been kept: it showed something else, was asked otherwise, or time has passed. */
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
