import {
  currencyOfBoth,
  exclusiveOf,
  inStep,
  openSuite,
  orNone,
  readSettled,
  sideBySide,
  soonOf,
} from '../vocabulary/index.js'
import type { Answer, Context, Listed, Suite, Trials } from '../vocabulary/index.js'
import { checkEach, closingOf } from '../acts/soonestFirst.js'
import { change, openUpdater } from '../update/updater.js'
import { edgeFor, updatedAtEdge, type Taken } from './edge.js'
import { listedSettled } from './shownCancellable.js'

const suite: Suite = openSuite()
const { timeline } = suite

/** Most bookings of bookable.closing at a time: one for its end, one cancelled, one moving from or to another start. */
export const placesAtEdge = 3

export interface Window {
  /** bookable.closing, confirmed; updated, read; after its window closed: read, listed, updated, cancelled and read. */
  readonly booked: Answer
  /** The availability check that the window of a booking counts from. */
  readonly bookedChecked: Answer | null
  readonly bookedReserved: Answer
  readonly ahead: number | null
  readonly openUpdate: Answer | null
  /** Read after the update, with only time between it and `closed`: a kept read must not outlive the window. */
  readonly open: Answer
  readonly closed: Answer
  readonly listed: Listed | null
  readonly closedUpdate: Answer | null
  readonly closedCancel: Answer | null
  readonly reread: Answer
  /** bookable.closing, confirmed; cancelled before its window closes. */
  readonly early: Answer
  readonly earlyChecked: Answer | null
  readonly earlyReserved: Answer
  readonly earlyCancel: Answer | null
  /** bookable.closing, confirmed and moved to bookable.standard; read and cancelled after. */
  readonly away: Answer
  readonly awayChecked: Answer | null
  readonly awayRead: Answer | null
  readonly awayCancel: Answer | null
  /** bookable.standard, confirmed and moved to bookable.closing; cancelled after, then read. */
  readonly here: Answer
  readonly hereChecked: Answer | null
  readonly hereRead: Answer | null
  readonly hereUpdate: Answer | null
  readonly hereCancel: Answer | null
}

export const window: Trials<Partial<Window>> = timeline<Window>(
  'cancel.window',
  (profile, soFar) => {
    const at = edgeFor(windowsOf(soFar).own, profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const { confirmed, reserved, availabilityId } = await context.confirmed(
            { notes: context.marker('closing') },
            'closing',
          )
          const bookedChecked = context.checked('closing')
          // One after the other: a scenario has one place among those that act, where a hold may wait for others.
          const others: Partial<Window> = {
            ...(context.offers('cancel') && (await earlyOne(context, availabilityId))),
            ...(context.offers('update') && {
              ...(await moved(context, 'away', 'closing', 'standard')),
              ...(await moved(context, 'here', 'standard', 'closing', availabilityId)),
            }),
          }
          if (others.early === undefined && (await isSoldOut(context))) context.makeDo()
          return { booked: confirmed, bookedReserved: reserved, bookedChecked, ahead: context.ahead(), ...others }
        },
      },
      { at: at.before, before: at.beforeLatest, act: lookBefore },
      { at: at.after, act: lookAfter },
    ]
  },
  { uses: ['confirm', 'get'], needs: ['closing'], bookings: 4 },
)

async function lookBefore(
  context: Context,
  { bookedReserved: booked, earlyReserved: early }: Partial<Window>,
): Promise<Partial<Window>> {
  if (booked === undefined) return {}
  const [openUpdate, earlyCancel] = await sideBySide(
    updatedAtEdge(context, booked, 'open'),
    early === undefined ? null : context.target.cancel(early.bookingId),
  )
  return { openUpdate, open: await context.target.get(booked.bookingId), earlyCancel }
}

async function lookAfter(
  context: Context,
  { bookedReserved: booked, away, here }: Partial<Window>,
): Promise<Partial<Window>> {
  if (booked === undefined) return {}
  const id = booked.bookingId
  const [awayId, hereId] = [away, here].map((each) => (each?.accepted === true ? each.exchange.bookingId : undefined))
  const wanted = [
    { id, cancellable: false },
    { id: awayId, cancellable: true },
    { id: hereId, cancellable: false },
  ]
  const cancel = async ({ target, offers }: Context, of: string | undefined): Promise<Answer | null> =>
    of !== undefined && offers('cancel') ? target.cancel(of) : null
  const read = async (own: Context, of: string | undefined, cancellable: boolean): Promise<Answer | null> =>
    of === undefined ? null : readSettled(own, of, (shown) => shown.read('cancellable') === cancellable)
  const [hereCancel, closed, awayRead] = await inStep(
    context,
    // Before anybody reads it: a flag that a read keeps up to date is not the window itself.
    (own) => cancel(own, hereId),
    (own) => own.target.get(id),
    (own) => read(own, awayId, true),
  )
  const [{ listed, awayCancel }, { hereRead, hereUpdate }, own] = await inStep(
    context,
    async (each) => ({
      listed: each.offers('list') ? await listedSettled(each, id, wanted) : null,
      awayCancel: await cancel(each, awayId),
    }),
    async (each) => ({
      hereRead: await read(each, hereId, false),
      // All inputs at once name bookable.closing, and would move the other one back.
      hereUpdate:
        hereId !== undefined && hereCancel?.accepted !== true
          ? await updatedAtEdge(each, booked, 'here', hereId)
          : null,
    }),
    async (each) => ({
      closedUpdate: await updatedAtEdge(each, booked, 'closed'),
      closedCancel: await cancel(each, id),
      reread: await each.target.get(id),
    }),
  )
  return { closed, listed, ...own, awayRead, awayCancel, hereRead, hereUpdate, hereCancel }
}

