import { isDeepStrictEqual } from 'node:util'
import {
  confirming,
  describeValue,
  fail,
  idsOf,
  inWords,
  openSuite,
  pass,
  readPointer,
  toPointer,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Finding, Json, JudgeContext, Judgement, Suite } from '../vocabulary/index.js'
import { entriesOf, isStill, type Entry } from './items.js'
import { unread } from './outside.js'
import { pages, type Paged } from './pages.js'

const suite: Suite = openSuite()
const { check } = suite

check(pages, {
  id: 'list.sorted-ascending',
  clause: '4.3/list-sort-price-ascending',
  title: 'sorted by PRICE ascending, the list goes from the lowest price to the highest, over all pages',
  needs: ['operations.list.sortField', 'operations.list.sortOrder'],
  judge: (paged, context) => orUnread(judgeSorted(paged, 'ascending', context, isStill(paged)), paged),
})

check(pages, {
  id: 'list.sorted-descending',
  clause: '4.3/list-sort-price-descending',
  title: 'sorted by PRICE descending, the list goes from the highest price to the lowest, over all pages',
  needs: ['operations.list.sortField', 'operations.list.sortOrder'],
  judge: (paged, context) => orUnread(judgeSorted(paged, 'descending', context, isStill(paged)), paged),
})

check(pages, {
  id: 'list.descending-in-either-spelling',
  clause: '4.3/list-sort-descending-spelled',
  title: 'Descending and DESCENDING both mean descending, where the other one is accepted',
  judge: (paged) =>
    paged.sideways?.refused === true
      ? untested('the target knows the word: list.descending-known-in-either-spelling says what comes of it')
      : judgeSpelled(paged),
})

check(pages, {
  id: 'list.descending-known-in-either-spelling',
  clause: '4.3/list-sort-descending-known',
  title: 'Descending and DESCENDING both mean descending to a target that refuses what it does not know',
  judge: (paged) => {
    const judged = judgeSpelled(paged)
    if (judged.outcome !== 'fail' || paged.sideways?.refused === true) return judged
    return (
      unusable(paged.sideways ?? undefined) ?? untested('the target accepts any word, so it may not know the other one')
    )
  },
})

/** The first page by the other of the two words, where the own one sorts as it should. */
function judgeSpelled({
  spelled,
  desc,
  asc,
  pages: plain,
  confirmed,
}: Pick<Paged, 'spelled' | 'desc' | 'asc' | 'pages' | 'confirmed'>): Judgement {
  if (spelled === null) return untested('the target has a word of its own for descending')
  if (!spelled.accepted) return unusable(spelled) ?? untested('the other word was refused')
  const own = confirmed.map(({ id }) => id)
  const field = priceSortedBy({ asc, desc }, own)
  const [prices, known] = [pricesOf([spelled], own, field), pricesOf(desc.slice(0, 1), own, field)]
  if (!differ(known) || outOfOrder(pricesOf(plain, own, field), 'descending').length === 0)
    return unseen('no order shows in so few bookings')
  if (outOfOrder(known, 'descending').length > 0) return untested('the one word does not sort by price either')
  const word = inWords(spelled.exchange.input['sortOrder'])
  const findings = outOfOrder(prices, 'descending').map((each) => ({
    ...each,
    message: `${each.message} (the word that was sent is ${describeValue(word)})`,
  }))
  return findings.length > 0 ? fail(...findings.slice(0, 5)) : pass
}

type Direction = 'ascending' | 'descending'

/** Where not all of the list was read, that is why nothing shows. */
function orUnread(judged: Judgement, paged: Paged): Judgement {
  return judged.outcome === 'untested' ? (unread(paged) ?? judged) : judged
}

/**
 * Prices of each currency by themselves: how those of two currencies compare is nobody's to say.
 * @param still false: others booked meanwhile, which moves bookings from page to page, so that each page is judged by itself
 */
