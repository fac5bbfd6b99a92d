import {
  idText,
  isMap,
  NoService,
  placesIn,
  readPointer,
  type Heard,
  type Interview,
  type Json,
} from '../vocabulary/index.js'
import { plainName } from './lexicon.js'
import { isNowhere, recognised } from './plan.js'
import { cutOffIn, neverIn } from './policy.js'
import type { Listed, Sold } from './learning.js'

/** Where products are listed, if not at /products. */
const otherCatalogues = ['/catalogue', '/catalog'] as const
/** Characters of what may be a type. */
const longestType = 60
/** How many things to choose from are shown. */
const mostShown = 20

/**
 * What may be booked: as the person says, or as the target lists it.
 * @throws NoService where neither says anything
 */
export async function learnProducts(interview: Interview): Promise<Sold> {
  const { described, draft, given } = interview
  await interview.ask({ method: 'GET', path: recognised('supplier', described)?.path ?? '/supplier' })
  const known = recognised('products', described)?.path
  let heard = await interview.ask({ method: 'GET', path: known ?? '/products' })
  // A description that has no list of products has said so.
  for (const path of described.length === 0 && isNowhere(heard) ? otherCatalogues : []) {
    const other = await interview.ask({ method: 'GET', path })
    if (other.accepted) heard = other
    if (!isNowhere(other)) break
  }
  const listed = heard.accepted ? listIn(heard.json) : []
  const said = (member: string): string | undefined => idText(draft.read(['bookable', 'standard', member]))
  const productId =
    given.product ?? said('productId') ?? (await interview.choose('which product may be booked', idsOf(listed)))
  if (productId === null) throw await nothingNamed(interview, heard)
  const product = listed.find((each) => idOf(each) === productId)
  const options = listIn(memberOf(product, 'options'))
  const optionId =
    given.option ??
    said('optionId') ??
    (await interview.choose(`which option of ${productId}`, idsOf(options))) ??
    'DEFAULT'
  const option = options.find((each) => idOf(each) === optionId)
  const standard = ['bookable', 'standard']
  draft.write(
    [...standard, 'productId'],
    productId,
    product === undefined ? 'assumed' : 'seen',
    product === undefined ? 'as it was named' : `request ${heard.n} lists it`,
  )
  draft.write(
    [...standard, 'optionId'],
    optionId,
    option === undefined ? 'assumed' : 'seen',
    option === undefined ? 'as it was named' : `request ${heard.n} lists it`,
  )
  const currency = currencyOf(option, product)
  if (currency !== undefined)
    draft.write([...standard, 'defaultCurrency'], currency, 'seen', `request ${heard.n} lists it`)
  else draft.miss([...standard, 'defaultCurrency'], 'EUR', 'no list of products says it')
  const { currencies } = currenciesOf(option, product)
  if (currencies !== undefined)
    draft.write([...standard, 'currencies'], currencies, 'seen', `request ${heard.n} lists them`)
  const unitId = idText(readPointer<Json>(option ?? null, '/units/0/id'))
  const isOther = (each: Listed): boolean => each.productId !== productId || each.optionId !== optionId
  const others = pairsOf(listed).filter(isOther)
  return {
    productId,
    optionId,
    others,
    listed: heard.accepted ? heard.n : null,
    ...(currencies !== undefined && { currencies }),
    ...cutOffOf(option, product),
    ...typeOf(option, product),
    ...(unitId !== undefined && { unitId }),
  }
}

/** Products with their options, one option of each product before the others. */
function pairsOf(listed: readonly Json[]): readonly Listed[] {
  const pairs = listed.flatMap((product) => {
    const productId = idOf(product)
    return productId === undefined
      ? []
      : listIn(memberOf(product, 'options')).flatMap((option, rank) => {
          const optionId = idOf(option)
          const currency = currencyOf(option, product)
          return optionId === undefined
            ? []
            : [
                {
                  rank,
                  productId,
                  optionId,
                  ...(currency !== undefined && { currency }),
                  ...currenciesOf(option, product),
                  ...cutOffOf(option, product),
                  ...typeOf(option, product),
                },
              ]
        })
  })
  return pairs.toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...pair }) => pair)
}

/** Until when it can be cancelled, as the option or its product says. */
function cutOffOf(option: Json | undefined, product: Json | undefined): Pick<Listed, 'cutOff' | 'never'> {
  const own = neverIn(option)
  if (own !== null) return { never: own }
  const cutOff = cutOffIn(option) ?? cutOffIn(product)
  if (cutOff !== null) return { cutOff }
  const never = neverIn(product)
  return never === null ? {} : { never }
}

