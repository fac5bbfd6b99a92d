import { scenario, type Answer, type Context, type Trials } from '../../src/suite/index.js'
import { sameWalk } from './items.js'
import { measure } from './measure.js'

/** A booking of the scenario and the last answer to a write on it. */
export interface Own {
  readonly id: string
  readonly booking: Answer
}

/** What the checks of pages and of order look at. */
export interface Paged {
  /** Own bookings in slots of different prices, confirmed: whether others are listed is left open. */
  readonly confirmed: readonly Own[]
  /** null: it was refused. */
  readonly held: Own | null
  /** null: cancel is not offered, or was refused. */
  readonly cancelled: Own | null
  /** Get of the first confirmed, of the held and of the cancelled booking. */
  readonly reads: readonly { readonly id: string; readonly read: Answer }[]
  /** The list was read to its end; of a long one, only pages from its beginning and its end were read. */
  readonly whole: boolean
  /** Page size of `pages`, `asc` and `desc`. */
  readonly size: number
  /** The largest pages that the target gives, before and after `pages`: when they are equal, nothing changed meanwhile. */
  readonly before: readonly Answer[]
  readonly pages: readonly Answer[]
  readonly after: readonly Answer[]
  /** The page after the last, where that is known. */
  readonly beyond: Answer | null
  /** A page long after the last. */
  readonly farBeyond: Answer | null
  /** Page 0, twice the size: it shows whether something stands before page 1. */
  readonly zero: Answer
  /** Page 1 in other sizes. */
  readonly sizes: readonly Answer[]
  /** Sorted by price; ascending before and after descending. */
  readonly asc: readonly Answer[]
  readonly desc: readonly Answer[]
  readonly ascAgain: readonly Answer[]
}

/** Walks that are tried on an account where others book meanwhile. */
const rounds = 5
/** Pages that a short list is cut into. */
const cuts = 3
/** Pages read at either end of a long list. */
const ends = 2
const far = 50

export const pages: Trials<Paged> = scenario('list.pages', act, {
  uses: ['list', 'get', 'confirm'],
  bookings: 6,
  alone: true,
})

async function act(context: Context): Promise<Paged> {
  const { target, offers, hold, marker } = context
  const confirmed: Own[] = []
  for (let index = 0; index < 4; index += 1) {
    const { reserved, confirmed: booking } = await context.confirmed({ notes: marker(`confirmed ${index + 1}`) })
    confirmed.push({ id: reserved.bookingId, booking })
  }
  const { reserved } = await hold({ notes: marker('held') })
  const held = reserved.accepted ? { id: reserved.bookingId, booking: reserved } : null
  const cancelled = offers('cancel') ? await cancelOne(context) : null
  const reads: Paged['reads'][number][] = []
  for (const own of [confirmed[0], held, cancelled]) if (own) reads.push({ id: own.id, read: await target.get(own.id) })

  const { size: wide, effective, total, last, pages: measured } = await measure(context)
  const whole = total !== null
  const size = whole ? Math.min(effective, Math.max(2, Math.ceil(total / cuts))) : wide
  const wideNumbers = whole ? measured.map((_, index) => index + 1) : bothEnds(last)
  const numbers = whole ? upTo(Math.max(1, Math.ceil(total / size))) : wideNumbers
  const end = whole ? numbers.length : last
  const read = (wanted: readonly number[], pageSize: number, sort = {}): Promise<Answer[]> =>
    Promise.all(wanted.map((page) => target.list({ page, pageSize, ...sort })))

  const readRound = async (): Promise<Pick<Paged, 'pages' | 'after' | 'beyond' | 'farBeyond' | 'zero'>> => {
    const outside = end === null ? [] : [end + 1, end + far]
    // At once, so that little can happen in between.
    const [cut, beyond, zero] = await Promise.all([
      read(numbers, size),
      read(outside, size),
      target.list({ page: 0, pageSize: size * 2 }),
    ])
    const after = await read(wideNumbers, wide)
    return { pages: cut, after, beyond: beyond[0] ?? null, farBeyond: beyond[1] ?? null, zero }
  }
  let before: readonly Answer[] = whole ? measured : await read(wideNumbers, wide)
  let round = await readRound()
  for (let tries = 1; tries < rounds && !sameWalk(before, round.after); tries += 1) {
    before = round.after
    round = await readRound()
  }

  const sizes = await Promise.all(
    otherSizes(whole ? total : effective).map((pageSize) => target.list({ page: 1, pageSize })),
  )
  const ascending = { sortField: 'price', sortOrder: 'ascending' }
  const asc = await read(numbers, size, ascending)
  const desc = await read(numbers, size, { sortField: 'price', sortOrder: 'descending' })
  const ascAgain = whole ? await read(numbers, size, ascending) : []
  return { confirmed, held, cancelled, reads, whole, size, before, ...round, sizes, asc, desc, ascAgain }
}

async function cancelOne(context: Context): Promise<Own | null> {
  const { reserved } = await context.confirmed({ notes: context.marker('cancelled') })
  const booking = await context.target.cancel(reserved.bookingId)
  return booking.accepted ? { id: reserved.bookingId, booking } : null
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

/** Page sizes at which a page cannot hold all that there is. */
function otherSizes(total: number): readonly number[] {
  return [...new Set([1, 3, Math.floor(total / 2) + 1, total - 1])].filter((size) => size >= 1 && size < total)
}
