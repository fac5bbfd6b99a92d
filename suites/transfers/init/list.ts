import { placesIn, readPointer, type Found, type Heard, type Json } from '../vocabulary/index.js'
import { askFor, nested, type Learning } from './learning.js'
import { bookingIds } from './bookingPlaces.js'
import { itemsIn } from './itemsIn.js'
import { plainName } from './lexicon.js'
import { listedValue, plansFor } from './plan.js'

const line = ['operations', 'list']
/** The words for what a list is told, where public OCTO has none of them, with the field that each is for. */
const usualWords = {
  price: ['sortField', 'PRICE'],
  ascending: ['sortOrder', 'ASCENDING'],
  descending: ['sortOrder', 'DESCENDING'],
  product: ['bookingType', 'Product'],
} as const

/** Finds the list of bookings, by one that must be in it, or by what looks like a list of bookings. */
export async function learnList(learning: Learning, id: string): Promise<void> {
  const { draft } = learning.interview
  listWords(learning)
  const heard = await askFor(learning, 'list', {}, {}, everything(learning))
  if (heard?.accepted !== true) {
    draft.miss(
      [...line, 'request'],
      'GET /path',
      heard === null ? 'no method and path that were tried are one' : `request ${heard.n} was refused: ${heard.words}`,
    )
    return
  }
  alwaysTold(learning, heard)
  const lists = listsIn(heard)
  learning.listsNothing = lists.length > 0 && lists.every(({ value }) => value.length === 0)
  const own = lists.find(({ value }) => value.some((item) => hasId(item, id)))
  const found = own ?? lists.find(({ pointer }) => pointer === '') ?? lists[0]
  if (found === undefined) draft.miss([...line, 'items'], '', `no list stands in the answer to request ${heard.n}`)
  else {
    learnTotal(learning, heard, found)
    draft.write(
      [...line, 'items'],
      `${found.pointer}${wrapped(found.value, own === undefined ? null : id, learning)}`,
      own === undefined ? 'assumed' : 'seen',
      own === undefined ? `a list in the answer to request ${heard.n}` : `request ${heard.n} has the booking there`,
    )
  }
}

/** How many bookings there are in all, as a header says or a number beside the list. */
function learnTotal({ interview }: Learning, { exchange, json = null, n }: Heard, list: Found<readonly Json[]>): void {
  const headers = Object.entries(exchange.response?.headers ?? {}).flatMap(([name, value]) =>
    isTotal(name.replace(/^x-/i, '')) && /^\d{1,9}$/.test(value)
      ? [{ place: `header:${name}`, value: Number(value) }]
      : [],
  )
  const beside = placesIn<Json>(json).flatMap(({ pointer, value }) => {
    const isInside = pointer.startsWith(`${list.pointer}/`) && Array.isArray(readPointer<Json>(json, list.pointer))
    const isOne = typeof value === 'number' && !isInside && isTotal(pointer.slice(pointer.lastIndexOf('/') + 1))
    return isOne ? [{ place: pointer, value }] : []
  })
  const total = [...beside, ...headers].find(({ value }) => value >= list.value.length)
  if (total !== undefined)
    interview.draft.write(
      [...line, 'total'],
      total.place,
      'assumed',
      `the answer to request ${n} has ${total.value} there`,
    )
}

function isTotal(member: string): boolean {
  return /^(total|total(count|items|results|records|elements|bookings|entries)|paginationtotal)$/.test(
    plainName(member),
  )
}

/**
 * Leaves out a list that is empty while something is confirmed: some leave out holds, but what lists nothing at all wants a filter,
 * or is another list.
 */
export async function leaveEmptyList(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  if (!learning.listsNothing) return
  const heard = await askFor(learning, 'list', {}, {}, everything(learning))
  if (heard?.accepted !== true || listsIn(heard).some(({ value }) => value.length > 0)) return
  const { method = 'GET', path = '/path' } = plans.get('list') ?? {}
  const from = `request ${heard.n} lists nothing while a booking is confirmed, as if it wanted a filter; a run judges it where this is { request: ${method} ${path} }`
  interview.draft.write(line, null, 'assumed', from)
  if (interview.draft.read(line) === null) plans.delete('list')
}

