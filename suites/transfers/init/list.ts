import { idText, isMap, readPlaces, readPointer, type Heard, type Json } from '../vocabulary/index.js'
import { askFor } from './ask.js'
import { bookingIds, itemsAt, listsIn, usualPlace } from '../walk/places.js'
import { type Learning, listedValue, nested, plansFor } from './plan.js'

const line = ['operations', 'list']
/** The words that a list is told unless it describes others, and the field for each. */
const usualWords = {
  price: ['sortField', 'PRICE'],
  ascending: ['sortOrder', 'ASCENDING'],
  descending: ['sortOrder', 'DESCENDING'],
  product: ['bookingType', 'Product'],
} as const
type Word = keyof typeof usualWords

/** Finds the list of bookings, by one that must be in it, or by what looks like a list of bookings. */
export async function learnList(learning: Learning, id: string): Promise<void> {
  const { interview, plans } = learning
  const { draft } = interview
  const plan = plans.get('list') ?? plansFor('list', interview)[0]
  for (const [name, [field]] of Object.entries(usualWords)) {
    const input = plan?.described?.inputs.find(({ place }) => place === plan.places[field])
    const word = listedValue(input, name)
    if (word !== undefined)
      draft.write([...line, 'values', name], word, 'described', 'a value that its description lists')
  }
  const heard = await askFor(learning, 'list', {}, { known: everything(learning) })
  if (heard?.accepted !== true) {
    const why =
      heard === null ? 'no method and path that were tried are one' : `request ${heard.n} was refused: ${heard.words}`
    return draft.miss([...line, 'request'], 'GET /path', why)
  }
  alwaysTold(learning, heard)
  const json = heard.json ?? null
  const lists = listsIn(json)
  learning.listsNothing = lists.length > 0 && lists.every(({ value }) => value.length === 0)
  const placeOf = (field: 'id' | 'status'): string => {
    const said = draft.read(['booking', field])
    return typeof said === 'string' ? said : usualPlace(field)
  }
  const idOf = (value: Json): string | undefined => idText(readPointer<Json>(value, placeOf('id')))
  const isWhole = (value: Json): boolean =>
    idOf(value) !== undefined && typeof readPointer<Json>(value, placeOf('status')) === 'string'
  // What wraps a booking may go by its id, too: the booking is where its status stands.
  const own =
    itemsAt(json, (value) => idOf(value) === id && isWhole(value)) ??
    itemsAt(json, (value) => idOf(value) === id) ??
    lists.find(({ value }) => value.some((item) => bookingIds(item).some((found) => found.value === id)))?.pointer
  const likely = itemsAt(json, isWhole) ?? (lists.find(({ pointer }) => pointer === '') ?? lists[0])?.pointer
  if (own !== undefined) draft.write([...line, 'items'], own, 'seen', `request ${heard.n} has the booking there`)
  else if (likely === undefined)
    draft.miss([...line, 'items'], '', `no list stands in the answer to request ${heard.n}`)
  else draft.write([...line, 'items'], likely, 'assumed', `a list in the answer to request ${heard.n}`)
}

/**
 * Leaves out a list that is empty while something is confirmed. Some leave out holds, but what lists nothing at all
 * wants a filter, or is another list.
 */
export async function leaveEmptyList(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  if (!learning.listsNothing) return
  const heard = await askFor(learning, 'list', {}, { known: everything(learning) })
  if (heard?.accepted !== true || listsIn(heard.json ?? null).some(({ value }) => value.length > 0)) return
  const { method = 'GET', path = '/path' } = plans.get('list') ?? {}
  const why = `request ${heard.n} lists nothing while a booking is confirmed, as if it wanted a filter`
  interview.draft.write(line, null, 'assumed', `${why}; a run judges it where this is { request: ${method} ${path} }`)
  if (interview.draft.read(line) === null) plans.delete('list')
}

/** Learns how the list is paged and sorted. Two bookings must be there, at two prices. */
export async function learnPaging(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  const { draft } = interview
  const items = draft.read([...line, 'items'])
  if (typeof items !== 'string') return
  const ask = async (fields: Readonly<Record<string, Json>>): Promise<readonly string[]> => {
    const heard = await askFor(learning, 'list', fields, { known: everything(learning) })
    return heard?.accepted === true
      ? itemsIn(heard.json ?? null, items).flatMap((item) => bookingIds(item)[0]?.value ?? [])
      : []
  }
  const seen = (field: string, from: string): void => {
    const place = plans.get('list')?.places[field]
    if (typeof place === 'string') draft.write([...line, field], place, 'seen', from)
  }
  const first = await ask({ page: 1, pageSize: 1 })
  // It knows none of these names, or refuses what it does not know.
  if (first.length !== 1 && plans.get('list')?.described === null) return
  const second = first.length === 1 ? await ask({ page: 2, pageSize: 1 }) : []
  if (second.length === 1) {
    seen('pageSize', 'a page of one has one booking in it')
    if (first[0] !== second[0]) seen('page', 'the second page has another booking than the first')
  }
  const sorted = (order: Word): Promise<readonly string[]> =>
    ask({ sortField: wordFor(learning, 'price'), sortOrder: wordFor(learning, order) })
  const up = await sorted('ascending')
  const down = await sorted('descending')
  if (up.length < 2 || up.join() === down.join() || up.join() !== down.toReversed().join()) return
  const from = 'one order is the other turned round'
  seen('sortOrder', from)
  for (const name of ['ascending', 'descending'] as const)
    if (draft.read([...line, 'values', name]) === undefined)
      draft.write([...line, 'values', name], wordFor(learning, name), 'seen', from)
}

/** A list that wants to be told an order and a type is told them each time. */
function alwaysTold(learning: Learning, { exchange: { request }, n }: Heard): void {
  const { interview, plans } = learning
  for (const name of ['price', 'ascending', 'product'] as const) {
    const [where = '', at = ''] = plans.get('list')?.places[usualWords[name][0]]?.split(':') ?? []
    const word = wordFor(learning, name)
    if (where === 'header' || !`${request.url} ${request.body ?? ''}`.includes(word)) continue
    const key = [...line, where]
    const whole = nested(where === 'body' ? at.split('/').slice(1) : [at], word, interview.draft.read(key))
    interview.draft.write(key, whole, 'seen', `the list is refused without it, and accepted with it (request ${n})`)
  }
}

function wordFor({ interview }: Learning, name: Word): string {
  const written = interview.draft.read([...line, 'values', name])
  return typeof written === 'string' ? written : usualWords[name][1]
}

/** The fields that a list may want. */
function everything(learning: Learning): Readonly<Record<string, Json>> {
  const word = (name: Word): string => wordFor(learning, name)
  return { page: 1, pageSize: 50, sortField: word('price'), sortOrder: word('ascending'), bookingType: word('product') }
}

/** The bookings of a list. */
function itemsIn(json: Json, items: string): readonly Json[] {
  const found = readPlaces<Json>(json, items).map(({ value }) => value)
  if (items.includes('/*') && found.every((each) => isMap(each))) return found
  return found.flatMap((each) => (Array.isArray(each) ? each : []))
}
