import { isDeepStrictEqual } from 'node:util'
import {
  confirming,
  describeValue,
  fail,
  inWords,
  openSuite,
  pass,
  readPointer,
  toPointer,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Finding, Json, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { pages, type Listed } from './pages.js'
import { unread } from './paging.js'
import { asked, askedFor, cutPages, entriesOf, isStill, withoutInput, type Entry } from './walks.js'

const suite: Suite = openSuite()
const { check } = suite

type Direction = 'ascending' | 'descending'

for (const [direction, from, to] of [
  ['ascending', 'lowest', 'highest'],
  ['descending', 'highest', 'lowest'],
] as const)
  check(pages, {
    id: `list.sorted-${direction}`,
    clause: `4.3/list-sort-price-${direction}`,
    title: `sorted by PRICE ${direction}, the list goes from the ${from} price to the ${to}, over all pages`,
    needs: ['operations.list.sortField', 'operations.list.sortOrder'],
    judge: (listed, { profile }) => {
      const judged = judgeSorted(listed, direction, profile)
      // Where not all of the list was read, that is why nothing shows.
      return judged.outcome === 'untested' ? (unread(listed) ?? judged) : judged
    },
  })

check(pages, {
  id: 'list.descending-in-either-spelling',
  clause: '4.3/list-sort-descending-spelled',
  title: 'Descending and DESCENDING both mean descending, where the other one is accepted',
  judge: (listed) => {
    const judged = judgeSpelled(listed)
    return judged.outcome === 'fail' && sidewaysOf(listed)?.refused === true
      ? untested('the target knows the word: list.descending-known-in-either-spelling says what comes of it')
      : judged
  },
})

check(pages, {
  id: 'list.descending-known-in-either-spelling',
  clause: '4.3/list-sort-descending-known',
  title: 'Descending and DESCENDING both mean descending to a target that refuses what it does not know',
  judge: (listed) => {
    const judged = judgeSpelled(listed)
    const sideways = sidewaysOf(listed)
    if (judged.outcome !== 'fail' || sideways?.refused === true) return judged
    return unusable(sideways) ?? untested('the target accepts any word, so it may not know the other one')
  },
})

/** The list in a sort order that nobody knows. */
function sidewaysOf({ lists }: Listed): Answer | undefined {
  return askedFor(lists, { sortOrder: 'Sideways' })[0]
}

/** The first page by the other of the two words, where the own one sorts as it should. */
function judgeSpelled(listed: Listed): Judgement {
  const [spelled] = ['Descending', 'DESCENDING'].flatMap((sortOrder) => askedFor(listed.lists, { sortOrder }))
  if (spelled === undefined) return untested('the target has a word of its own for descending')
  if (!spelled.accepted) return unusable(spelled) ?? untested('the other word was refused')
  const { descending, prices } = sortingOf(listed)
  const known = prices(descending.slice(0, 1))
  if (!differ(known) || outOfOrder(prices(cutPages(listed)), 'descending').length === 0)
    return unseen('no order shows in so few bookings')
  if (outOfOrder(known, 'descending').length > 0) return untested('the one word does not sort by price either')
  const word = describeValue(inWords(spelled.exchange.input['sortOrder']))
  const findings = outOfOrder(prices([spelled]), 'descending').map((each) => ({
    ...each,
    message: `${each.message} (the word that was sent is ${word})`,
  }))
  return findings.length > 0 ? fail(...findings.slice(0, 5)) : pass
}

/** Prices of each currency by themselves: how those of two currencies compare is nobody's to say. */
function judgeSorted(listed: Listed, direction: Direction, profile: Profile): Judgement {
  const cannot = withoutInput(profile, 'sortField', 'sortOrder')
  if (cannot !== null) return cannot
  const sorting = sortingOf(listed)
  // A list that takes no page number answers with its first page each time.
  const walk = sorting[direction].slice(0, withoutInput(profile, 'page') === null ? undefined : 1)
  const refused = walk.find(({ accepted }) => !accepted)
  if (refused !== undefined) return unusable(refused) ?? untested('a sorted page was not accepted')
  const prices = sorting.prices(walk)
  const findings = outOfOrder(prices, direction, sorting.still)
  if (findings.length > 0 && sorting.still && isByUnshown(sorting, cutPages(listed), prices))
    return untested('the list that is sorted by price is in one order, of which the bookings show no amount')
  if (findings.length > 0) return fail(...findings.slice(0, 5))
  if (entriesOf(walk).length === 0)
    return untested('the list that is sorted by price shows no booking, so no order shows')
  if (prices.length === 0)
    return untested('no booking in the list that is sorted by price shows one, so no order shows')
  if (!differ(prices))
    return untested(
      'all bookings in the list have one price, so no order shows',
      'let operations.availability.body find dates with different prices',
    )
  if (outOfOrder(sorting.prices(cutPages(listed)), direction).length === 0) return pass
  const keys = ['operations.list.sortField', 'operations.list.values.price']
  return isDeepStrictEqual(idsIn(sorting.ascending), idsIn(sorting.descending))
    ? confirming(...keys)
    : confirming(...keys, 'operations.list.sortOrder', `operations.list.values.${direction}`)
}

interface Sorting {
  readonly ascending: readonly Answer[]
  readonly descending: readonly Answer[]
  /** false: others booked meanwhile, which moves bookings from page to page, so that each page is judged by itself. */
  readonly still: boolean
  /** The prices of some pages, in the amount that the list is sorted by. */
  readonly prices: (walk: readonly Answer[]) => readonly Priced[]
}

/** Of the members of a price, so many are looked at. */
const mostAmounts = 20

/** Which price of a booking PRICE means is not shown; but it is the same in both directions. */
function sortingOf(listed: Listed): Sorting {
  const still = isStill(listed)
  const own = listed.confirmed.map(({ id }) => id)
  const [ascending = [], descending = []] = ['ascending', 'descending'].map((sortOrder) =>
    inTurn(askedFor(listed.lists, { sortOrder })),
  )
  const [shown = null] = entriesOf(ascending).map((entry) => entry.read('pricing') ?? null)
  const others = Object.keys(shown ?? {})
    .slice(0, mostAmounts)
    .map(
      (name): AmountOf =>
        (entry) =>
          readPointer<Json>(entry.read('pricing') ?? null, toPointer([name])),
    )
  const total: AmountOf = (entry) => entry.read('total')
  const isOrdered = (amountOf: AmountOf): boolean => {
    const [rising, falling] = [pricesOf(ascending, own, amountOf), pricesOf(descending, own, amountOf)]
    return (
      differ(rising) &&
      outOfOrder(rising, 'ascending', still).length === 0 &&
      outOfOrder(falling, 'descending', still).length === 0
    )
  }
  const net: AmountOf = (entry) => entry.read('net')
  const amountOf = [total, net, ...others].find(isOrdered) ?? total
  const field = amountOf === net ? 'net' : 'total'
  return { ascending, descending, still, prices: (walk) => pricesOf(walk, own, amountOf, field) }
}

/** The first reading of each page. */
function inTurn(walk: readonly Answer[]): readonly Answer[] {
  return walk.filter((page, at) => !walk.slice(0, at).some((each) => asked(each, 'page') === asked(page, 'page')))
}

function idsIn(walk: readonly Answer[]): readonly string[] {
  return entriesOf(walk).map(({ id }) => id)
}

/** Bookings that stand in one order are so many at least, or groups of them that are equal. */
const fewest = 3

/**
 * One order is the other reversed, so the list is sorted by something. It is neither the list's own order, also
 * reversed, nor that of the prices, as texts or in either direction.
 * @param prices in the one order
 */
function isByUnshown(sorting: Sorting, plain: readonly Answer[], prices: readonly Priced[]): boolean {
  const [rising, falling, listed] = [sorting.ascending, sorting.descending, plain].map(idsIn)
  if (rising === undefined || falling === undefined || listed === undefined) return false
  const isPlain = [listed, listed.toReversed()].some((each) => isDeepStrictEqual(each, rising))
  const last = new Map<string, string>()
  const isText = prices.every(({ currency, amount }) => {
    const before = last.get(currency) ?? ''
    last.set(currency, String(amount))
    return before <= String(amount)
  })
  const isTurned = (['ascending', 'descending'] as const).some((each) => outOfOrder(prices, each).length === 0)
  return !isPlain && !isText && !isTurned && groupsOf(rising, falling) >= fewest
}

/** How many groups make up one order that the other reverses; equals may stand alike in both. 0: it does not. */
function groupsOf(rising: readonly string[], falling: readonly string[]): number {
  const places = rising.map((id) => falling.indexOf(id))
  const begins = places.filter((place, at) => place !== (places[at - 1] ?? -2) + 1)
  const isTurned = begins.every((place, at) => place >= 0 && place < (begins[at - 1] ?? Infinity))
  return isTurned && rising.length === falling.length ? begins.length : 0
}

type PriceField = 'total' | 'net'
type AmountOf = (entry: Entry) => Json | undefined

interface Priced {
  readonly currency: string
  readonly amount: number
  readonly field: PriceField
  readonly entry: Entry
}

function pricesOf(
  walk: readonly Answer[],
  own: readonly string[],
  amountOf: AmountOf,
  field: PriceField = 'total',
): readonly Priced[] {
  return entriesOf(walk).flatMap((entry) => {
    const [amount, shown] = [amountOf(entry), entry.read('currency')]
    // The bookings of this scenario were made alike, so they have one currency also where none is shown.
    const currency = typeof shown === 'string' ? shown : own.includes(entry.id) ? 'the same' : null
    return typeof amount === 'number' && currency !== null ? [{ currency, amount, field, entry }] : []
  })
}

function differ(prices: readonly Priced[]): boolean {
  return prices.some((a) => prices.some((b) => a.currency === b.currency && a.amount !== b.amount))
}

function outOfOrder(prices: readonly Priced[], direction: Direction, overPages = true): readonly Finding[] {
  const sign = direction === 'ascending' ? 1 : -1
  const before = new Map<string, Priced>()
  return prices.flatMap((priced) => {
    const { currency, amount, field, entry } = priced
    const last = before.get(currency)
    before.set(currency, priced)
    const onOnePage = last?.entry.answer === entry.answer
    if (last === undefined || !(overPages || onOnePage) || (amount - last.amount) * sign >= 0) return []
    return [
      entry.finding(field, {
        message: `Sorted by price ${direction}, ${amount} comes after ${last.amount} (${currency})`,
        expected: direction === 'ascending' ? `at least ${last.amount}` : `at most ${last.amount}`,
        wanted: { before: onOnePage ? last.entry.place(field) : null },
        restsOn: [
          `booking.pricing.${field}`,
          'operations.list.sortField',
          'operations.list.sortOrder',
          'operations.list.values.price',
          `operations.list.values.${direction}`,
          ...(onOnePage ? [] : ['operations.list.page']),
        ],
      }),
    ]
  })
}

export default suite