/** What kind of thing it is, as its option or product says. */
function typeOf(option: Json | undefined, product: Json | undefined): Pick<Listed, 'type'> {
  const texts = [option, product].flatMap((each) =>
    Object.entries(each !== undefined && isMap(each) ? each : {}).flatMap(([name, value]) =>
      /^(booking|product)?_?(type|kind)$/i.test(name) && typeof value === 'string' && value !== '' ? [value] : [],
    ),
  )
  const [type] = texts.filter(({ length }) => length <= longestType)
  return type === undefined ? {} : { type }
}

function currencyOf(option: Json | undefined, product: Json | undefined): string | undefined {
  const found = [option, product].map((each) => memberOf(each, 'defaultCurrency'))
  return found.find((each) => typeof each === 'string')
}

/** Every currency that it is sold in, where these are others than those of the documents (8). */
function currenciesOf(option: Json | undefined, product: Json | undefined): Pick<Listed, 'currencies'> {
  const lists = [option, product].flatMap((each) =>
    ['availableCurrencies', 'currencies'].map((name) => memberOf(each, name)),
  )
  const found = lists.find((each) => Array.isArray(each) && each.length > 0)
  const codes = (Array.isArray(found) ? found : []).flatMap((each: Json) =>
    typeof each === 'string' && /^[A-Z]{3}$/.test(each) ? [each] : [],
  )
  return codes.length === 0 || codes.toSorted().join() === 'EUR,GBP,USD' ? {} : { currencies: codes.slice(0, 20) }
}

/** That a list of products is missing says nothing of the address, where bookings are below it. */
async function nothingNamed(interview: Interview, products: Heard): Promise<NoService> {
  const { method, path } = recognised('list', interview.described) ?? { method: 'GET', path: '/bookings' }
  const isThere = (heard: Heard): boolean => heard.accepted || heard.status === 400 || heard.status === 422
  const bookings = method === 'GET' && !isThere(products) ? await interview.ask({ method, path }) : products
  const what = 'what may be booked is not known: the target lists no products, and none was named'
  const looked = 'a list of products at /products, or --product'
  const name = 'name what may be booked with --product and --option, as the target knows it'
  return isThere(bookings)
    ? new NoService(what, bookings, looked, name)
    : new NoService(
        what,
        products,
        looked,
        isNowhere(products) ? `${name}; and see whether /bookings is appended to this address` : null,
      )
}

/** What else is sold may start late, close soon or be sold out; which, nothing may tell. */
export function leaveOthers({ draft }: Interview, { others, listed }: Sold): void {
  const [other] = others
  const one = { productId: other?.productId ?? 'ID', optionId: other?.optionId ?? 'ID' }
  const ids = [...new Set(others.map(({ productId }) => productId))].slice(0, mostShown).join(', ')
  const why =
    listed === null
      ? 'the target lists no products'
      : `request ${listed} lists ${ids || 'nothing else'}, and not which is one`
  draft.miss(['bookable', 'late'], one, why)
  draft.miss(['bookable', 'closing'], { ...one, cutOffMinutes: 45 }, why)
  draft.miss(['bookable', 'soldOut'], one, why)
  draft.miss(['bookable', 'other'], one, why)
}

/** The first list of objects in an answer, each without what it may be wrapped in. */
function listIn(json: Json | undefined): readonly Json[] {
  const lists = placesIn<Json>(json ?? null).flatMap(({ value }) =>
    Array.isArray(value) ? [value.map((each: Json) => unwrapped(each))] : [],
  )
  return lists.find((list) => idsOf(list).length > 0) ?? []
}

/** `{"id", "attributes": {...}}` and `{"node": {...}}` with the members of both. */
function unwrapped(item: Json): Json {
  if (!isMap(item)) return item
  const [only, ...more] = Object.values(item)
  const inner = item['attributes'] ?? (more.length === 0 ? only : undefined)
  return inner !== undefined && isMap(inner) ? { ...item, ...inner } : item
}

function idsOf(items: readonly Json[]): readonly string[] {
  return items.flatMap((item) => idOf(item) ?? [])
}

function idOf(item: Json): string | undefined {
  return ['id', 'productId', 'optionId'].map((name) => idText(memberOf(item, name))).find((id) => id !== undefined)
}

/** A member however its name is written: `defaultCurrency`, `DefaultCurrency`, `default_currency`. */
function memberOf(item: Json | undefined, name: string): Json | undefined {
  if (item === undefined || !isMap(item)) return undefined
  return item[name] ?? Object.entries(item).find(([member]) => plainName(member) === name.toLowerCase())?.[1]
}