/** Where in each element the booking stands, `/*` before it; empty: the elements are the bookings. */
function wrapped(list: readonly Json[], id: string | null, { interview: { draft } }: Learning): string {
  const own = list.flatMap((item) => bookingIds(item)).filter(({ value }) => id === null || value === id)
  const written = draft.read(['booking', 'id'])
  const places = typeof written === 'string' ? [written] : ['/uuid', '/id']
  const ways = own.flatMap(({ pointer }) =>
    places.flatMap((place) => (pointer.endsWith(place) ? [pointer.slice(0, -place.length)] : [])),
  )
  // What wraps a booking may go by its id, too: the booking is where its status stands.
  const said = draft.read(['booking', 'status'])
  const status = typeof said === 'string' ? said : '/status'
  const isWhole = (at: string): boolean =>
    list.some((item) => typeof readPointer<Json>(item, `${at}${status}`) === 'string')
  const [way = ''] = ways.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || a.length - b.length)
  return way === '' || (id === null && !isWhole(way)) ? '' : `/*${way}`
}

/** How the list is paged and sorted. Two bookings must be there, at two prices. */
export async function learnPaging(learning: Learning): Promise<void> {
  const { draft } = learning.interview
  const items = draft.read([...line, 'items'])
  if (typeof items !== 'string') return
  const idsOf = ({ json }: Heard): readonly string[] =>
    (itemsIn(json, items) ?? []).flatMap((item) => bookingIds(item)[0]?.value ?? [])
  const ask = async (fields: Readonly<Record<string, Json>>): Promise<readonly string[]> => {
    const heard = await askFor(learning, 'list', fields, {}, everything(learning))
    return heard?.accepted === true ? idsOf(heard) : []
  }
  const places = learning.plans.get('list')?.places ?? {}
  const seen = (field: string, from: string): void => {
    const place = places[field]
    if (typeof place === 'string') draft.write([...line, field], place, 'seen', from)
  }
  const first = await ask({ page: 1, pageSize: 1 })
  // It knows none of these names, or refuses what it does not know: its own are looked for later.
  if (first.length !== 1 && learning.plans.get('list')?.described === null) return
  const second = first.length === 1 ? await ask({ page: 2, pageSize: 1 }) : []
  if (first.length === 1 && second.length === 1) {
    seen('pageSize', 'a page of one has one booking in it')
    if (first[0] !== second[0]) seen('page', 'the second page has another booking than the first')
  }
  const sorted = (order: 'ascending' | 'descending'): Promise<readonly string[]> =>
    ask({ sortField: wordFor(learning, 'price'), sortOrder: wordFor(learning, order) })
  const up = await sorted('ascending')
  const down = await sorted('descending')
  if (up.length < 2 || up.join() === down.join() || up.join() !== down.toReversed().join()) return
  seen('sortOrder', 'one order is the other turned round')
  for (const name of ['ascending', 'descending'] as const)
    if (draft.read([...line, 'values', name]) === undefined)
      draft.write([...line, 'values', name], wordFor(learning, name), 'seen', 'one order is the other turned round')
}

/** A list that wants to be told an order and a type is told them each time. */
function alwaysTold(learning: Learning, { exchange: { request }, n }: Heard): void {
  const { interview, plans } = learning
  const places = plans.get('list')?.places ?? {}
  for (const name of ['price', 'ascending', 'product'] as const) {
    const [field] = usualWords[name]
    const [where = '', at = ''] = places[field]?.split(':') ?? []
    const word = wordFor(learning, name)
    if (where === 'header' || !`${request.url} ${request.body ?? ''}`.includes(word)) continue
    const key = [...line, where]
    const before = interview.draft.read(key)
    const way = where === 'body' ? at.split('/').slice(1) : [at]
    const whole = nested(way, word, before)
    interview.draft.write(key, whole, 'seen', `the list is refused without it, and accepted with it (request ${n})`)
  }
}

/** The words for what a list is told, as the target describes them. */
function listWords({ interview, plans }: Learning): void {
  const plan = plans.get('list') ?? plansFor('list', interview)[0]
  for (const [name, [field]] of Object.entries(usualWords)) {
    const input = plan?.described?.inputs.find(({ place }) => place === plan.places[field])
    const word = listedValue(input, name)
    if (word !== undefined)
      interview.draft.write([...line, 'values', name], word, 'described', 'a value that its description lists')
  }
}

function wordFor({ interview }: Learning, name: keyof typeof usualWords): string {
  const written = interview.draft.read([...line, 'values', name])
  return typeof written === 'string' ? written : usualWords[name][1]
}

/** What is sent where a list wants to be told. */
function everything(learning: Learning): Readonly<Record<string, Json>> {
  const word = (name: keyof typeof usualWords): string => wordFor(learning, name)
  return { page: 1, pageSize: 50, sortField: word('price'), sortOrder: word('ascending'), bookingType: word('product') }
}

function listsIn({ json = null }: Heard): readonly Found<readonly Json[]>[] {
  return placesIn<Json>(json).filter((found): found is Found<readonly Json[]> => Array.isArray(found.value))
}

function hasId(item: Json, id: string): boolean {
  return bookingIds(item).some(({ value }) => value === id)
}
