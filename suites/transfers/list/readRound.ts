import { idsOf, otherOf, otherTypeOf, type Answer, type Context, type Profile } from '../vocabulary/index.js'
import { entriesOf } from './items.js'
import type { Measured } from './measure.js'
import type { Own, Paged } from './pages.js'

/** Pages that a short list is cut into. */
const cuts = 3
/** Pages read at either end of a long list. */
const ends = 2
/** Pages past the last that one may ask for and surely find nothing. */
const far = 50

/** One reading of the pages, and what stands around them. */
export type Round = Pick<
  Paged,
  'whole' | 'size' | 'before' | 'pages' | 'lastAlone' | 'beyond' | 'farBeyond' | 'zero'
> & {
  /** How many bookings there are at least. */
  readonly total: number
  readonly numbers: readonly number[]
  readonly wide: { readonly numbers: readonly number[]; readonly size: number }
}

/** Reads the pages after a reading of the same in another size; of a long list, its two ends. */
export async function readRound(context: Context, measured: Measured): Promise<Round> {
  const { target } = context
  const { size: wide, effective, total, last } = measured
  const whole = total !== null
  const size = whole ? Math.min(effective, Math.max(2, Math.ceil(total / cuts))) : wide
  const wideNumbers = whole ? upTo(Math.max(1, last ?? 1)) : bothEnds(last)
  const numbers = whole ? upTo(Math.max(1, Math.ceil(total / size))) : wideNumbers
  const end = whole ? numbers.length : last
  const before = whole ? measured.pages.slice(0, wideNumbers.length) : await readPages(context, wideNumbers, wide)
  // At once, so that little can happen in between.
  const [pages, outside, lastAlone, zero] = await Promise.all([
    readPages(context, numbers, size),
    readPages(context, end === null ? [] : [end + 1, end + far], size),
    total === null ? null : target.list({ page: total, pageSize: 1 }),
    target.list({ page: 0, pageSize: size * 2 }),
  ])
  const [beyond = null, farBeyond = null] = outside
  const reread = { numbers: wideNumbers, size: wide }
  return {
    whole,
    size,
    before,
    pages,
    lastAlone,
    beyond,
    farBeyond,
    zero,
    total: total ?? effective,
    numbers,
    wide: reread,
  }
}

/** What was read before the pages once more, and the list by price, ascending. */
export async function readAfter(
  context: Context,
  { wide, numbers, size }: Round,
): Promise<Pick<Paged, 'after' | 'asc'>> {
  const [after, asc] = await Promise.all([
    readPages(context, wide.numbers, wide.size),
    readByPrice(context, 'ascending', numbers, size),
  ])
  return { after, asc }
}

/** Reads the list by price, descending. */
export async function readSorted(
  context: Context,
  { whole, size, numbers }: Round,
): Promise<Pick<Paged, 'desc' | 'ascBeyond' | 'spelled' | 'sideways'>> {
  const other = otherWord(context.profile)
  const firstIn = (sortOrder: string): Promise<readonly Answer[]> =>
    readPages(context, [1], size, { sortField: 'price', sortOrder })
  const [desc, [ascBeyond], [spelled]] = await Promise.all([
    readByPrice(context, 'descending', numbers, size),
    whole ? readByPrice(context, 'ascending', [numbers.length + 1], size) : [],
    other === null ? [] : firstIn(other),
  ])
  const [first] = desc
  const differs =
    spelled?.accepted === true && first?.accepted === true && idsOf(spelled).join() !== idsOf(first).join()
  const [sideways] = differs ? await firstIn('Sideways') : []
  return { desc, ascBeyond: ascBeyond ?? null, spelled: spelled ?? null, sideways: sideways ?? null }
}

/** The documents have two words for descending: the one that this target was not said to have; null: it has neither. */
function otherWord({ operations: { list } }: Profile): string | null {
  if (list?.fields['sortField'] === undefined || list.fields['sortOrder'] === undefined) return null
  const words = ['Descending', 'DESCENDING']
  const { descending } = list.values
  return words.includes(descending) ? (words.find((word) => word !== descending) ?? null) : null
}

export function readByPrice(
  context: Context,
  sortOrder: 'ascending' | 'descending',
  numbers: readonly number[],
  pageSize: number,
): Promise<readonly Answer[]> {
  return readPages(context, numbers, pageSize, { sortField: 'price', sortOrder })
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
  if (
    typeof type !== 'string' ||
    (isToBook && ofOther === null) ||
    operations.list?.fields['bookingType'] === undefined
  )
    return null
  const end = total === null ? 1 : (last ?? 1)
  const walk = async (bookingType: string, own: Own | null | undefined): Promise<readonly Answer[]> => {
    const found = await readPages(context, upTo(end), size, { bookingType })
    // Where others book meanwhile, it may have slipped from page to page between two requests.
    return own === null || entriesOf(found).some(({ id }) => id === own?.id)
      ? found
      : readPages(context, upTo(end + 1), size, { bookingType })
  }
  const { sortField, sortOrder } = operations.list.fields
  const ordered = { bookingType: type, sortField: 'price', sortOrder: 'ascending' }
  const [product, other, [sorted]] = await Promise.all([
    walk('product', ofProduct),
    walk(type, isToBook ? ofOther : null),
    sortField === undefined || sortOrder === undefined ? [] : readPages(context, [1], size, ordered),
  ])
  return { product, other, sorted: sorted ?? null }
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

function bothEnds(last: number | null): readonly number[] {
  const first = upTo(ends + 1)
  return last === null
    ? first
    : [
        ...first,
        ...upTo(last)
          .slice(-ends)
          .filter((page) => page > ends + 1),
      ]
}

/** Page sizes at which a page cannot hold all that there is, the largest first (see `unshownInputs`). */
export function otherSizes(total: number): readonly number[] {
  return [...new Set([total - 1, Math.floor(total / 2) + 1, 1])].filter((size) => size >= 1 && size < total)
}
