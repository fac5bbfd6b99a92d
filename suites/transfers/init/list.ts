import { placesIn, readPointer, type Found, type Heard, type Json } from '../vocabulary/index.js'
import { askFor, type Learning } from './learning.js'
import { bookingIds } from './bookingPlaces.js'
import { listedValue, plansFor } from './plan.js'

const line = ['operations', 'list']
/** What is sent where a list wants to be told. */
const paging = { page: 1, pageSize: 50 }

/** Finds the list of bookings, by one that must be in it, or by what looks like a list of bookings. */
export async function learnList(learning: Learning, id: string): Promise<void> {
  const { draft } = learning.interview
  const heard = await askFor(learning, 'list', {}, {}, paging)
  if (heard?.accepted !== true) {
    draft.miss(
      [...line, 'request'],
      'GET /path',
      heard === null ? 'no method and path that were tried are one' : `request ${heard.n} was refused: ${heard.words}`,
    )
    return
  }
  const lists = listsIn(heard)
  const own = lists.find(({ value }) => value.some((item) => hasId(item, id)))
  const found = own ?? lists.find(({ pointer }) => pointer === '') ?? lists[0]
  if (found === undefined) draft.miss([...line, 'items'], '', `no list stands in the answer to request ${heard.n}`)
  else
    draft.write(
      [...line, 'items'],
      found.pointer,
      own === undefined ? 'assumed' : 'seen',
      own === undefined ? `a list in the answer to request ${heard.n}` : `request ${heard.n} has the booking there`,
    )
  listWords(learning)
}

/** How the list is paged and sorted. Two bookings must be there, at two prices. */
export async function learnPaging(learning: Learning): Promise<void> {
  const { draft } = learning.interview
  const items = draft.read([...line, 'items'])
  if (typeof items !== 'string') return
  const idsOf = ({ json }: Heard): readonly string[] => {
    const list = readPointer<Json>(json ?? null, items)
    return Array.isArray(list) ? list.flatMap((item: Json) => bookingIds(item)[0]?.value ?? []) : []
  }
  const ask = async (fields: Readonly<Record<string, Json>>): Promise<readonly string[]> => {
    const heard = await askFor(learning, 'list', fields, {}, paging)
    return heard?.accepted === true ? idsOf(heard) : []
  }
  const places = learning.plans.get('list')?.places ?? {}
  const seen = (field: string, from: string): void => {
    const place = places[field]
    if (typeof place === 'string') draft.write([...line, field], place, 'seen', from)
  }
  const first = await ask({ page: 1, pageSize: 1 })
  const second = await ask({ page: 2, pageSize: 1 })
  if (first.length === 1 && second.length === 1) {
    seen('pageSize', 'a page of one has one booking in it')
    if (first[0] !== second[0]) seen('page', 'the second page has another booking than the first')
  }
  const words = (name: string, usual: string): string => {
    const written = draft.read([...line, 'values', name])
    return typeof written === 'string' ? written : usual
  }
  const sorted = (order: string): Promise<readonly string[]> =>
    ask({ sortField: words('price', 'PRICE'), sortOrder: order })
  const up = await sorted(words('ascending', 'ASCENDING'))
  const down = await sorted(words('descending', 'DESCENDING'))
  if (up.length < 2 || up.length !== down.length || up.join() === down.join() || up.join() !== down.toReversed().join())
    return
  seen('sortOrder', 'one order is the other turned round')
  for (const [name, usual] of [
    ['ascending', 'ASCENDING'],
    ['descending', 'DESCENDING'],
  ] as const)
    if (draft.read([...line, 'values', name]) === undefined)
      draft.write([...line, 'values', name], usual, 'seen', 'one order is the other turned round')
}

/** The words for what a list is told, as the target describes them. */
function listWords(learning: Learning): void {
  const { interview, plans } = learning
  const plan = plans.get('list') ?? plansFor('list', interview)[0]
  const inputAt = (
    field: string,
  ): NonNullable<typeof plan>['described'] extends null ? never : Parameters<typeof listedValue>[0] =>
    plan?.described?.inputs.find(({ place }) => place === plan.places[field])
  for (const [name, field] of [
    ['price', 'sortField'],
    ['ascending', 'sortOrder'],
    ['descending', 'sortOrder'],
    ['product', 'bookingType'],
  ] as const) {
    const word = listedValue(inputAt(field), name)
    if (word !== undefined)
      interview.draft.write([...line, 'values', name], word, 'described', 'a value that its description lists')
  }
}

function listsIn({ json = null }: Heard): readonly Found<readonly Json[]>[] {
  return placesIn<Json>(json).filter((found): found is Found<readonly Json[]> => Array.isArray(found.value))
}

function hasId(item: Json, id: string): boolean {
  return bookingIds(item).some(({ value }) => value === id)
}
