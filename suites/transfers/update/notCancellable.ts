import { isDeepStrictEqual } from 'node:util'
import { inStep, openSuite, orNone, readSettled } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Suite, Trials } from '../vocabulary/index.js'
import { change, openUpdater, type Updater } from './updater.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** A write to a booking, and the booking as it was answered or read before, and read after. */
export interface TriedWrite {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
  /** The same once more, after it was refused: whoever insists must not get it. */
  readonly again?: Answer
}

/** What could be tried on bookings that are not cancellable. A part is null where this target has no such booking. */
export interface NotCancellable {
  /** Updates of an ordinary booking, held and confirmed, and its cancellation, all of which should be accepted. */
  readonly controls: { readonly held: Answer | null; readonly confirmed: Answer | null; readonly cancel: Answer | null }
  readonly cancelled: { readonly update: TriedWrite | null } | null
  /** One for each thing of bookable.late that could be booked. */
  readonly late: readonly Late[]
  readonly redeemed: Redeemed | null
  readonly unredeemed: Answer | null
}

export interface Late {
  readonly reserved: Answer
  readonly checked: Answer | null
  readonly ahead: number | null
  readonly heldUpdate: TriedWrite | null
  readonly heldCancel: Answer | null
  readonly extended: Answer | null
  readonly confirmed: Answer
  readonly confirmedUpdate: TriedWrite | null
  readonly cancel: TriedWrite | null
}

export interface Redeemed {
  /** Before it was confirmed, and confirmed and redeemed then; null: extend is not offered. */
  readonly extended: Answer | null
  readonly confirmed: Answer
  readonly read: Answer
  readonly extend: Answer | null
  readonly confirm: Answer
  readonly readAgain: Answer
  readonly update: TriedWrite | null
  readonly cancel: TriedWrite | null
}

/**
 * One ordinary booking that takes updates and is cancelled then, one of each thing whose window has passed when it is booked, and
 * one that is redeemed: each is updated and cancelled, and read before and after.
 */
export const notCancellable: Trials<NotCancellable> = scenario(
  'update.not-cancellable',
  async (context) => {
    const offersUpdate = context.offers('update')
    const { id, availabilityId, form, ...updated } = await context.standing(() => openOrdinary(context))
    const sent = (what: string): ReturnType<typeof change> => change(context, context.marker(what))
    const updater = (own: Context): Updater => openUpdater(own, availabilityId, form)
    const sendUpdate: SendUpdate = offersUpdate ? (own, booking, what) => updater(own).send(booking, sent(what)) : null
    const update: TryUpdate =
      sendUpdate &&
      (async (own, booking, what, before) => {
        const answer = await sendUpdate(own, booking, what)
        return { before, answer, after: await own.target.get(booking) }
      })
    const { productId, optionId } = context.profile.bookable.standard
    const move: TryMove = offersUpdate
      ? (own, booking) => updater(own).send(booking, { availabilityId, productId, optionId })
      : null
    const ordinary = async (own: Context): Promise<Pick<NotCancellable, 'controls' | 'cancelled'>> => {
      const cancel = own.offers('cancel') ? await own.target.cancel(id) : null
      const cancelled =
        cancel?.accepted === true ? { update: (await update?.(own, id, 'cancelled', cancel)) ?? null } : null
      return { controls: { ...updated, cancel }, cancelled }
    }
    // A hold at a time, beside what is tried on those that are confirmed.
    const redeemable =
      context.profile.redeem === null ? null : await context.standing(() => holdRedeemable(context)).catch(orNone)
    const tryAllLate = async (own: Context): Promise<readonly (Late | null)[]> => {
      const booked: HeldLate[] = []
      for (const bookable of own.profile.bookable.late) {
        const one = await own.standing(() => holdLate(own, bookable, update)).catch(orNone)
        if (one !== null) booked.push(one)
      }
      return inStep(own, ...booked.map((one) => (each: Context) => tryLate(each, one, update, move).catch(orNone)))
    }
    const [tried, redeeming, late] = await inStep(
      context,
      ordinary,
      async (own) => redeemable && tryRedeemed(own, redeemable, sendUpdate).catch(orNone),
      tryAllLate,
    )
    const each = redeeming?.isTold === false ? await tryAnother(context, sendUpdate).catch(orNone) : null
    const { redeemed, unredeemed } = each ?? redeeming ?? { redeemed: null, unredeemed: null }
    return { ...tried, late: late.filter((one) => one !== null), redeemed, unredeemed }
  },
  { uses: ['confirm', 'get'], bookings: ({ bookable }) => 4 + bookable.late.length },
)

/** A confirmed booking, and the form in which this target took updates of it. */
interface Ordinary extends Pick<NotCancellable['controls'], 'held' | 'confirmed'> {
  readonly id: string
  readonly availabilityId: string
  readonly form: number
}

