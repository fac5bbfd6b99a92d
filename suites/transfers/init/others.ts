import { currencyPrecision, instantOf, placesIn, type Json } from '../vocabulary/index.js'
import { askFor } from './ask.js'
import { availabilitiesIn, isRoom } from './availabilitiesIn.js'
import type { Learning, Listed } from './learning.js'
import { nameAt, plainName } from './lexicon.js'
import { cutOffIn } from './products.js'

/** So many other things are looked at. */
const mostLooked = 8
/** Minutes ahead of which the end of a window can be seen: with a test clock, and without one. */
const [farthest, farthestWaited] = [90 * 24 * 60, 200]

/** What an availability check tells of one thing. */
interface Offered extends Listed {
  /** Number of the request. */
  readonly n: number
  readonly all: readonly Json[]
  readonly free: readonly Json[]
}

/** One row for each word of `bookable`: which of the things on offer is one, and what the check says of it. */
interface Kind {
  readonly word: 'soldOut' | 'late' | 'exclusive' | 'other'
  readonly is: (offered: Offered, now: number) => boolean
  readonly from: string
}
const kinds: readonly Kind[] = [
  { word: 'soldOut', is: ({ free }) => free.length === 0, from: 'names what is not free' },
  {
    word: 'late',
    is: (offered, now) => offered.free.every((item) => (closesAt(item, offered)?.at ?? Infinity) <= now),
    from: 'says of all that the time to cancel is over',
  },
  {
    word: 'exclusive',
    is: ({ all }) => all.every((item) => hasOnePlace(item)),
    from: 'says of each that there is room for one',
  },
  { word: 'other', is: () => true, from: 'has some of it' },
]

/**
 * Finds what else a run can book, of what the target lists. Nothing is booked for that: the availability checks say it.
 * Each thing is what the first row says that fits, and each row has one thing.
 */
export async function learnOthers(learning: Learning): Promise<void> {
  const { interview, sold, offered: own } = learning
  const { draft } = interview
  const now = interview.now()
  const standard = { ...sold, n: 0, all: own, free: own }
  // Where even what can be cancelled looks as if it could not, the times are of another clock.
  const knowsTime = own.some((item) => (closesAt(item, sold)?.at ?? 0) > now)
  const looked: Offered[] = []
  for (const listed of sold.others.slice(0, mostLooked)) {
    const { productId, optionId } = listed
    const heard = await askFor(learning, 'availability', { productId, optionId })
    const slots = heard?.accepted === true ? availabilitiesIn(heard.json ?? null, listed) : null
    if (heard === null || slots === null || slots.items.size === 0) continue
    const free = slots.free.flatMap((id) => slots.items.get(id) ?? [])
    looked.push({ ...listed, n: heard.n, all: [...slots.items.values()], free })
  }
  const standardCurrency = draft.read(['bookable', 'standard', 'defaultCurrency'])
  // A booking in a currency of other decimals tells most beside the standard one.
  const inOrder = looked.toSorted((a, b) => differing(b, standardCurrency) - differing(a, standardCurrency))
  const known = kinds.filter(({ word }) => word !== 'late' || knowsTime)
  const wordOf = (each: Offered): Kind['word'] | undefined => known.find(({ is }) => is(each, now))?.word
  for (const { word, from } of known) {
    const first = inOrder.find((each) => wordOf(each) === word)
    if (first !== undefined) draft.write(['bookable', word], named(first), 'seen', `request ${first.n} ${from}`)
  }
  const plain = inOrder.filter((each) => wordOf(each) === 'other')
  if (knowsTime) writeClosing(learning, [...plain, standard], now)
}

/** Writes what can be cancelled now, and soon enough no more. */
function writeClosing({ interview: { draft } }: Learning, candidates: readonly Offered[], now: number): void {
  const hasClock = draft.read(['clock', 'request']) !== undefined
  for (const each of candidates) {
    const closings = each.free.flatMap((item) => closesAt(item, each) ?? []).filter(({ at }) => at > now)
    const ahead = Math.min(...closings.map(({ at }) => (at - now) / 60_000))
    const [first] = closings
    if (first === undefined || ahead > farthest) continue
    const value = { ...named(each), ...first.places }
    const from = `it can be cancelled for ${Math.round(ahead / 60)} hours more`
    if (hasClock || ahead <= farthestWaited) draft.write(['bookable', 'closing'], value, 'seen', from)
    else draft.miss(['bookable', 'closing'], value, `${from}: it takes a test clock, or nearer days`)
    return
  }
}

/** How much a booking of it tells beside the standard one: by other decimals most, then by another currency. */
function differing({ currency }: Listed, standard: Json | undefined): number {
  if (currency === undefined || currency === standard) return 0
  const own = typeof standard === 'string' ? currencyPrecision(standard) : 2
  return own === currencyPrecision(currency) ? 1 : 2
}

/** Whether a number in an item says that there is room for one booking. */
function hasOnePlace(item: Json): boolean {
  return placesIn<Json>(item).some(({ pointer, value }) => value === 1 && isRoom(nameAt(pointer)))
}

/** A thing as a profile has it. */
function named({ productId, optionId, currency }: Listed): Readonly<Record<string, Json>> {
  return { productId, optionId, ...(currency !== undefined && { defaultCurrency: currency }) }
}

/** When an availability can be cancelled no more. */
interface Closing {
  /** In milliseconds since the epoch. */
  readonly at: number
  /** How a profile says it. */
  readonly places: { readonly cutOffAt: string; readonly cutOffBefore?: number }
}

/** What an availability says of its closing: by a time of its own, or by its start and its policy (2.3). null: nothing. */
function closesAt(item: Json, { cutOff }: Listed): Closing | null {
  const times = placesIn<Json>(item).flatMap(({ pointer, value }) => {
    const minutes = typeof value === 'string' ? instantOf(value) : undefined
    return minutes === undefined ? [] : [{ pointer, name: plainName(nameAt(pointer)), at: minutes * 60_000 }]
  })
  // In public OCTO, utcCutoffAt is until when it can be booked.
  const own = times.find(
    ({ name }) => name !== 'utccutoffat' && /cut.?off|(cancel|refund|change)\w*(until|by|before|deadline)/.test(name),
  )
  const start = times.find(({ name }) => /start|depart/.test(name))
  const minutes = cutOffIn(item) ?? cutOff
  if (own !== undefined) return { at: own.at, places: { cutOffAt: own.pointer } }
  if (start === undefined || minutes === undefined) return null
  return { at: start.at - minutes * 60_000, places: { cutOffAt: start.pointer, cutOffBefore: minutes } }
}
