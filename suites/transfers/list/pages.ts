import { isOf, openSuite, orNone, otherOf, sameInList } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Suite, Trials } from '../vocabulary/index.js'
import { unpriced } from '../booking/prices.js'
import { confirmedHolds } from '../hold/confirmed.js'
import { entriesOf, sameWalk, type Entry } from './items.js'
import { measure, type Measured } from './measure.js'
import {
  cutOf,
  otherSizes,
  readAfter,
  readByPrice,
  readPages,
  readRound,
  readSorted,
  readTyped,
  withSize,
  type Cut,
  type Round,
} from './readRound.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** A booking of the scenario and the last answer to a write on it. */
export interface Own {
  readonly id: string
  readonly booking: Answer
}

/** What the checks of pages and of order look at. */
export interface Paged {
  /** Own bookings in slots of different prices, confirmed: whether others are listed is left open. */
  readonly confirmed: readonly Own[]
  /** One of `bookable.other`, confirmed; null: the profile has none, or it could not be booked. */
  readonly other: Own | null
  /** Gets of bookings that the run confirmed earlier and the list does not show: some of them, where it was read whole. */
  readonly unlisted: readonly { readonly id: string; readonly read: Answer }[]
  /** Of this scenario, or of another one; null: it was refused. */
  readonly held: Own | null
  /** Likewise; null: cancel is not offered, or was refused. */
  readonly cancelled: Own | null
  /** The list was read to its end; of a long one, only pages from its beginning and its end were read. */
  readonly whole: boolean
  /** Page size of `pages`. */
  readonly size: number
  /** The largest pages that the target gives, before and after `pages`: when they are equal, nothing changed meanwhile. */
  readonly before: readonly Answer[]
  readonly pages: readonly Answer[]
  readonly after: readonly Answer[]
  /** The page after the last, where that is known. */
  readonly beyond: Answer | null
  /** The last page of one booking, which is a full one; null: how many there are is not known. */
  readonly lastAlone: Answer | null
  /** A page long after the last. */
  readonly farBeyond: Answer | null
  /** Page 0, twice the size: it shows whether something stands before page 1. */
  readonly zero: Answer
  /** Page 1 in other sizes. */
  readonly sizes: readonly Answer[]
  /** Sorted by price; ascending before descending. */
  readonly asc: readonly Answer[]
  readonly desc: readonly Answer[]
  /** The first page of `desc`, asked for by the other of the two words that the documents have for it; null: the target has a word of its own. */
  readonly spelled: Answer | null
  /** The same in a sort order that nobody knows, where `spelled` is in another order than `desc`: is what is not known refused? */
  readonly sideways: Answer | null
  /** The first page of `asc`, asked for once more: bookings of one price may come in another order. */
  readonly ascFirst: Answer | null
  /** `asc` once more, after `settled`; none where that is as `after` was. */
  readonly ascAgain: readonly Answer[]
  /** The page after the last of `asc`: empty, when these are all. */
  readonly ascBeyond: Answer | null
  /** The same reading as `after` once more, after all that is sorted or of one type; `after` itself, where that came after it. */
  readonly settled: readonly Answer[]
  /** The list of one booking type each, as far as the wide pages reach, or the first page of a long list; null: the profile names no type but one. */
  readonly typed: {
    readonly product: readonly Answer[]
    readonly other: readonly Answer[]
    /** The first page of `other`, sorted by price; null: the target cannot sort. */
    readonly sorted: Answer | null
  } | null
}

/** Walks that are tried on an account where others book meanwhile. */
const rounds = 5
/** Bookings of other scenarios among which prices surely differ. */
const manyOthers = 15
/** Bookings that a list lacks which are read once more. */
const mostUnlisted = 3

export const pages: Trials<Paged> = scenario('list.pages', act, { uses: ['list', 'get', 'confirm'], bookings: 5 })

async function act(context: Context): Promise<Paged> {
  const wanted = otherOf(context.profile)
  const other = wanted === null ? null : await confirmOne(context, 'another product', wanted).catch(orNone)
  // Pages can only be compared while nobody books; and by then the run has made others.
  const seen = await context.quiet(async () => {
    const found = await findAmong(context)
    return found === null ? null : lookAmong(context, { ...found, other })
  })
  if (seen !== null) return seen
  const own = await bookAll(context, other === null ? 3 : 2)
  return context.quiet(() => lookAmong(context, { ...own, other }))
}