async function openOrdinary(context: Context): Promise<Ordinary> {
  const { offers, marker } = context
  const { reserved, availabilityId } = await context.hold()
  const id = reserved.bookingId
  const updates = openUpdater(context, availabilityId)
  const update = async (what: string): Promise<Answer | null> =>
    offers('update') ? (await updates.control(id, change(context, marker(what)))).answer : null
  const held = await update('held')
  ;(await context.confirm(id)).need()
  return { id, availabilityId, held, confirmed: await update('confirmed'), form: updates.form }
}

type TryMove = ((own: Context, booking: string) => Promise<Answer>) | null
type SendUpdate = ((own: Context, booking: string, what: string) => Promise<Answer>) | null
type TryUpdate = ((own: Context, booking: string, what: string, before: Answer) => Promise<TriedWrite>) | null

type HeldLate = Omit<Late, 'confirmedUpdate' | 'cancel'>
type Redeemable = Pick<Redeemed, 'extended' | 'confirmed'> & { readonly id: string }

async function holdLate(context: Context, bookable: Bookable, update: TryUpdate): Promise<HeldLate> {
  const { target, offers } = context
  const { reserved } = await context.hold({ notes: context.marker('notes') }, bookable)
  const id = reserved.bookingId
  const known = { reserved, checked: context.checked(bookable), ahead: context.ahead() }
  const heldUpdate = (await update?.(context, id, 'late held', reserved)) ?? null
  const heldCancel = offers('cancel') ? await target.cancel(id) : null
  const extended = offers('extend') ? await target.extend(id, { expirationMinutes: 90 }) : null
  return { ...known, heldUpdate, heldCancel, extended, confirmed: await context.confirm(id) }
}

async function tryLate(context: Context, held: HeldLate, update: TryUpdate, move: TryMove): Promise<Late> {
  const { reserved, confirmed } = held
  if (!confirmed.accepted) return { ...held, confirmedUpdate: null, cancel: null }
  const id = reserved.bookingId
  const confirmedUpdate = (await update?.(context, id, 'late confirmed', confirmed)) ?? null
  const cancel = await tryCancel(context, id, confirmedUpdate?.after ?? (await context.target.get(id)))
  // To what starts later, at last: whether it may depends on the booking as it is. Any update is held to what was shown before it.
  if (move !== null) await move(context, id)
  return { ...held, confirmedUpdate, cancel }
}

async function holdRedeemable(context: Context): Promise<Redeemable> {
  const { reserved } = await context.hold({ notes: context.marker('notes') })
  const id = reserved.bookingId
  const extended = context.offers('extend') ? await context.target.extend(id, { expirationMinutes: 70 }) : null
  return { id, extended, confirmed: (await context.confirm(id)).need() }
}

/** What came of a redeemed booking; and whether it shows which of the writes that were refused did what shows then. */
interface Redeeming extends Pick<NotCancellable, 'redeemed' | 'unredeemed'> {
  readonly isTold: boolean
}

/** @param isReadEach it is read after each write, and else once after all of those that are refused */
async function tryRedeemed(
  context: Context,
  { id, ...before }: Redeemable,
  update: SendUpdate,
  isReadEach = false,
): Promise<Redeeming> {
  const { target } = context
  const answer = await target.helper('redeem', { id })
  if (!answer.accepted) return { redeemed: null, unredeemed: answer, isTold: true }
  const read = await readSettled(context, id, (shown) => shown.read('cancellable') === false)
  const extend = context.offers('extend') ? await target.extend(id, { expirationMinutes: 80 }) : null
  const confirm = await target.confirm(id)
  const readAgain = await target.get(id)
  const updated = (await update?.(context, id, 'redeemed')) ?? null
  const isShared = !isReadEach && updated?.refused === true && context.offers('cancel')
  const updatedRead = updated === null || isShared ? null : await target.get(id)
  const cancel = await tryCancel(context, id, updatedRead ?? readAgain)
  const after = updatedRead ?? cancel?.after
  return {
    redeemed: {
      ...before,
      read,
      extend,
      confirm,
      readAgain,
      update: updated && after ? { before: readAgain, answer: updated, after } : null,
      cancel,
    },
    unredeemed: null,
    isTold: !isShared || (cancel?.answer.refused === true && isDeepStrictEqual(readAgain.json, after?.json)),
  }
}

/** Another one, which is read after each write. @returns null where none is to be had: the first one tells that something was done, if not by what */
async function tryAnother(context: Context, update: SendUpdate): Promise<Redeeming | null> {
  const tried = await tryRedeemed(context, await holdRedeemable(context), update, true)
  return tried.redeemed === null ? null : tried
}

async function tryCancel(context: Context, id: string, before: Answer): Promise<TriedWrite | null> {
  if (!context.offers('cancel')) return null
  const answer = await context.target.cancel(id, { reason: context.marker('too late') })
  const after = await context.target.get(id)
  return answer.refused ? { before, answer, after, again: await context.target.cancel(id) } : { before, answer, after }
}

export default suite