export function judgeSorted(
  paged: Pick<Paged, 'asc' | 'desc' | 'pages' | 'confirmed'>,
  direction: Direction,
  { profile }: JudgeContext,
  still = true,
): Judgement {
  const list = profile.operations.list
  const missing = (['sortField', 'sortOrder'] as const).find((input) => list?.fields[input] === undefined)
  if (missing !== undefined)
    return untested(
      `the profile has no place for ${missing}`,
      `declare operations.list.${missing}, if the target has it`,
    )
  const sorted = direction === 'ascending' ? paged.asc : paged.desc
  // A list that takes no page number answers with its first page each time.
  const walk = list?.fields['page'] === undefined ? sorted.slice(0, 1) : sorted
  const refused = walk.find(({ accepted }) => !accepted)
  if (refused !== undefined) return unusable(refused) ?? untested('a sorted page was not accepted')
  const own = paged.confirmed.map(({ id }) => id)
  const field = priceSortedBy(paged, own, still)
  const prices = pricesOf(walk, own, field)
  const findings = outOfOrder(prices, direction, still)
  if (findings.length > 0 && isByAnother(paged, own, still)) return pass
  if (findings.length > 0 && still && isByUnshown(paged, prices))
    return untested('the list that is sorted by price is in one order, of which the bookings show no amount')
  if (findings.length > 0) return fail(...findings.slice(0, 5))
  const [asText] = still ? sortedAsText(prices, direction) : []
  if (asText !== undefined) return fail(asText)
  if (prices.length === 0)
    return untested(
      entriesOf(walk).length === 0
        ? 'the list that is sorted by price shows no booking, so no order shows'
        : 'no booking in the list that is sorted by price shows one, so no order shows',
    )
  if (!differ(prices))
    return untested(
      'all bookings in the list have one price, so no order shows',
      'let operations.availability.body find dates with different prices',
    )
  const sortShows = outOfOrder(pricesOf(paged.pages, own, field), direction).length > 0
  const orderShows = JSON.stringify(paged.asc.map(idsOf)) !== JSON.stringify(paged.desc.map(idsOf))
  return confirming(
    ...(sortShows ? ['operations.list.sortField', 'operations.list.values.price'] : []),
    ...(sortShows && orderShows ? ['operations.list.sortOrder', `operations.list.values.${direction}`] : []),
  )
}

type PriceField = 'total' | 'net'

/** Which price of a booking PRICE means is not shown; but it is the same in both directions. */
function priceSortedBy(paged: Sorted, own: readonly string[], still = true): PriceField {
  const isInOrder = (field: PriceField): boolean => isOrdered(paged, still, (walk) => pricesOf(walk, own, field))
  return !isInOrder('total') && isInOrder('net') ? 'net' : 'total'
}

/** Of the members of a price, so many are looked at. */
const mostAmounts = 20

/** It may be another amount beside these two: the original price, say. */
function isByAnother(paged: Sorted, own: readonly string[], still: boolean): boolean {
  const [shown = null] = entriesOf(paged.asc).map((entry) => entry.read('pricing') ?? null)
  return Object.keys(shown ?? {})
    .slice(0, mostAmounts)
    .some((name) =>
      isOrdered(paged, still, (walk) =>
        pricesOf(walk, own, 'total', (entry) => readPointer<Json>(entry.read('pricing') ?? null, toPointer([name]))),
      ),
    )
}

/** Bookings that stand in one order are so many at least, or groups of them that are equal. */
const fewest = 3

/**
 * The one order is that of the other turned round, so that something is sorted by; and it is neither the order of the list, nor that of the
 * prices as texts, or turned round.
 * @param prices in the one order
 */
function isByUnshown({ asc, desc, pages }: Pick<Paged, 'asc' | 'desc' | 'pages'>, prices: readonly Priced[]): boolean {
  const [rising = [], falling = [], plain = []] = [asc, desc, pages].map((walk) => entriesOf(walk).map(({ id }) => id))
  const isPlain = [plain, plain.toReversed()].some((each) => isDeepStrictEqual(each, rising))
  const last = new Map<string, string>()
  const isText = prices.every(({ currency, amount }) => {
    const before = last.get(currency) ?? ''
    last.set(currency, String(amount))
    return before <= String(amount)
  })
  const isTurned = (['ascending', 'descending'] as const).some((each) => outOfOrder(prices, each).length === 0)
  return !isPlain && !isText && !isTurned && groupsOf(rising, falling) >= fewest
}

/** Of how many groups the one order consists whose order is turned round in the other: equals may stand alike in both. 0: of none. */
function groupsOf(rising: readonly string[], falling: readonly string[]): number {
  if (rising.length !== falling.length) return 0
  const places = new Map(rising.map((id, at) => [id, at]))
  let [groups, end] = [0, rising.length]
  while (end > 0) {
    const at = rising.length - end
    const begin = places.get(falling[at] ?? '') ?? end
    const group = rising.slice(begin, end)
    if (begin >= end || !isDeepStrictEqual(group, falling.slice(at, at + group.length))) return 0
    ;[groups, end] = [groups + 1, begin]
  }
  return groups
}

