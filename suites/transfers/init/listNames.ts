import { placesIn, readPointer, type Heard, type Json } from '../vocabulary/index.js'
import type { Learning } from './learning.js'
import { questionOf } from './plan.js'

const line = ['operations', 'list']

/** What lists call their inputs, where it is not what public OCTO does. */
const called = {
  pageSize: ['size', 'limit', 'perPage', 'per_page', 'page_size', 'pageLimit', 'count'],
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'page_no', 'pageIndex'],
  sortField: ['sort', 'sortBy', 'sort_by', 'orderBy', 'order_by'],
  sortOrder: ['direction', 'order', 'sort_order', 'sortDirection', 'dir', 'sortDir', 'order_dir', 'orderDirection'],
  bookingType: ['type', 'kind', 'bookingKind', 'booking_type'],
} as const
type Field = keyof typeof called

/** So many names that the answer has are tried, too. */
const mostShown = 8
/** A word that no list has for anything. */
const noWord = 'octospec'
/**
 * Finds what the list calls its inputs, where those of public OCTO did nothing: many names are sent in one request, and the one that did
 * something is looked for by halves. A page of one shows the size, another booking the page; what refuses a word that there is not has
 * read it. Nothing is written by that.
 */
export async function learnListNames(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  const { draft } = interview
  const plan = plans.get('list')
  const items = draft.read([...line, 'items'])
  if (plan === undefined || plan.described !== null || plan.method !== 'GET' || typeof items !== 'string') return
  const isOpen = (field: Field): boolean => draft.read([...line, field]) === undefined
  const ask = (query: Readonly<Record<string, string>>): Promise<Heard> => {
    const question = questionOf(plan, {})
    return interview.ask({ ...question, query: { ...question.query, ...query } })
  }
  const all = (names: readonly string[], value: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, value]))
  const itemsOf = ({ json }: Heard): readonly Json[] | null => {
    const list = readPointer<Json>(json ?? null, items)
    return Array.isArray(list) ? list : null
  }
  const write = (field: Field, name: string, from: string): void =>
    draft.write([...line, field], `query:${name}`, 'seen', from)

  const plain = await ask({})
  if (!plain.accepted || (itemsOf(plain)?.length ?? 0) < 2) return
  const namesOf = (field: Field): readonly string[] => [
    ...new Set([...(field.startsWith('page') ? shown(plain, items) : []), ...called[field]]),
  ]

  const isOne = async (names: readonly string[]): Promise<boolean> => itemsOf(await ask(all(names, '1')))?.length === 1
  if (isOpen('pageSize')) {
    const size = await theOne(namesOf('pageSize'), isOne)
    if (size !== null) write('pageSize', size, 'a page of one has one booking in it')
  }
  const size = draft.read([...line, 'pageSize'])
  const sizeName = typeof size === 'string' ? /^query:(.+)$/.exec(size)?.[1] : undefined
  if (isOpen('page') && sizeName !== undefined) {
    const first = JSON.stringify(itemsOf(await ask({ [sizeName]: '1' })))
    const isNext = async (names: readonly string[]): Promise<boolean> => {
      const found = itemsOf(await ask({ [sizeName]: '1', ...all(names, '2') }))
      return found?.length === 1 && JSON.stringify(found) !== first
    }
    const page = await theOne(
      namesOf('page').filter((name) => name !== sizeName),
      isNext,
    )
    if (page !== null) write('page', page, 'the second page has another booking than the first')
  }
  for (const field of ['sortOrder', 'sortField', 'bookingType'] as const) {
    if (!isOpen(field)) continue
    const isRead = async (names: readonly string[]): Promise<boolean | string> => {
      const heard = await ask(all(names, noWord))
      return isRefusal(heard) && (namedIn(heard, names) ?? true)
    }
    const name = await theOne(namesOf(field), isRead)
    if (name !== null) write(field, name, 'a word that there is not was refused there')
  }
}

/** Whole numbers in the answer itself, beside its items, by their names: `{"paging": {"pageNo": 1, "perPage": 20}}`. */
function shown({ json = null }: Heard, items: string): readonly string[] {
  const found = placesIn<Json>(json).flatMap(({ pointer, value }) =>
    Number.isInteger(value) && !/\/\d+\//.test(pointer) && (items === '' || !pointer.startsWith(`${items}/`))
      ? [pointer.slice(pointer.lastIndexOf('/') + 1)]
      : [],
  )
  return found.slice(0, mostShown)
}

/** The only one of these that a refusal names; undefined: none, or several. */
function namedIn({ words }: Heard, names: readonly string[]): string | undefined {
  const said = new Set(words.split(/[^\w-]+/))
  const found = names.filter((name) => said.has(name))
  return found.length === 1 ? found[0] : undefined
}

function isRefusal({ status }: Heard): boolean {
  return status === 400 || status === 422
}

/** The one of many names that does something, by halves or because it is named; null: none of them does it alone. */
async function theOne(
  names: readonly string[],
  does: (names: readonly string[]) => Promise<boolean | string>,
): Promise<string | null> {
  let left = names
  for (let isSure = false; ;) {
    if (!isSure) {
      const is = await does(left)
      if (typeof is === 'string') return is
      if (!is) return null
    }
    if (left.length === 1) return left[0] ?? null
    const half = left.slice(0, Math.ceil(left.length / 2))
    const is = await does(half)
    if (typeof is === 'string') return is
    // What the other half does is seen once more where it is one name.
    left = is ? half : left.slice(half.length)
    isSure = is || left.length > 1
  }
}
