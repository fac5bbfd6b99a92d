import { isOf, openSuite, orNone, otherOf, sameInList } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Suite, Trials } from '../vocabulary/index.js'
import { unpriced } from '../booking/prices.js'
import { confirmedHolds } from '../hold/confirmed.js'
import { measure, type Measured } from './measure.js'
import { readPages, readRound, widePages } from './round.js'
import { typesToAsk } from './usualType.js'
import { entriesOf, sameWalk, type Entry } from './walks.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** A booking, and an answer that showed it. */
export interface Own {
  readonly id: string
  readonly booking: Answer
}

/** Bookings that are looked for in the list. */
export interface Owns {
  /** In slots of different prices, confirmed: whether others are listed is left open. */
  readonly confirmed: readonly Own[]
  /** One of `bookable.other`, confirmed; null: the profile has none, or it could not be booked. */
  readonly other: Own | null
  /** Of this scenario, or of another one; null: it was refused. */
  readonly held: Own | null
  /** Likewise; null: cancel is not offered, or was refused. */
  readonly cancelled: Own | null
}

/** All that was read of the list, in the last round. */
export interface Listed extends Owns, Pick<Measured, 'effective' | 'total'> {
  /** Bookings that the run confirmed earlier and the list does not show: some of them, where it was read whole. */
  readonly unlisted: readonly Own[]
  /** Bookings up to its end, at most; null: its end was not found. */
  readonly end: number | null
  /** The largest pages that the target gives, before and after all else: when they are equal, nothing changed meanwhile. */
  readonly before: readonly Answer[]
  readonly after: readonly Answer[]
  /** Page size of the pages that it was cut into. */
  readonly size: number
  /** Each as it was asked for: by page and size alone, and by an order, or for one booking type. */
  readonly lists: readonly Answer[]
}

/** Rounds that are tried on an account where others book meanwhile. */
const rounds = 5
/** Bookings of other scenarios among which prices surely differ. */
const manyOthers = 15
/** Bookings that a list lacks which are read once more. */
const mostUnlisted = 3

export const pages: Trials<Listed> = scenario('list.pages', act, { uses: ['list', 'get', 'confirm'], bookings: 5 })

async function act(context: Context): Promise<Listed> {
  const wanted = otherOf(context.profile)
  const other = wanted === null ? null : await confirmOne(context, 'another product', wanted).catch(orNone)
  // Pages can only be compared while nobody books; and by then the run has made others.
  const seen = await context.quiet(async () => {
    const found = await findAmong(context)
    return found === null ? null : look(context, { ...found, other })
  })
  if (seen !== null) return seen
  const own = await bookAll(context, other === null ? 3 : 2)
  return context.quiet(() => look(context, { ...own, other }))
}

async function confirmOne({ confirmed, marker }: Context, notes: string, bookable?: Bookable): Promise<Own> {
  const made = await confirmed({ notes: marker(notes) }, bookable)
  return { id: made.reserved.bookingId, booking: made.confirmed }
}

/**
 * A confirmed booking, a hold and a cancelled booking of other scenarios, which are not acting now; null: there are not so many bookings that
 * their prices are sure to differ, or prices of bookings that were made otherwise cannot be compared, since no currency shows.
 */
async function findAmong({ made, target, settle, offers, profile }: Context): Promise<Omit<Owns, 'other'> | null> {
  const others = made().filter(({ scenario: maker }) => maker !== pages.id)
  // One that was reserved without octo/pricing may never have a price.
  const inStatus = (wanted: string): typeof others =>
    others.filter((each) => !isOf(unpriced, each) && each.isSettled && each.status === wanted)
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
  const [first, held, dead] = await Promise.all([read(sure), read(hold), over === undefined ? null : read(over)])
  if (first.booking.read('status') !== confirmed || typeof first.booking.read('currency') !== 'string') return null
  if (held.booking.read('status') !== 'ON_HOLD' || dead?.booking.refused === true) return null
  return { confirmed: [first], held, cancelled: dead }
}

async function bookAll(context: Context, most: number): Promise<Omit<Owns, 'other'>> {
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

async function cancelOne(context: Context): Promise<Own | null> {
  const { id } = await confirmOne(context, 'cancelled')
  const booking = await context.target.cancel(id)
  return booking.accepted ? { id, booking } : null
}

async function look(context: Context, owns: Owns): Promise<Listed> {
  let measured = await measureSettled(context, owns)
  const unlisted = await readUnlisted(context, measured)
  const types = typesToAsk(context.profile, owns)
  let wide = widePages(measured)
  let before: readonly Answer[] = measured.pages.slice(0, wide.numbers.length)
  if (measured.total === null) before = await readPages(context, wide)
  for (let tries = 1; ; tries += 1) {
    const round = await readRound(context, measured, types)
    const after = await readPages(context, wide)
    const { effective, total, last } = measured
    const end = total ?? (last === null ? null : last * effective)
    if (tries === rounds || sameWalk(before, after))
      return { ...owns, unlisted, effective, total, end, before, after, ...round }
    if (total !== null) measured = await measure(context)
    wide = widePages(measured)
    before = measured.total === null ? after : measured.pages.slice(0, wide.numbers.length)
  }
}

/** Where the list does not show these bookings as they were written, it is measured once more after the settling time. */
async function measureSettled(context: Context, { confirmed, other, held, cancelled }: Owns): Promise<Measured> {
  const measured = await measure(context)
  const sure = other === null ? confirmed : [...confirmed, other]
  // Whether others than confirmed ones are listed is left open.
  const wanted = sure.filter(({ id }) => measured.total !== null && find(measured, id) === undefined)
  const stale = [...sure, held, cancelled].filter((own) => own !== null && isStale(measured, own))
  let waited = false
  for (const own of [...wanted, ...stale, ...lackingOf(context, measured)])
    waited = (own !== null && (await context.settle(own.id))) || waited
  return waited ? measure(context) : measured
}

function find({ pages }: Pick<Measured, 'pages'>, id: string): Entry | undefined {
  return entriesOf(pages).find((entry) => entry.id === id)
}

function isStale(measured: Measured, { id, booking }: Own): boolean {
  const entry = find(measured, id)
  return entry !== undefined && sameInList(booking, entry, ['status'], '').outcome === 'fail'
}

/** Bookings of other scenarios that were confirmed when the run last saw them, and that the whole list does not show. */
function lackingOf({ made, profile }: Context, measured: Measured): ReturnType<Context['made']> {
  if (measured.total === null) return []
  return made().filter(
    ({ id, status, scenario: maker }) =>
      status === profile.booking.statuses.confirmed && maker !== pages.id && find(measured, id) === undefined,
  )
}

/** Those bookings, as get shows them now. */
async function readUnlisted(context: Context, measured: Measured): Promise<Listed['unlisted']> {
  const unlisted: Own[] = []
  for (const { id, status } of lackingOf(context, measured).slice(0, mostUnlisted)) {
    const booking = await context.target.get(id)
    if (booking.accepted && booking.read('status') === status) unlisted.push({ id, booking })
  }
  return unlisted
}

export default suite
