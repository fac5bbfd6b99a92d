import { inStep, openSuite, orNone, readSettled } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Json, Suite, Trials } from '../vocabulary/index.js'
import { change, openUpdater } from './updater.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** A write to a booking, and the booking as it was answered or read before, and read after. */
export interface TriedWrite {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
}

/** Trials on bookings that are not cancellable. A part is null where this server has no such booking. */
export interface NotCancellable {
  /** Updates of an ordinary booking, held and confirmed, and its cancellation, all of which should be accepted. */
  readonly controls: { readonly held: Answer | null; readonly confirmed: Answer | null; readonly cancel: Answer | null }
  /** An update of that booking, once it is cancelled. */
  readonly ofCancelled: Answer | null
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

/** A redeemed booking: read, confirmed once more, read again, and cancelled. Rules judge what else is tried on it. */
export interface Redeemed {
  readonly read: Answer
  readonly confirm: Answer
  readonly readAgain: Answer
  readonly cancel: TriedWrite | null
}

/**
 * An ordinary booking that takes updates and is then cancelled, one of each thing whose window has passed when booked,
 * and one that is redeemed. Each is updated and cancelled, and read before and after.
 */
export const notCancellable: Trials<NotCancellable> = scenario(
  'update.not-cancellable',
  async (context) => {
    const { id, availabilityId, form, ...updated } = await context.standing(() => openOrdinary(context))
    const sendUpdate: SendUpdate | null = context.offers('update')
      ? (own, booking, what) =>
          openUpdater(own, availabilityId, form).send(
            booking,
            typeof what === 'string' ? change(context, context.marker(what)) : what,
          )
      : null
    const { productId, optionId } = context.profile.bookable.standard
    const ordinary = async (own: Context): Promise<Pick<NotCancellable, 'controls' | 'ofCancelled'>> => {
      const cancel = own.offers('cancel') ? await own.target.cancel(id) : null
      const ofCancelled = (cancel?.accepted === true && (await sendUpdate?.(own, id, 'cancelled'))) || null
      if (ofCancelled !== null) await own.target.get(id)
      return { controls: { ...updated, cancel }, ofCancelled }
    }
    // A hold at a time, beside what is tried on those that are confirmed.
    const redeemable =
      context.profile.redeem === null
        ? null
        : await context.standing(() => context.confirmed({ notes: context.marker('notes') })).catch(orNone)
    const tryAllLate = async (own: Context): Promise<readonly (Late | null)[]> => {
      const booked: HeldLate[] = []
      for (const bookable of own.profile.bookable.late) {
        const one = await own.standing(() => holdLate(own, bookable, sendUpdate)).catch(orNone)
        if (one !== null) booked.push(one)
      }
      const elsewhere = { availabilityId, productId, optionId }
      return inStep(
        own,
        ...booked.map((one) => (each: Context) => tryLate(each, one, sendUpdate, elsewhere).catch(orNone)),
      )
    }
    const [tried, redeeming, late] = await inStep(
      context,
      ordinary,
      async (own) =>
        redeemable === null ? null : tryRedeemed(own, redeemable.reserved.bookingId, sendUpdate).catch(orNone),
      tryAllLate,
    )
    return {
      ...tried,
      late: late.filter((one) => one !== null),
      redeemed: redeeming?.redeemed ?? null,
      unredeemed: redeeming?.unredeemed ?? null,
    }
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

/** @param what the mark of the reference that it is sent, or all that it is sent */
type SendUpdate = (own: Context, booking: string, what: string | Readonly<Record<string, Json>>) => Promise<Answer>
type HeldLate = Omit<Late, 'confirmedUpdate' | 'cancel'>

async function tryUpdate(
  context: Context,
  send: SendUpdate | null,
  { id, what, before }: { readonly id: string; readonly what: string; readonly before: Answer },
): Promise<TriedWrite | null> {
  if (send === null) return null
  const answer = await send(context, id, what)
  return { before, answer, after: await context.target.get(id) }
}

async function holdLate(context: Context, bookable: Bookable, update: SendUpdate | null): Promise<HeldLate> {
  const { target, offers } = context
  const { reserved } = await context.hold({ notes: context.marker('notes') }, bookable)
  const id = reserved.bookingId
  const known = { reserved, checked: context.checked(bookable), ahead: context.ahead() }
  const heldUpdate = await tryUpdate(context, update, { id, what: 'late held', before: reserved })
  const heldCancel = offers('cancel') ? await target.cancel(id) : null
  const extended = offers('extend') ? await target.extend(id, { expirationMinutes: 90 }) : null
  return { ...known, heldUpdate, heldCancel, extended, confirmed: await context.confirm(id) }
}

async function tryLate(
  context: Context,
  held: HeldLate,
  update: SendUpdate | null,
  elsewhere: Readonly<Record<string, Json>>,
): Promise<Late> {
  const { reserved, confirmed } = held
  if (!confirmed.accepted) return { ...held, confirmedUpdate: null, cancel: null }
  const id = reserved.bookingId
  const confirmedUpdate = await tryUpdate(context, update, { id, what: 'late confirmed', before: confirmed })
  const cancel = await tryCancel(context, id, confirmedUpdate?.after ?? (await context.target.get(id)))
  // Last, to a later start, as its state may decide on that. Any update is tested against what was shown before it.
  await update?.(context, id, elsewhere)
  return { ...held, confirmedUpdate, cancel }
}

async function tryRedeemed(
  context: Context,
  id: string,
  update: SendUpdate | null,
): Promise<Pick<NotCancellable, 'redeemed' | 'unredeemed'>> {
  const { target } = context
  const answer = await target.helper('redeem', { id })
  if (!answer.accepted) return { redeemed: null, unredeemed: answer }
  const read = await readSettled(context, id, (shown) => shown.read('cancellable') === false)
  if (context.offers('extend')) await target.extend(id, { expirationMinutes: 80 })
  const confirm = await target.confirm(id)
  const readAgain = await target.get(id)
  const updated = await tryUpdate(context, update, { id, what: 'redeemed', before: readAgain })
  const cancel = await tryCancel(context, id, updated?.after ?? readAgain)
  return { redeemed: { read, confirm, readAgain, cancel }, unredeemed: null }
}

/** Twice, where it is refused: whoever insists must not get it. */
async function tryCancel(context: Context, id: string, before: Answer): Promise<TriedWrite | null> {
  if (!context.offers('cancel')) return null
  const answer = await context.target.cancel(id, { reason: context.marker('too late') })
  const after = await context.target.get(id)
  if (answer.refused) await context.target.cancel(id)
  return { before, answer, after }
}

export default suite
