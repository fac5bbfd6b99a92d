import { isOf, openSuite, orNone, otherOf } from '../vocabulary/index.js'
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

/** Bookings of which it is known what they are of: whether others than confirmed ones are listed is left open. */
export interface Booked {
  /** Of `bookable.standard`, confirmed, in slots of different prices. */
  readonly confirmed: readonly Own[]
  /** One of `bookable.other`, confirmed; null: the profile has none, or it could not be booked. */
  readonly other: Own | null
}

/** All that was read of the list, in the last round. */
export interface Listed extends Booked, Pick<Measured, 'effective' | 'total'> {
  /** Bookings that the run confirmed earlier and the list does not show: some of them, where it was read whole. */
  readonly unlisted: readonly Own[]
  /** The id of a hold, and of a cancelled booking, of other scenarios; null: there is none. */
  readonly held: string | null
  readonly cancelled: string | null
  /** Bookings up to its end, at most; null: its end was not found. */
  readonly end: number | null
  /** The largest pages that the server gives, before and after all else: equal ones show that nothing changed. */
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

export const pages: Trials<Listed> = scenario('list.pages', act, { uses: ['list', 'get', 'confirm'], bookings: 4 })

async function act(context: Context): Promise<Listed> {
  const wanted = otherOf(context.profile)
  const other = wanted === null ? null : await confirmOne(context, 'another product', wanted).catch(orNone)
  // Pages can only be compared while nobody books; and by then the run has made others.
  const seen = await context.quiet(async () => {
    const found = await findConfirmed(context)
    return found === null ? null : look(context, { confirmed: [found], other })
  })
  if (seen !== null) return seen
  // A target with little to offer may have nothing left; with one booking there is something to look for.
  const confirmed = [await confirmOne(context, 'confirmed 1')]
  for (let index = 2; index <= (other === null ? 3 : 2); index += 1) {
    const made = await confirmOne(context, `confirmed ${index}`).catch(orNone)
    if (made !== null) confirmed.push(made)
  }
  return context.quiet(() => look(context, { confirmed, other }))
}

async function confirmOne({ confirmed, marker }: Context, notes: string, bookable?: Bookable): Promise<Own> {
  const made = await confirmed({ notes: marker(notes) }, bookable)
  return { id: made.reserved.bookingId, booking: made.confirmed }
}

/**
 * A confirmed booking of another scenario, which is not acting now. null: bookings are too few for their prices to be
 * sure to differ, or prices of bookings made otherwise cannot be compared, since no currency shows.
 */
async function findConfirmed({ made, target, profile }: Context): Promise<Own | null> {
  const { confirmed } = profile.booking.statuses
  const others = made().filter(({ scenario: maker }) => maker !== pages.id)
  // Of the standard bookable: what others confirm may be of another type.
  const found = others.find(
    ({ scenario: maker, status, isSettled }) => isSettled && status === confirmed && maker === confirmedHolds.id,
  )
  if (others.length < manyOthers || found === undefined) return null
  const booking = await target.get(found.id)
  const isComparable = booking.read('status') === confirmed && typeof booking.read('currency') === 'string'
  return isComparable ? { id: found.id, booking } : null
}

async function look(context: Context, booked: Booked): Promise<Listed> {
  let measured = await measureSettled(context)
  const others = { ...statesLeft(context), unlisted: await readUnlisted(context, measured) }
  const types = typesToAsk(context.profile, booked)
  let wide = widePages(measured)
  let before: readonly Answer[] = measured.pages.slice(0, wide.numbers.length)
  if (measured.total === null) before = await readPages(context, wide)
  for (let tries = 1; ; tries += 1) {
    const round = await readRound(context, measured, types)
    const after = await readPages(context, wide)
    if (tries === rounds || sameWalk(before, after)) {
      const { effective, total, last } = measured
      const end = total ?? (last === null ? null : last * effective)
      return { ...booked, ...others, effective, total, end, before, after, ...round }
    }
    if (measured.total !== null) measured = await measure(context)
    wide = widePages(measured)
    before = measured.total === null ? after : measured.pages.slice(0, wide.numbers.length)
  }
}

/** A hold and a cancelled booking that other scenarios left. */
function statesLeft({ made, profile }: Context): Pick<Listed, 'held' | 'cancelled'> {
  // One that was reserved without octo/pricing may never have a price.
  const left = made().filter((each) => each.isSettled && !isOf(unpriced, each))
  // The one that does not run out meanwhile: the newest may be a short one.
  const [held] = left.filter(({ status }) => status === 'ON_HOLD').toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))
  const cancelled = left.findLast(({ status }) => status === profile.booking.statuses.cancelled)
  return { held: held?.id ?? null, cancelled: cancelled?.id ?? null }
}

/** The list is measured again after the settling time if it does not show bookings as they were written. */
async function measureSettled(context: Context): Promise<Measured> {
  const measured = await measure(context)
  const stale = context.made().filter(({ id, status }) => {
    const shown = find(measured, id)
    return shown !== undefined && shown.read('status') !== status
  })
  let waited = false
  for (const { id } of [...stale, ...lackingOf(context, measured)]) waited = (await context.settle(id)) || waited
  return waited ? measure(context) : measured
}

function find({ pages }: Pick<Measured, 'pages'>, id: string): Entry | undefined {
  return entriesOf(pages).find((entry) => entry.id === id)
}

/** Bookings that were confirmed when the run last saw them, and that the whole list does not show. */
function lackingOf({ made, profile }: Context, measured: Measured): ReturnType<Context['made']> {
  return made().filter(
    ({ id, status }) =>
      measured.total !== null && status === profile.booking.statuses.confirmed && find(measured, id) === undefined,
  )
}

/** Those bookings, as get shows them now. */
async function readUnlisted(context: Context, measured: Measured): Promise<Listed['unlisted']> {
  const unlisted: Own[] = []
  const lacking = lackingOf(context, measured).filter(({ scenario: maker }) => maker !== pages.id)
  for (const { id, status } of lacking.slice(0, mostUnlisted)) {
    const booking = await context.target.get(id)
    if (booking.accepted && booking.read('status') === status) unlisted.push({ id, booking })
  }
  return unlisted
}

export default suite
