import { idsOf, otherOf, otherTypeOf, pageSizes, type Answer, type Context, type Profile } from '../vocabulary/index.js'
import { entriesOf } from './items.js'
import type { Measured } from './measure.js'
import type { Own, Paged } from './pages.js'
import { usualTypeOf } from './usualType.js'

/** Pages that a short list is cut into, as it is and by price. */
const [cuts, sortedCuts] = [3, 2]
/** Pages read at either end of a long list. */
const ends = 2
/** Pages past the last that one may ask for and surely find nothing. */
const far = 50

/** Pages of one size. */
interface Pages {
  readonly numbers: readonly number[]
  readonly size: number
}

/** What pages a list is cut into. */
export interface Cut extends Pages, Pick<Paged, 'whole'> {
  /** How many bookings there are at least. */
  readonly total: number
  readonly byPrice: Pages
  readonly wide: Pages
}

/** One reading of the pages, and what stands around them. */
export type Round = Cut & Pick<Paged, 'before' | 'pages' | 'lastAlone' | 'beyond' | 'farBeyond' | 'zero'>

export function cutOf({ size: wide, effective, pages, total, last, only }: Measured): Cut {
  const whole = total !== null
  const cutInto = (parts: number, sized: (even: number, total: number) => number): Pages => {
    if (!whole) return { numbers: bothEnds(last), size: wide }
    const size = only ?? sized(Math.min(effective, Math.max(2, Math.ceil(total / parts))), total)
    return { numbers: upTo(Math.max(1, Math.ceil(total / size))), size }
  }
  return {
    whole,
    total: total ?? effective,
    ...cutInto(cuts, (even, all) => unevenFrom(even, all, effective)),
    byPrice: cutInto(sortedCuts, (even) => amongEquals(even, pages, effective)),
    wide: { numbers: whole ? upTo(Math.max(1, last ?? 1)) : bothEnds(last), size: wide },
  }
}

/** A smaller size that the target takes, for where the one that the list was cut by is refused. */
export async function withSize({ target }: Context, measured: Measured): Promise<Measured> {
  const most = Math.min(measured.total ?? 0, measured.size)
  for (const only of pageSizes.filter((each) => each < most))
    if (!(await target.list({ page: 1, pageSize: only })).refused) return { ...measured, only }
  return { ...measured, only: measured.size }
}

/** The next size that leaves a last page which is not full: that may be lost where a full one is not. */
function unevenFrom(size: number, total: number, most: number): number {
  return total % size === 0 && size < most ? unevenFrom(size + 1, total, most) : size
}

/**
 * A page size, from this one to a third more, that ends a page in the midst of many bookings of one price, in either direction: whoever does
 * not order those has them twice, or on no page. How prices of several currencies compare is a guess here, on which nothing else rests.
 */
function amongEquals(even: number, pages: readonly Answer[], most: number): number {
  const amounts = entriesOf(pages)
    .map((entry) => {
      const precision = entry.read('currencyPrecision')
      return Number(entry.read('total')) / 10 ** (typeof precision === 'number' ? precision : 0)
    })
    .sort((a, b) => a - b)
  const cutsAt = (at: number): number => {
    const equals = amounts.filter((amount) => amount === amounts[at]).length
    const before = at - amounts.indexOf(amounts[at] ?? 0)
    return Math.min(before, equals - before)
  }
  const gain = (size: number): number => Math.min(cutsAt(size), 2) + Math.min(cutsAt(amounts.length - size), 2)
  const sizes = Array.from({ length: Math.floor(even / 3) + 1 }, (_, more) => even + more)
  return sizes.filter((size) => size <= most).reduce((best, size) => (gain(size) > gain(best) ? size : best), even)
}

/** Reads the pages after a reading of the same in another size; of a long list, its two ends. */
export async function readRound(context: Context, measured: Measured): Promise<Round> {
  const { target } = context
  const { total, last } = measured
  const cut = cutOf(measured)
  const { whole, size, numbers, wide } = cut
  const end = whole ? numbers.length : last
  const before = whole
    ? measured.pages.slice(0, wide.numbers.length)
    : await readPages(context, wide.numbers, wide.size)
  // At once, so that little can happen in between.
  const [pages, outside, lastAlone, zero] = await Promise.all([
    readPages(context, numbers, size),
    readPages(context, end === null ? [] : [end + 1, end + far], size),
    total === null ? null : target.list({ page: total, pageSize: 1 }),
    target.list({ page: 0, pageSize: size * 2 }),
  ])
  const [beyond = null, farBeyond = null] = outside
  return { ...cut, before, pages, lastAlone, beyond, farBeyond, zero }
}

