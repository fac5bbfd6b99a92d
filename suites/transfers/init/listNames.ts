import { placesIn, type Heard, type Json } from '../vocabulary/index.js'
import { itemsIn } from './itemsIn.js'
import type { Learning } from './learning.js'
import { questionOf } from './plan.js'
import { theOne } from './theOne.js'

const line = ['operations', 'list']

/** What lists call their inputs, where it is not what public OCTO does. */
const called = {
  pageSize: ['size', 'limit', 'perPage', 'per_page', 'page_size', 'pageLimit', 'count'],
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'page_no', 'pageIndex'],
  sortField: ['sortBy', 'orderBy', 'sort', 'sort_by', 'order_by'],
  sortOrder: ['direction', 'order', 'sort_order', 'sortDirection', 'dir', 'sortDir', 'order_dir', 'orderDirection'],
  bookingType: ['type', 'kind', 'bookingKind', 'booking_type'],
} as const
type Field = keyof typeof called

/** So many names that the answer has are tried, too; and so many of all alone, by a list that refuses what it does not know. */
const [mostShown, mostAlone] = [8, 5]
/** A word that no list has for anything; and words that lists have. */
const noWord = 'octospec'
const words = { sortOrder: 'DESCENDING', sortField: 'PRICE', bookingType: 'Product' } as const

/**
 * Finds what the list calls its inputs, where those of public OCTO did nothing: what the answer itself calls them, else many names in one
 * request, of which the one that did something is looked for by halves. A page of one shows the size, another booking the page; what
 * refuses a word that there is not has read it, unless it refuses every name that it does not know. Nothing is written by that.
 */
export async function learnListNames(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  const { draft } = interview
  const plan = plans.get('list')
  const items = draft.read([...line, 'items'])
  if (plan === undefined || plan.described !== null || typeof items !== 'string') return
  const isOpen = (field: Field): boolean => draft.read([...line, field]) === undefined
  const ask = (inputs: Readonly<Record<string, string>>): Promise<Heard> => {
    const { query, body, ...question } = questionOf(plan, {})
    if (plan.method === 'GET') return interview.ask({ ...question, query: { ...query, ...inputs } })
    const typed = Object.entries(inputs).map(([name, text]) => [name, /^\d$/.test(text) ? Number(text) : text])
    return interview.ask({ ...question, body: { ...body, ...Object.fromEntries(typed) } })
  }
  const all = (names: readonly string[], value: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, value]))
  const itemsOf = ({ json }: Heard): readonly Json[] | null => itemsIn(json, items)
  const write = (field: Field, name: string, from: string): void =>
    draft.write([...line, field], `${plan.method === 'GET' ? 'query:' : 'body:/'}${name}`, 'seen', from)

  const plain = await ask({})
  if (!plain.accepted || (itemsOf(plain)?.length ?? 0) < 2) return
  const told = shown(plain, items)
  let unknown: Heard | null = null
  const askUnknown = async (): Promise<Heard> => (unknown ??= await ask({ [noWord]: noWord }))
  const isStrict = async (): Promise<boolean> => isRefusal(await askUnknown())
  /** Of what the answer calls so first, each alone. */
  const find = async (
    field: 'page' | 'pageSize',
    does: (names: readonly string[]) => Promise<boolean>,
  ): Promise<string | null> => {
    const likely = likelyNames(field, told)
    // As JSON:API has them. Beside `page`, some read neither.
    const bracketed = plan.method === 'GET' ? likelyMembers(field, told).map((name) => `page[${name}]`) : []
    for (const name of [...likely, ...bracketed]) if (await does([name])) return name
    const names = [...told.map((each) => each.name), ...called[field]].filter((name) => !likely.includes(name))
    return (await isStrict()) ? null : theOne([...new Set(names)], does)
  }

  if (isOpen('pageSize')) {
    const isOne = async (names: readonly string[]): Promise<boolean> =>
      itemsOf(await ask(all(names, '1')))?.length === 1
    const size = await find('pageSize', isOne)
    if (size !== null) write('pageSize', size, 'a page of one has one booking in it')
  }
  const size = draft.read([...line, 'pageSize'])
  const sizeName = typeof size === 'string' ? /^(?:query:|body:\/)(.+)$/.exec(size)?.[1] : undefined
  if (isOpen('page') && sizeName !== undefined) {
    const first = JSON.stringify(itemsOf(await ask({ [sizeName]: '1' })))
    const isNext = async (names: readonly string[]): Promise<boolean> => {
      const found = itemsOf(await ask({ ...all(names, '2'), [sizeName]: '1' }))
      return found?.length === 1 && JSON.stringify(found) !== first
    }
    const page = await find('page', isNext)
    if (page !== null) write('page', page, 'the second page has another booking than the first')
  }
  for (const field of ['sortOrder', 'sortField', 'bookingType'] as const) {
    if (!isOpen(field)) continue
    let noneFound = false
    const isRead = async (names: readonly string[]): Promise<boolean | string> => {
      const heard = await ask(all(names, noWord))
      if (field === 'bookingType' && heard.accepted) {
        const isNone = itemsOf(heard)?.length === 0
        noneFound ||= isNone
        return isNone
      }
      if (!isRefusal(heard)) return false
      const named = namedIn(heard, names)
      // What public OCTO calls it may be what the target calls it in its words alone.
      const isIt = named !== field || names.length === 1 || isRefusal(await ask({ [field]: noWord }))
      return named !== undefined && isIt ? named : true
    }
    const found = await theOne([field, ...called[field]], isRead)
    if (found === null) continue
    // Some find nothing by what they do not know, whatever it is called.
    if (noneFound && itemsOf(await askUnknown())?.length === 0) continue
    if (noneFound || !(await isStrict())) {
      const how = noneFound ? 'nothing is listed by a word that there is not' : 'a word that there is not was refused'
      write(field, found, `${how} there`)
      continue
    }
    for (const name of [field, ...called[field]].slice(0, mostAlone)) {
      if (!(await ask({ [name]: words[field] })).accepted) continue
      write(field, name, 'it was taken, by a list that refuses what it does not know')
      break
    }
  }
}

