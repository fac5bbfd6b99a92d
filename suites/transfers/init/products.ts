import { idText, NoService, placesIn, readPointer, currencyPrecision, instantOf } from '../vocabulary/index.js'
import type { Interview, Json } from '../vocabulary/index.js'
import { isNowhere, recognised, type Listed, type Sold, type Learning } from './plan.js'
import { plainName, nameAt, mapOf } from '../walk/lexicon.js'
import { askFor } from './ask.js'
import { availabilitiesIn, isRoom } from '../walk/places.js'

/** So many other products are named. */
const mostShown = 20
const minutesIn: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 }

/**
 * Finds what may be booked: as the person says, or as the target lists it.
 * @throws NoService where neither says anything
 */
export async function learnProducts(interview: Interview): Promise<Sold> {
  const { described, draft, given } = interview
  const heard = await interview.ask({ method: 'GET', path: recognised('products', described)?.path ?? '/products' })
  const listed = heard.accepted ? listIn(heard.json) : []
  const key = ['bookable', 'standard']
  const said = (member: string): string | undefined => idText(draft.read([...key, member]))
  const productId =
    given.product ?? said('productId') ?? (await interview.choose('which product may be booked', idsOf(listed)))
  if (productId === null) {
    const remedy = 'name what may be booked with --product and --option, as the target knows it'
    throw new NoService(
      'what may be booked is not known: the target lists no products, and none was named',
      heard,
      'a list of products at /products, or --product',
      heard.accepted
        ? remedy
        : isNowhere(heard)
          ? `${remedy}; and see whether /bookings is appended to this address`
          : null,
    )
  }
  const product = listed.find((each) => idOf(each) === productId)
  const options = optionsOf(product)
  const optionId =
    given.option ??
    said('optionId') ??
    (await interview.choose(`which option of ${productId}`, idsOf(options))) ??
    'DEFAULT'
  const option = options.find((each) => idOf(each) === optionId)
  const write = (member: string, value: string, isListed: boolean): void =>
    isListed
      ? draft.write([...key, member], value, 'seen', `request ${heard.n} lists it`)
      : draft.write([...key, member], value, 'assumed', 'as it was named')
  write('productId', productId, product !== undefined)
  write('optionId', optionId, option !== undefined)
  const own = listedOf(productId, optionId, option, product)
  if (own.currency !== undefined) write('defaultCurrency', own.currency, true)
  else draft.miss([...key, 'defaultCurrency'], 'EUR', 'no list of products says it')
  const unitId = idText(readPointer<Json>(option ?? null, '/units/0/id'))
  const others = pairsOf(listed).filter((each) => each.productId !== productId || each.optionId !== optionId)
  return { ...own, others, listed: heard.accepted ? heard.n : null, ...(unitId !== undefined && { unitId }) }
}

/** Leaves lines for what else may be bookable, with what the target lists. */
export function leaveOthers({ draft }: Interview, { others, listed }: Sold): void {
  const { productId = 'ID', optionId = 'ID' } = others[0] ?? {}
  const one = { productId, optionId }
  const ids = [...new Set(others.map((each) => each.productId))].slice(0, mostShown).join(', ')
  const why =
    listed === null
      ? 'the target lists no products'
      : `request ${listed} lists ${ids || 'nothing else'}, and not which is one`
  draft.miss(['bookable', 'late'], one, why)
  draft.miss(['bookable', 'closing'], { ...one, cutOffMinutes: 45 }, why)
  draft.miss(['bookable', 'soldOut'], one, why)
  draft.miss(['bookable', 'other'], one, why)
}

/** Products with their options, one option of each product before the others. */
function pairsOf(products: readonly Json[]): readonly Listed[] {
  const pairs = products.flatMap((product) =>
    optionsOf(product).flatMap((option, rank) => {
      const [productId, optionId] = [idOf(product), idOf(option)]
      if (productId === undefined || optionId === undefined) return []
      return [{ rank, listed: listedOf(productId, optionId, option, product) }]
    }),
  )
  return pairs.toSorted((a, b) => a.rank - b.rank).map(({ listed }) => listed)
}

/** An option of a product, with what either says of its currency and of cancelling. */
function listedOf(productId: string, optionId: string, ...said: readonly (Json | undefined)[]): Listed {
  const currency = said.map((each) => memberOf(each, 'defaultCurrency')).find((each) => typeof each === 'string')
  const cutOff = said.map((each) => cutOffIn(each)).find((each) => each !== undefined)
  return { productId, optionId, ...(currency !== undefined && { currency }), ...(cutOff !== undefined && { cutOff }) }
}

/**
 * How many minutes before its start something can be cancelled: by a policy (2.3), or as public OCTO says it, by
 * `cancellationCutoffAmount` and its unit. undefined: nothing says one number.
 */
export function cutOffIn(json: Json | undefined): number | undefined {
  const { cancellationPolicy, cancellationCutoffAmount, cancellationCutoffUnit } = mapOf(json)
  const cutOffs = (Array.isArray(cancellationPolicy) ? cancellationPolicy : []).flatMap((entry: Json) => {
    const { type, cutoffAmount, cutoffUnit } = mapOf(entry)
    return type === 'FULL_REFUND' || type === 'PARTIAL_REFUND' ? (minutesOf(cutoffAmount, cutoffUnit) ?? []) : []
  })
  const [only, ...more] = new Set(cutOffs)
  if (only !== undefined) return more.length === 0 ? only : undefined
  return minutesOf(cancellationCutoffAmount, cancellationCutoffUnit)
}

function minutesOf(amount: Json | undefined, unit: Json | undefined): number | undefined {
  const found = Object.entries(minutesIn).find(
    ([name]) => typeof unit === 'string' && unit.toLowerCase().startsWith(name),
  )
  return typeof amount === 'number' && amount >= 0 && found !== undefined ? amount * found[1] : undefined
}

function optionsOf(product: Json | undefined): readonly Json[] {
  return listIn(memberOf(product, 'options'))
}

/** The first list in an answer whose items have ids. */
function listIn(json: Json | undefined): readonly Json[] {
  const lists = placesIn<Json>(json ?? null).flatMap(({ value }) => (Array.isArray(value) ? [value] : []))
  return lists.find((list) => idsOf(list).length > 0) ?? []
}

function idsOf(items: readonly Json[]): readonly string[] {
  return items.flatMap((item) => idOf(item) ?? [])
}

function idOf(item: Json): string | undefined {
  return ['id', 'productId', 'optionId'].map((name) => idText(memberOf(item, name))).find((id) => id !== undefined)
}

/** A member, however its name is written: `defaultCurrency`, `DefaultCurrency`, `default_currency`. */
function memberOf(item: Json | undefined, name: string): Json | undefined {
  const members = mapOf(item)
  return members[name] ?? Object.entries(members).find(([member]) => plainName(member) === name.toLowerCase())?.[1]
}

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

/** The closing that an availability shows: by its own time, or by its start and its policy (2.3). null: nothing. */
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
