import { idText, NoService, placesIn, readPointer, type Interview, type Json } from '../vocabulary/index.js'
import type { Listed, Sold } from './learning.js'
import { plainName } from './lexicon.js'
import { isNowhere, mapOf, recognised } from './plan.js'

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