async function lookAmong(context: Context, { measured, ...owns }: Found & Pick<Paged, 'other'>): Promise<Paged> {
  return { ...owns, ...(await look(context, owns, measured)) }
}

/** What is looked for in the list, and the list as it was measured beside the reads of it; not there: it was not as yet. */
type Found = Omit<Owns, 'other'> & { readonly measured?: Measured }

async function confirmOne({ confirmed, marker }: Context, notes: string, bookable?: Bookable): Promise<Own> {
  const made = await confirmed({ notes: marker(notes) }, bookable)
  return { id: made.reserved.bookingId, booking: made.confirmed }
}

/**
 * A confirmed booking, a hold and a cancelled booking of other scenarios, which are not acting now; null: there are not so many bookings that
 * their prices are sure to differ, or prices of bookings that were made otherwise cannot be compared, since no currency shows.
 */
async function findAmong(context: Context): Promise<Found | null> {
  const { made, target, settle, offers, profile } = context
  const others = made().filter(({ scenario: maker }) => maker !== pages.id)
  // One that was reserved without octo/pricing may never have a price.
  const priced = others.filter((each) => !isOf(unpriced, each))
  const inStatus = (wanted: string): typeof others =>
    priced.filter(({ status, isSettled }) => isSettled && status === wanted)
  const { confirmed, cancelled } = profile.booking.statuses
  // Of the standard bookable: what others confirm may be of another type.
  const sure = inStatus(confirmed).find(({ scenario: maker }) => maker === confirmedHolds.id)
  // The one that does not run out meanwhile: the newest may be a short one.
  const [hold] = inStatus('ON_HOLD').toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))
  const over = inStatus(cancelled).at(-1)
  if (others.length < manyOthers || sure === undefined || hold === undefined) return null
  if (over === undefined && offers('cancel')) return null
  const read = async ({ id, status }: (typeof others)[number]): Promise<Own> => {
    const booking = await target.get(id)
    const isLate = booking.read('status') !== status && (await settle(id))
    return { id, booking: isLate ? await target.get(id) : booking }
  }
  const [first, held, dead, measured] = await Promise.all([
    read(sure),
    read(hold),
    over === undefined ? null : read(over),
    measure(context),
  ])
  if (first.booking.read('status') !== confirmed || typeof first.booking.read('currency') !== 'string') return null
  if (held.booking.read('status') !== 'ON_HOLD' || dead?.booking.refused === true) return null
  return { confirmed: [first], held, cancelled: dead, measured }
}

async function bookAll(context: Context, most: number): Promise<Found> {
  const { target, offers, hold, marker } = context
  // A target with little to offer may have nothing left; with one booking there is something to look for.
  const first = await confirmOne(context, 'confirmed 1')
  const confirmed = [first]
  for (let index = 2; index <= most; index += 1) {
    const made = await confirmOne(context, `confirmed ${index}`).catch(orNone)
    if (made !== null) confirmed.push(made)
  }
  const made = await hold({ notes: marker('held') }).catch(orNone)
  const held = made?.reserved.accepted === true ? { id: made.reserved.bookingId, booking: made.reserved } : null
  const cancelled = offers('cancel') ? await cancelOne(context).catch(orNone) : null
  for (const own of [first, held, cancelled]) if (own) await target.get(own.id)
  return { confirmed, held, cancelled }
}

type Owns = Pick<Paged, 'confirmed' | 'other' | 'held' | 'cancelled'>

