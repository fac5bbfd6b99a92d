import { placesIn, type Heard, type Json } from '../vocabulary/index.js'
import { choicesIn, namesIn } from './choicesIn.js'
import { itemsIn } from './itemsIn.js'
import type { Learning } from './learning.js'
import { valueNames } from './lexicon.js'
import { questionOf } from './plan.js'
import { theOne } from './theOne.js'

const line = ['operations', 'list']

/** What lists call their inputs, where it is not what public OCTO does. */
const called = {
  pageSize: ['size', 'limit', 'perPage', 'per_page', 'page_size', 'pageLimit', 'count', 'take', 'Take'],
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'page_no', 'pageIndex'],
  sortField: ['sortBy', 'orderBy', 'sort', 'sort_by', 'order_by', 'sort_field'],
  sortOrder: [
    'direction',
    'order',
    'sort_order',
    'sortDirection',
    'dir',
    'sortDir',
    'order_dir',
    'orderDirection',
    'sort_dir',
    'sort_direction',
  ],
  bookingType: ['type', 'kind', 'bookingKind', 'booking_type', 'booking_kind'],
} as const
type Field = keyof typeof called

/** What is read beside another one alone, which is 0 then: a size where it is said from which one on. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['take', 'skip'],
  ['Take', 'Skip'],
  ['limit', 'offset'],
  ['size', 'from'],
])
/** They are tried together, but for `from`: to many a list it is a day. */
const paired = [['take', 'Take', 'limit'], ['size']] as const
/** What refusals of words list of which field. */
const listed: Readonly<Partial<Record<Field, readonly string[]>>> = {
  sortField: ['price'],
  sortOrder: ['ascending', 'descending'],
  bookingType: ['product'],
}

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
  const write = (field: Field, name: string, from: string): void => {
    const place = `${plan.method === 'GET' ? 'query:' : 'body:/'}${name}`
    draft.write([...line, field], place, 'seen', from)
    // What is asked of the list from now on goes there, too.
    plan.places[field] = place
  }
  const beside = (names: readonly string[]): Record<string, string> =>
    all(
      names.flatMap((name) => pairs.get(name) ?? []),
      '0',
    )

  /** What it may be told, as the refusal of another word lists it. */
  const learnWords = (field: 'sortOrder' | 'sortField' | 'bookingType', refused: Heard | null): void => {
    const choices = refused === null ? [] : choicesIn(refused)
    if (refused === null || choices.length < 2) return
    const from = `request ${refused.n} was refused, and says that it may be told this`
    if (field === 'bookingType') learning.types.push(...choices)
    for (const name of listed[field] ?? []) {
      const word = choices.find((each) => valueNames[name]?.test(each) === true)
      if (word !== undefined && draft.read([...line, 'values', name]) === undefined)
        draft.write([...line, 'values', name], word, 'seen', from)
    }
  }

  const plain = await ask({})
  learning.list = plain
  if (!plain.accepted || (itemsOf(plain)?.length ?? 0) < 2) return
  const told = shown(plain, items)
  /** The last answer that is a page of one: its links say what leads to the next. */
  let answered = plain
  let unknown: Heard | null = null
  const askUnknown = async (): Promise<Heard> => (unknown ??= await ask({ [noWord]: noWord }))
  const isStrict = async (): Promise<boolean> => isRefusal(await askUnknown())
  const likelyFor = (field: 'page' | 'pageSize'): readonly string[] =>
    [...new Set([...linked(answered, field), ...likelyNames(field, told)])].slice(0, 3)
  /** Of what the answer calls so first, each alone. */
  const find = async (
    field: 'page' | 'pageSize',
    does: (names: readonly string[]) => Promise<boolean>,
  ): Promise<string | null> => {
    const likely = likelyFor(field)
    // As JSON:API has them. Beside `page`, some read neither.
    const bracketed = plan.method === 'GET' ? likelyMembers(field, told).map((name) => `page[${name}]`) : []
    for (const name of likely) if (await does([name])) return name
    const names = [...told.map((each) => each.name), ...called[field], ...bracketed].filter(
      (name) => !likely.includes(name),
    )
    return (await isStrict()) ? null : theOne([...new Set(names)], does)
  }

  if (isOpen('pageSize')) {
    const isOneBy = async (inputs: Readonly<Record<string, string>>): Promise<boolean> => {
      const heard = await ask(inputs)
      const isOne = itemsOf(heard)?.length === 1
      if (isOne) answered = heard
      return isOne
    }
    const alone = await find('pageSize', (names) => isOneBy(all(names, '1')))
    if (alone !== null) write('pageSize', alone, 'a page of one has one booking in it')
    for (const group of alone === null ? paired : []) {
      const names = (await isStrict()) ? group.filter((name) => likelyFor('pageSize').includes(name)) : group
      const size =
        names.length === 0 ? null : await theOne(names, (each) => isOneBy({ ...beside(each), ...all(each, '1') }))
      if (size === null) continue
      write('pageSize', size, 'a page of one has one booking in it')
      const more = [...line, plan.method === 'GET' ? 'query' : 'body']
      draft.write(more, beside([size]), 'seen', `${size} is read beside it alone`)
      break
    }
  }
  const size = draft.read([...line, 'pageSize'])
  const sizeName = typeof size === 'string' ? /^(?:query:|body:\/)(.+)$/.exec(size)?.[1] : undefined
  if (isOpen('page') && sizeName !== undefined) {
    const one = answered !== plain && itemsOf(answered)?.length === 1 ? answered : await ask({ [sizeName]: '1' })
    const first = JSON.stringify(itemsOf((answered = one)))
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
    let isOther = false
    let refused: Heard | null = null
    const isRead = async (names: readonly string[]): Promise<boolean | string> => {
      const heard = await ask(all(names, noWord))
      if (field === 'bookingType' && heard.accepted) {
        const isNone = itemsOf(heard)?.length === 0
        noneFound ||= isNone
        return isNone
      }
      if (!isRefusal(heard)) return false
      refused = heard
      const named = namedIn(heard, names)
      // What public OCTO calls it may be what the target calls it in its words alone.
      const isIt = named !== field || names.length === 1 || isRefusal(await ask({ [field]: noWord }))
      isOther ||= !isIt
      return named !== undefined && isIt ? named : true
    }
    const does = await isRead([field, ...called[field]])
    const left = isOther ? called[field] : [field, ...called[field]]
    const found = typeof does === 'string' ? does : does ? await theOne(left, isRead, true) : null
    if (found === null) continue
    // Some find nothing by what they do not know, whatever it is called.
    if (noneFound && itemsOf(await askUnknown())?.length === 0) continue
    if (noneFound || !(await isStrict())) {
      const how = noneFound ? 'nothing is listed by a word that there is not' : 'a word that there is not was refused'
      write(field, found, `${how} there`)
      learnWords(field, refused)
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
    // It is what most call it, whatever they call the size.
    ...(field === 'page' && told.every(({ name }) => !/page|sheet|leaf|number|index/i.test(name)) ? ['page'] : []),
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
function namedIn(heard: Heard, names: readonly string[]): string | undefined {
  const said = namesIn(heard)
  const found = names.filter((name) => said.has(name))
  return found.length === 1 ? found[0] : undefined
}

/** What the links of a page of one call their inputs: `?page=2&page_size=1`. */
function linked({ json = null }: Heard, field: 'page' | 'pageSize'): readonly string[] {
  return placesIn<Json>(json).flatMap(({ value, pointer }) => {
    if (typeof value !== 'string' || !value.includes('?') || !/next/i.test(pointer)) return []
    const url = URL.canParse(value, 'http://list') ? new URL(value, 'http://list') : null
    return [...(url?.searchParams ?? [])].flatMap(([name, text]) =>
      text === (field === 'page' ? '2' : '1') && /^[\w[\]-]{1,40}$/.test(name) ? [name] : [],
    )
  })
}

function isRefusal({ status }: Heard): boolean {
  return status === 400 || status === 422
}
