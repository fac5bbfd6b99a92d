import { pageSizes, type Answer, type Context, type Fields, type Profile } from '../vocabulary/index.js'
import type { Measured } from './measure.js'
import { askedFor, entriesOf } from './walks.js'

/** Pages that a short list is cut into, as it is and by price. */
const [cuts, sortedCuts] = [3, 2]
/** Pages read at either end of a long list. */
const ends = 2
/** Pages past the last that one may ask for and surely find nothing. */
export const far = 50

/** Pages of one size. */
export interface Pages {
  readonly numbers: readonly number[]
  readonly size: number
}

/** What pages a list is cut into: of a long one, its two ends alone. */
interface Cut extends Pages {
  readonly byPrice: Pages
}

/** The largest pages that the target gives: of a long list, its two ends alone. */
export function widePages({ size, total, last }: Pick<Measured, 'size' | 'total' | 'last'>): Pages {
  return { numbers: total === null ? bothEnds(last) : upTo(Math.max(1, last ?? 1)), size }
}

/** @param only the size that it is cut by, where others are refused */
export function cutOf({ effective, pages, total, ...measured }: Measured, only?: number): Cut {
  const wide = widePages({ ...measured, total })
  if (total === null) return { ...wide, byPrice: wide }
  const cutInto = (parts: number, sized: (even: number) => number): Pages => {
    const size = only ?? sized(Math.min(effective, Math.max(2, Math.ceil(total / parts))))
    return { numbers: upTo(Math.max(1, Math.ceil(total / size))), size }
  }
  return {
    ...cutInto(cuts, (even) => unevenFrom(even, total, effective)),
    byPrice: cutInto(sortedCuts, (even) => amongEquals(even, pages, effective)),
  }
}

/** The next size that leaves a last page which is not full: that may be lost where a full one is not. */
function unevenFrom(size: number, total: number, most: number): number {
  return total % size === 0 && size < most ? unevenFrom(size + 1, total, most) : size
}

/**
 * A page size, up to a third more, that ends a page amid many bookings of one price, in either direction. A server that
 * does not order those shows some twice or never. It guesses how currencies compare; nothing else rests on that.
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

/**
 * Reads all that is to be compared, at once, so that little can happen in between. It reads the pages that the list is
 * cut into, those around them, and the list by price and of each of these booking types.
 */
export async function readRound(
  context: Context,
  measured: Measured,
  types: readonly string[],
  only?: number,
): Promise<{ readonly size: number; readonly lists: readonly Answer[] }> {
  const { target, profile } = context
  const { total, last, size: wide, effective } = measured
  const { numbers, size, byPrice } = cutOf(measured, only)
  const end = total === null ? last : numbers.length
  const all = total ?? effective
  const byOrder = (sortOrder: string, pages: readonly number[]): readonly Fields[] =>
    pages.map((page) => ({ page, pageSize: byPrice.size, sortField: 'price', sortOrder }))
  const [, otherType] = types
  const { sortField, sortOrder } = profile.operations.list?.fields ?? {}
  const asked: readonly Fields[] = [
    ...[...numbers, ...(end === null ? [] : [end + 1, end + far])].map((page) => ({ page, pageSize: size })),
    // Whether something stands before page 1.
    { page: 0, pageSize: size * 2 },
    // The last page of one booking, which is a full one.
    ...(total === null ? [] : [{ page: total, pageSize: 1 }]),
    // Sizes at which a page cannot hold all that there is.
    ...[...new Set([all - 1, 1])].filter((each) => each >= 1 && each < all).map((pageSize) => ({ page: 1, pageSize })),
    // The first page once more: bookings of one price may come in another order.
    ...byOrder('ascending', [...byPrice.numbers, ...(total === null ? [] : [1])]),
    ...byOrder('descending', byPrice.numbers),
    // And in an order that nobody knows: is what is not known refused?
    ...otherWord(profile).flatMap((word) => [...byOrder(word, [1]), ...byOrder('Sideways', [1])]),
    ...types.flatMap((bookingType) =>
      upTo(total === null ? 1 : (last ?? 1)).map((page) => ({ page, pageSize: wide, bookingType })),
    ),
    ...(otherType === undefined || sortField === undefined || sortOrder === undefined
      ? []
      : [{ page: 1, pageSize: wide, bookingType: otherType, sortField: 'price', sortOrder: 'ascending' }]),
  ]
  const lists = await Promise.all(asked.map((fields) => target.list(fields)))
  const isRefused = [askedFor(lists), askedFor(lists, { sortOrder: 'ascending' })].some(([first]) => first?.refused)
  if (total === null || only !== undefined || !isRefused) return { size, lists }
  return readRound(context, measured, types, await takenSize(context, measured))
}

/** A smaller size that the target takes, for where the one that the list was cut by is refused. */
async function takenSize({ target }: Context, { total, size }: Measured): Promise<number> {
  for (const only of pageSizes.filter((each) => each < Math.min(total ?? 0, size)))
    if (!(await target.list({ page: 1, pageSize: only })).refused) return only
  return size
}

/** The documents have two words for descending: the one that this target was not said to have, if it has either. */
function otherWord({ operations: { list } }: Profile): readonly string[] {
  const words = ['Descending', 'DESCENDING']
  const known = list?.values.descending ?? ''
  if (list?.fields['sortField'] === undefined || list.fields['sortOrder'] === undefined) return []
  return words.includes(known) ? words.filter((word) => word !== known) : []
}

export function readPages({ target }: Context, { numbers, size }: Pages): Promise<Answer[]> {
  return Promise.all(numbers.map((page) => target.list({ page, pageSize: size })))
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

function bothEnds(last: number | null): readonly number[] {
  const final = upTo(last ?? 0).slice(-ends)
  return [...upTo(ends + 1), ...final.filter((page) => page > ends + 1)]
}