async function look(
  context: Context,
  { confirmed, other, held, cancelled }: Owns,
  known: Measured | undefined,
): Promise<Omit<Paged, keyof Owns>> {
  const { target } = context
  const sure = other === null ? confirmed : [...confirmed, other]
  const found = known ?? (await measure(context))
  let measured = await measureSettled(context, found, sure, [held, cancelled])
  const unlisted = await readUnlisted(context, measured)
  const readSizes = (of: Cut): Promise<readonly Answer[]> =>
    Promise.all(otherSizes(of).map((pageSize) => target.list({ page: 1, pageSize })))
  const ofEachType = (): Promise<Paged['typed']> => readTyped(context, measured, [confirmed[0], other])
  let cut = cutOf(measured)
  // At once: where nobody books, one reading before all of it and one after it show that nothing changed in between.
  const readAll = (): Promise<[Round, readonly Answer[], Awaited<ReturnType<typeof readSorted>>, Paged['typed']]> =>
    Promise.all([
      readRound(context, measured),
      readByPrice(context, 'ascending', cut.byPrice),
      readSorted(context, cut),
      ofEachType(),
    ])
  let [round, asc, sorted, typed] = await readAll()
  if (round.whole && round.pages[0]?.refused === true) {
    measured = await withSize(context, measured)
    cut = cutOf(measured)
    ;[round, asc, sorted, typed] = await readAll()
  }
  // How much a page holds at most is the same whatever others do.
  let [after, sizes]: [readonly Answer[], readonly Answer[]] = await Promise.all([
    readPages(context, cut.wide.numbers, cut.wide.size),
    readSizes(cut),
  ])
  let tries = 1
  for (; tries < rounds && !sameWalk(round.before, after); tries += 1) {
    round = await readRound(
      context,
      round.whole ? { ...measured, ...(await measure(context)) } : { ...measured, pages: after },
    )
    ;({ after, asc } = await readAfter(context, round))
  }
  if (tries > 1)
    [sizes, sorted, typed] = await Promise.all([readSizes(round), readSorted(context, round), ofEachType()])
  const { numbers: _, total: __, wide, byPrice, ...pages } = { ...round, after, asc }
  const readLast = (): Promise<readonly Answer[]> => readPages(context, wide.numbers, wide.size)
  const settled = !pages.whole ? [] : tries > 1 ? await readLast() : after
  // Either shows that nothing changed meanwhile.
  const isStill = !pages.whole || [pages.before, settled].every((walk) => sameWalk(pages.after, walk))
  const ascAgain = isStill ? [] : await readByPrice(context, 'ascending', byPrice)
  return { unlisted, ...pages, sizes, ...sorted, ascAgain, settled, typed }
}

/** Where the list does not show these bookings as they were written, it is measured once more after the settling time. */
async function measureSettled(
  context: Context,
  measured: Measured,
  confirmed: readonly Own[],
  others: readonly (Own | null)[],
): Promise<Measured> {
  // Whether others than confirmed ones are listed is left open.
  const wanted = confirmed.filter(({ id }) => measured.total !== null && find(measured, id) === null)
  const stale = [...confirmed, ...others].filter((own): own is Own => own !== null && isStale(measured, own))
  const late = [...wanted, ...stale, ...lackingOf(context, measured)]
  let waited = false
  for (const { id } of late) waited = (await context.settle(id)) || waited
  return waited ? measure(context) : measured
}

function find({ pages }: Measured, id: string): Entry | null {
  return entriesOf(pages).find((entry) => entry.id === id) ?? null
}

function isStale(measured: Measured, { id, booking }: Own): boolean {
  const entry = find(measured, id)
  return entry !== null && sameInList(booking, entry, ['status'], '').outcome === 'fail'
}

/** Bookings of other scenarios that were confirmed when the run last saw them, and that the whole list does not show. */
function lackingOf({ made, profile }: Context, measured: Measured): ReturnType<Context['made']> {
  if (measured.total === null) return []
  return made().filter(
    ({ id, status, scenario: maker }) =>
      status === profile.booking.statuses.confirmed && maker !== pages.id && find(measured, id) === null,
  )
}

/** Those bookings, as get shows them now. */
async function readUnlisted(context: Context, measured: Measured): Promise<Paged['unlisted']> {
  const unlisted: Paged['unlisted'][number][] = []
  for (const { id, status } of lackingOf(context, measured).slice(0, mostUnlisted)) {
    const read = await context.target.get(id)
    if (read.accepted && read.read('status') === status) unlisted.push({ id, read })
  }
  return unlisted
}

async function cancelOne(context: Context): Promise<Own | null> {
  const { id } = await confirmOne(context, 'cancelled')
  const booking = await context.target.cancel(id)
  return booking.accepted ? { id, booking } : null
}

export default suite