type Sorted = Pick<Paged, 'asc' | 'desc'>

function isOrdered(
  { asc, desc }: Sorted,
  still: boolean,
  prices: (walk: readonly Answer[]) => readonly Priced[],
): boolean {
  const [rising, falling] = [prices(asc), prices(desc)]
  return (
    differ(rising) &&
    outOfOrder(rising, 'ascending', still).length === 0 &&
    outOfOrder(falling, 'descending', still).length === 0
  )
}

function differ(prices: readonly Priced[]): boolean {
  return prices.some((a) => prices.some((b) => a.currency === b.currency && a.amount !== b.amount))
}

interface Priced {
  readonly currency: string
  readonly amount: number
  readonly field: PriceField
  readonly entry: Entry
}

function pricesOf(
  walk: readonly Answer[],
  own: readonly string[],
  field: PriceField,
  amountOf: (entry: Entry) => Json | undefined = (entry) => entry.read(field),
): readonly Priced[] {
  return entriesOf(walk).flatMap((entry) => {
    const [amount, shown] = [amountOf(entry), entry.read('currency')]
    // The bookings of this scenario were made alike, so they have one currency also where none is shown.
    const currency = typeof shown === 'string' ? shown : own.includes(entry.id) ? 'the same' : null
    return typeof amount === 'number' && currency !== null ? [{ currency, amount, field, entry }] : []
  })
}

function outOfOrder(prices: readonly Priced[], direction: Direction, overPages = true): readonly Finding[] {
  const sign = direction === 'ascending' ? 1 : -1
  const before = new Map<string, Priced>()
  return prices.flatMap((priced) => {
    const { currency, amount, field, entry } = priced
    const last = before.get(currency)
    before.set(currency, priced)
    if (!overPages && last?.entry.answer !== entry.answer) return []
    if (last === undefined || (amount - last.amount) * sign >= 0) return []
    const onOnePage = last.entry.answer === entry.answer
    return [
      entry.finding(field, {
        message: `Sorted by price ${direction}, ${amount} comes after ${last.amount} (${currency})`,
        expected: direction === 'ascending' ? `at least ${last.amount}` : `at most ${last.amount}`,
        wanted: { before: onOnePage ? last.entry.place(field) : null },
        restsOn: [...sortingKeys(field, direction), ...(onOnePage ? [] : ['operations.list.page'])],
      }),
    ]
  })
}

function sortingKeys(field: PriceField, direction: Direction): readonly string[] {
  return [
    `booking.pricing.${field}`,
    'operations.list.sortField',
    'operations.list.sortOrder',
    'operations.list.values.price',
    `operations.list.values.${direction}`,
  ]
}

function inUnits({ amount, entry }: Priced): number {
  const precision = entry.read('currencyPrecision')
  return amount / 10 ** (typeof precision === 'number' ? precision : 0)
}

/** From so many different amounts on, and changes from one currency to another, no list has the order of texts by chance. */
const [manyAmounts, manyChanges] = [8, 4]

/**
 * How prices of two currencies compare is nobody's to say; but nobody compares their digits as text. Where each currency has amounts of one
 * length that shows between currencies alone.
 */
function sortedAsText(prices: readonly Priced[], direction: Direction): readonly Finding[] {
  const rising = direction === 'ascending' ? prices : prices.toReversed()
  const pairs = rising.slice(1).map((after, at) => [rising[at] ?? after, after] as const)
  const isText = pairs.every(([a, b]) => String(a.amount) <= String(b.amount))
  const changes = pairs.filter(([a, b]) => a.currency !== b.currency).length
  const amounts = new Set(rising.map(({ amount }) => amount)).size
  // A service may compare what amounts are worth in units of their currencies.
  const isByUnits = pairs.every(([a, b]) => inUnits(a) <= inUnits(b))
  if (!isText || isByUnits || changes < manyChanges || amounts < manyAmounts) return []
  return pairs.flatMap(([a, b]) =>
    a.amount <= b.amount
      ? []
      : b.entry.finding(b.field, {
          message: `Sorted by price ${direction}, the list has all ${prices.length} amounts in the order of their digits as text: ${a.amount} ${a.currency} stands before ${b.amount} ${b.currency} among the lower ones`,
          expected: 'amounts in an order of prices',
          wanted: { ofMany: true },
          restsOn: sortingKeys(b.field, direction),
        }),
  )
}

export default suite