/** A whole number in an answer. */
interface Told {
  readonly name: string
  /** What the object is called that it stands in: empty where that is the answer itself. */
  readonly holder: string
}

/** Whole numbers in the answer itself, beside its items, by their names: `{"paging": {"pageNo": 1, "perPage": 20}}`. */
function shown({ json = null }: Heard, items: string): readonly Told[] {
  const found = placesIn<Json>(json).flatMap(({ pointer, value }): readonly Told[] => {
    const isBeside = !/\/\d+\//.test(pointer) && (items === '' || !pointer.startsWith(`${items}/`))
    const [name = '', holder = ''] = pointer.split('/').toReversed()
    return Number.isInteger(value) && isBeside ? [{ name, holder }] : []
  })
  return found.slice(0, mostShown)
}

/** What the answer most likely calls the input: `perPage`, or for `{"sheet": {"number": 1, "size": 20}}` `sheet` and `perSheet`. */
function likelyNames(field: 'page' | 'pageSize', told: readonly Told[]): readonly string[] {
  const [holder = ''] = told.flatMap(({ holder: each }) =>
    each === '' || /^_?(meta|pag(ing|ination|er)|data|result|load|answer|body)/i.test(each) ? [] : [each],
  )
  const names = [
    ...(field === 'page' && holder !== '' ? [holder] : []),
    ...ownNames(field, told),
    ...(field === 'page' || holder === '' ? [] : [`per${capitalised(holder)}`, `${holder}Size`]),
  ]
  return [...new Set(names)].slice(0, 3)
}

/** What it may be called inside of `page`: as the answer calls it, else as most do. */
function likelyMembers(field: 'page' | 'pageSize', told: readonly Told[]): readonly string[] {
  const own = ownNames(field, told).filter((name) => !/page/i.test(name))
  return [...new Set([...own, field === 'page' ? 'number' : 'size'])].slice(0, 2)
}

function ownNames(field: 'page' | 'pageSize', told: readonly Told[]): readonly string[] {
  const [words, but] =
    field === 'page'
      ? [/page|sheet|leaf|number|index/i, /size|per|total|count|s$/i]
      : [/size|per|limit|rows|len/i, /total|s_?in|count$/i]
  return told.flatMap(({ name }) => (words.test(name) && !but.test(name) ? [name] : []))
}

function capitalised(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
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