/** What was read before the pages once more, and the list by price, ascending. */
export async function readAfter(context: Context, { wide, byPrice }: Cut): Promise<Pick<Paged, 'after' | 'asc'>> {
  const [after, asc] = await Promise.all([
    readPages(context, wide.numbers, wide.size),
    readByPrice(context, 'ascending', byPrice),
  ])
  return { after, asc }
}

/** Reads the list by price, descending. */
export async function readSorted(
  context: Context,
  { whole, byPrice }: Cut,
): Promise<Pick<Paged, 'desc' | 'ascFirst' | 'ascBeyond' | 'spelled' | 'sideways'>> {
  const other = otherWord(context.profile)
  const firstIn = (sortOrder: string): Promise<readonly Answer[]> =>
    readByPrice(context, sortOrder, { ...byPrice, numbers: [1] })
  const [desc, [ascFirst, ascBeyond], [spelled]] = await Promise.all([
    readByPrice(context, 'descending', byPrice),
    whole ? readByPrice(context, 'ascending', { ...byPrice, numbers: [1, byPrice.numbers.length + 1] }) : [],
    other === null ? [] : firstIn(other),
  ])
  const [first] = desc
  const differs =
    spelled?.accepted === true && first?.accepted === true && idsOf(spelled).join() !== idsOf(first).join()
  const [sideways] = differs ? await firstIn('Sideways') : []
  const outer = { ascFirst: ascFirst ?? null, ascBeyond: ascBeyond ?? null }
  return { desc, ...outer, spelled: spelled ?? null, sideways: sideways ?? null }
}

/** The documents have two words for descending: the one that this target was not said to have; null: it has neither. */
function otherWord({ operations: { list } }: Profile): string | null {
  if (list?.fields['sortField'] === undefined || list.fields['sortOrder'] === undefined) return null
  const words = ['Descending', 'DESCENDING']
  const { descending } = list.values
  return words.includes(descending) ? (words.find((word) => word !== descending) ?? null) : null
}

export function readByPrice(context: Context, sortOrder: string, { numbers, size }: Pages): Promise<readonly Answer[]> {
  return readPages(context, numbers, size, { sortField: 'price', sortOrder })
}

export function readPages(
  { target }: Context,
  numbers: readonly number[],
  pageSize: number,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Answer[]> {
  return Promise.all(numbers.map((page) => target.list({ page, pageSize, ...inputs })))
}

export async function readTyped(
  context: Context,
  { size, total, last }: Measured,
  [ofProduct, ofOther]: readonly [Own | undefined, Own | null],
): Promise<Paged['typed']> {
  const { operations } = context.profile
  const type = otherTypeOf(context.profile)
  const isToBook = otherOf(context.profile)?.bookingType === type
  const { bookingType: place, sortField, sortOrder } = operations.list?.fields ?? {}
  if (typeof type !== 'string' || (isToBook && ofOther === null) || place === undefined) return null
  const end = total === null ? 1 : (last ?? 1)
  const walk = async (bookingType: string, own: Own | null | undefined): Promise<readonly Answer[]> => {
    const found = await readPages(context, upTo(end), size, { bookingType })
    // Where others book meanwhile, it may have slipped from page to page between two requests.
    return own === null || entriesOf(found).some(({ id }) => id === own?.id)
      ? found
      : readPages(context, upTo(end + 1), size, { bookingType })
  }
  const usual = usualTypeOf(context.profile, ofProduct?.booking, isToBook ? (ofOther?.booking ?? null) : null)
  const ordered = { bookingType: type, sortField: 'price', sortOrder: 'ascending' }
  const [product, other, [sorted]] = await Promise.all([
    walk(usual.type, ofProduct),
    walk(type, isToBook ? ofOther : null),
    sortField === undefined || sortOrder === undefined ? [] : readPages(context, [1], size, ordered),
  ])
  return { product, other, sorted: sorted ?? null }
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

function bothEnds(last: number | null): readonly number[] {
  const final = upTo(last ?? 0).slice(-ends)
  return [...upTo(ends + 1), ...final.filter((page) => page > ends + 1)]
}

/** Other page sizes at which a page cannot hold all that there is, the largest first (see `unshownInputs`). */
export function otherSizes({ total }: Pick<Cut, 'total'>): readonly number[] {
  return [...new Set([total - 1, 1])].filter((size) => size >= 1 && size < total)
}