/** There may have been room for one only, and there will not be more of it later. */
async function isSoldOut({ target, profile }: Context): Promise<boolean> {
  const soon = soonOf(profile)
  const hasFree = ({ freeAvailabilityIds }: Answer): boolean => freeAvailabilityIds.length > 0
  const offered =
    soon === null ? [] : await checkEach(soon, (bookable) => target.availability({}, { bookable }), hasFree)
  return offered.some(({ accepted }) => accepted) && !offered.some((each) => each.accepted && hasFree(each))
}

/**
 * A second booking of bookable.closing. Its window closes together with that of the first if there is room for it then,
 * or else at its own time. It is left out without room.
 */
async function earlyOne(context: Context, booked: string): Promise<Partial<Window>> {
  const { profile, target, confirm, marker } = context
  const soon = soonOf(profile)
  const notes = marker('early')
  const beside = soon?.cutOffAt === undefined ? null : besides(context, booked)
  const isFull = beside === booked && exclusiveOf(profile) === soon
  const held =
    soon === null || beside === null || isFull
      ? null
      : await target.reserve({ availabilityId: beside, expirationMinutes: 60, notes }, { bookable: soon })
  const early =
    held?.accepted === true
      ? { reserved: held, confirmed: await confirm(held.bookingId) }
      : await context.confirmed({ notes }, 'closing').catch(orNone)
  if (early?.confirmed.accepted !== true) return {}
  return { early: early.confirmed, earlyChecked: context.checked('closing'), earlyReserved: early.reserved }
}

type Moved<Name extends 'away' | 'here'> = Partial<Pick<Window, Name | `${Name}Checked`>>

/** A confirmed booking of one thing that is moved to another, as `name`; without room for it, it is left out. */
async function moved<Name extends 'away' | 'here'>(
  context: Context,
  name: Name,
  from: 'standard' | 'closing',
  to: 'standard' | 'closing',
  beside?: string,
): Promise<Moved<Name>> {
  const { profile } = context
  const [own, bookable] = [from, to].map((each) => (each === 'closing' ? soonOf(profile) : profile.bookable.standard))
  const currency = own && bookable ? currencyOfBoth(own, bookable) : undefined
  const booked = await context.confirmed({ notes: context.marker(name), currency }, from).catch(orNone)
  // Where each has a window of its own, that of one start closes for both at the same time.
  const both = bookable?.cutOffAt !== undefined && exclusiveOf(profile) !== bookable ? beside : undefined
  const slot = booked && (both === undefined ? await context.slot(to).catch(orNone) : besides(context, both))
  if (booked === null || slot === null || !bookable) return {}
  const id = booked.reserved.bookingId
  const { productId, optionId } = bookable
  const fields = { ...change(context, context.marker(`${name} moved`)), availabilityId: slot, productId, optionId }
  const { answer } = await openUpdater(context, booked.availabilityId).control(id, fields)
  // These are the names of the type.
  return { [name]: answer, [`${name}Checked`]: context.checked(to) } as Moved<Name>
}

/** Another availability of bookable.closing that closes at the same time, as one may take one booking; or the same. */
function besides(context: Context, slot: string): string {
  const soon = soonOf(context.profile)
  const checked = context.checked('closing')
  if (soon === null || checked === null) return slot
  const closes = closingOf(checked, soon)
  return (
    checked.freeAvailabilityIds.find((id) => id !== slot && closes(id) !== undefined && closes(id) === closes(slot)) ??
    slot
  )
}

/** How the availability of each booking of a trial was taken, which tells when its window closes. */
export function windowsOf(trial: Partial<Window>): Readonly<Record<'own' | 'early' | 'here' | 'away', Taken>> {
  const { bookedReserved: reserved, ahead } = trial
  const standard = reserved?.profile.bookable.standard
  const at = { reserved, ahead }
  return {
    own: { checked: trial.bookedChecked, taken: reserved, ...at },
    early: { checked: trial.earlyChecked, taken: trial.earlyReserved, ...at },
    here: { checked: trial.hereChecked, taken: trial.here, ...at },
    away: {
      checked: trial.awayChecked,
      taken: trial.away,
      ...at,
      ...(standard?.cutOffAt !== undefined && { by: standard }),
    },
  }
}

export default suite
