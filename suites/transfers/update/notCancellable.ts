import {
  failAt,
  membersSame,
  all,
  describeValue,
  expect,
  inWords,
  openSuite,
  orNone,
  sideBySide,
  readSettled,
  sameBooking,
  Stop,
  tellingFields,
  untested,
  unusable,
  allJudged,
  toldBy,
  type Answer,
  type Bookable,
  type Context,
  type Judgement,
  type Suite,
  type Trials,
  pass,
} from '../vocabulary/index.js'
import { placeOf } from '../cancel/reasonShown.js'
import { refusedWrite } from './judges.js'
import { change, openUpdater } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

/** A write to a booking, and the booking as it was answered or read before, and read after. */
export interface Tried {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
  /** The same once more, after it was refused: whoever insists must not get it. */
  readonly again?: Answer
}

/** What is needed of it to judge that it was refused. */
type Refusable = Pick<Tried, 'before' | 'answer' | 'again'>

/** What could be tried on bookings that are not cancellable. A part is null where this target has no such booking. */
export interface NotCancellable {
  /** Updates of an ordinary booking, held and confirmed, and its cancellation, all of which should be accepted. */
  readonly controls: { readonly held: Answer | null; readonly confirmed: Answer | null; readonly cancel: Answer | null }
  readonly cancelled: { readonly update: Tried | null } | null
  /** One for each thing of bookable.lateStart that could be booked. */
  readonly late: readonly Late[]
  readonly redeemed: Redeemed | null
}

export interface Late {
  readonly reserved: Answer
  /** While it is on hold. */
  readonly heldUpdate: Tried | null
  readonly heldCancel: Answer | null
  readonly extended: Answer | null
  readonly confirmed: Answer
  readonly confirmedUpdate: Tried | null
  readonly cancel: Tried | null
}

export interface Redeemed {
  /** Before it was confirmed, and confirmed and redeemed then; null: extend is not offered. */
  readonly extended: Answer | null
  readonly confirmed: Answer
  readonly read: Answer
  readonly extend: Answer | null
  readonly confirm: Answer
  /** After the two. */
  readonly readAgain: Answer
  readonly update: Tried | null
  readonly cancel: Tried | null
}

/**
 * One ordinary booking that takes updates and is cancelled then, one of each thing whose window has passed when it is booked, and
 * one that is redeemed: each is updated and cancelled, and read before and after.
 */
export const notCancellable: Trials<NotCancellable> = scenario(
  'update.not-cancellable',
  async (context) => {
    const { target } = context
    const offersUpdate = context.offers('update')
    const held = await context.hold()
    const id = held.reserved.bookingId
    const updates = openUpdater(context, held.availabilityId)
    const sent = (what: string): ReturnType<typeof change> => change(context, context.marker(what))
    const onHold = offersUpdate ? (await updates.control(id, sent('held'))).answer : null
    // In the form that this target took.
    const { send } = openUpdater(context, held.availabilityId, updates.form)
    const update = offersUpdate
      ? async (booking: string, what: string, before: Answer): Promise<Tried> => {
          const answer = await send(booking, sent(what))
          return { before, answer, after: await target.get(booking) }
        }
      : null
    const { productId, optionId } = context.profile.bookable.standard
    const move = offersUpdate
      ? (booking: string): Promise<Answer> =>
          send(booking, { availabilityId: held.availabilityId, productId, optionId })
      : null
    ;(await context.confirm(id)).need()
    const ordinary = async (): Promise<Omit<NotCancellable, 'late' | 'redeemed'>> => {
      const confirmed = offersUpdate ? (await updates.control(id, sent('confirmed'))).answer : null
      const cancel = context.offers('cancel') ? await target.cancel(id) : null
      const cancelled = cancel?.accepted === true ? { update: (await update?.(id, 'cancelled', cancel)) ?? null } : null
      return { controls: { held: onHold, confirmed, cancel }, cancelled }
    }
    // A hold at a time; what is tried on those that are confirmed goes on side by side.
    const redeeming = context.profile.redeem === null ? null : await holdRedeemable(context).catch(orNone)
    const booked: HeldLate[] = []
    for (const bookable of context.profile.bookable.lateStart) {
      const one = await holdLate(context, bookable, update).catch(orNone)
      if (one !== null) booked.push(one)
    }
    const [tried, redeemed, late] = await sideBySide(
      ordinary(),
      redeeming === null ? Promise.resolve(null) : tryRedeemed(context, redeeming, update).catch(orNone),
      Promise.all(booked.map((one) => tryLate(context, one, update, move).catch(orNone))),
    )
    return { ...tried, late: late.filter((one) => one !== null), redeemed }
  },
  { uses: ['confirm', 'get'], bookings: 4 },
)

type TryMove = ((booking: string) => Promise<Answer>) | null
type TryUpdate = ((booking: string, what: string, before: Answer) => Promise<Tried>) | null

type HeldLate = Omit<Late, 'confirmedUpdate' | 'cancel'>
type Redeemable = Pick<Redeemed, 'extended' | 'confirmed'> & { readonly id: string }

async function holdLate(context: Context, bookable: Bookable, update: TryUpdate): Promise<HeldLate> {
  const { target, offers } = context
  const { reserved } = await context.hold({ notes: context.marker('notes') }, bookable)
  const id = reserved.bookingId
  const heldUpdate = (await update?.(id, 'late held', reserved)) ?? null
  const heldCancel = offers('cancel') ? await target.cancel(id) : null
  const extended = offers('extend') ? await target.extend(id, { expirationMinutes: 90 }) : null
  return { reserved, heldUpdate, heldCancel, extended, confirmed: await context.confirm(id) }
}

async function tryLate(context: Context, held: HeldLate, update: TryUpdate, move: TryMove): Promise<Late> {
  const { reserved, confirmed } = held
  if (!confirmed.accepted) return { ...held, confirmedUpdate: null, cancel: null }
  const id = reserved.bookingId
  const confirmedUpdate = (await update?.(id, 'late confirmed', confirmed)) ?? null
  const cancel = await tryCancel(context, id, confirmedUpdate?.after ?? (await context.target.get(id)))
  // To what starts later, at last: whether it may depends on the booking as it is. Any update is held to what was shown before it.
  if (move !== null) await move(id)
  return { ...held, confirmedUpdate, cancel }
}

async function holdRedeemable(context: Context): Promise<Redeemable> {
  const { reserved } = await context.hold({ notes: context.marker('notes') })
  const id = reserved.bookingId
  const extended = context.offers('extend') ? await context.target.extend(id, { expirationMinutes: 70 }) : null
  return { id, extended, confirmed: (await context.confirm(id)).need() }
}

async function tryRedeemed(
  context: Context,
  { id, ...before }: Redeemable,
  update: TryUpdate,
): Promise<NotCancellable['redeemed']> {
  const { target } = context
  const redeemed = await target.redeem(id)
  if (!redeemed.accepted)
    throw new Stop('the booking could not be redeemed', 'see redeem.request in the profile', redeemed.n)
  const read = await readSettled(context, id, (shown) => shown.read('cancellable') === false)
  const extend = context.offers('extend') ? await target.extend(id, { expirationMinutes: 80 }) : null
  const confirm = await target.confirm(id)
  const readAgain = await target.get(id)
  const tried = (await update?.(id, 'redeemed', readAgain)) ?? null
  const cancel = await tryCancel(context, id, tried?.after ?? readAgain)
  return { ...before, read, extend, confirm, readAgain, update: tried, cancel }
}

async function tryCancel(context: Context, id: string, before: Answer): Promise<Tried | null> {
  if (!context.offers('cancel')) return null
  const answer = await context.target.cancel(id, { reason: context.marker('too late') })
  const after = await context.target.get(id)
  return answer.refused ? { before, answer, after, again: await context.target.cancel(id) } : { before, answer, after }
}

/** Judges that a write was refused. */
export function refusedTry(tried: Refusable | null | undefined, control: Answer | null, because: string): Judgement {
  return refusedWrite(tried?.answer, control, because, tried?.before ?? null)
}

/** Judges that a write was refused to a booking that showed cancellable false. */
export function refusedWhenFalse(tried: Refusable | null | undefined, control: Answer | null): Judgement {
  if (!tried) return untested('there was no such booking to try it on')
  const shown = tried.before.accepted ? tried.before.read('cancellable') : undefined
  if (shown !== false)
    return untested(`cancellable of the booking is ${describeValue(shown)} (exchange ${tried.before.n})`)
  const because = `though cancellable of the booking is false (exchange ${tried.before.n})`
  const judged = refusedTry(tried, control, because)
  if (judged.outcome !== 'pass' || tried.again === undefined) return judged
  return expect(tried.again).toBeRefused(control, `the second time, ${because}`)
}

/** Judges that a write that was refused left the booking as it was. */
export function refusedUnchanged(tried: Tried | null | undefined, control: Answer | null): Judgement {
  if (!tried) return untested('there was no such booking to try it on')
  if (control?.accepted !== true || !tried.answer.refused) return untested('there was no refusal that proves anything')
  const because = `though ${tried.answer.exchange.purpose} was refused (exchange ${tried.answer.n})`
  // The answer to a write may tell less than get.
  const told = toldBy(tellingFields, tried.before)
  return all(
    sameBooking(tried.before, tried.after, told, because),
    membersSame(tried.before, tried.after, because),
    ...['reason', 'reference'].map((field) => nowhere(tried, field, because)),
  )
}

/** What was refused stands nowhere in the booking, unless it stood there before. */
function nowhere({ before, answer, after }: Tried, field: string, because: string): Judgement {
  const sent = answer.exchange.input[field]
  const cannot = unusable(after)
  if (cannot !== null) return cannot
  // A write that sent no such text cannot have left it.
  if (typeof sent !== 'string') return pass
  const place = placeOf(after.json ?? null, sent)
  if (place === null || placeOf(before.json ?? null, sent) !== null) return pass
  return failAt(after, place, {
    message: `the booking shows the ${field} of that ${answer.exchange.purpose}, ${because}`,
    expected: 'the booking as it was',
    received: sent,
  })
}

/** Judges each update that was tried, beside the control of its kind. */
function eachTry(
  { controls, cancelled, late, redeemed }: NotCancellable,
  judge: (tried: Tried | null | undefined, control: Answer | null) => Judgement,
): Judgement {
  return allJudged(
    ...late.flatMap(({ heldUpdate, confirmedUpdate }) => [
      judge(heldUpdate, controls.held),
      judge(confirmedUpdate, controls.confirmed),
    ]),
    judge(cancelled?.update, controls.confirmed),
    judge(redeemed?.update, controls.confirmed),
  )
}

check(notCancellable, {
  id: 'update.not-cancellable-refused',
  clause: '7/update-not-cancellable-refused',
  title: 'update of a booking whose cancellable is false is refused: cancelled, too late, or redeemed',
  uses: ['update'],
  judge: (trial) => eachTry(trial, refusedWhenFalse),
})

/** What is said where there is none of bookable.lateStart to be judged. */
export const notBooked: Judgement = untested('bookable.lateStart could not be booked')

check(notCancellable, {
  id: 'update.window-passed-refused',
  clause: '7/update-window-passed-refused',
  title: 'update of a booking whose cancellation window has passed is refused, held or confirmed',
  uses: ['update'],
  needs: ['lateStart'],
  judge: ({ controls, late }) => {
    if (late.length === 0) return notBooked
    const because = 'though the cancellation window of bookable.lateStart has passed'
    return allJudged(
      ...late.flatMap(({ heldUpdate, confirmedUpdate }) => [
        refusedTry(heldUpdate, controls.held, because),
        refusedTry(confirmedUpdate, controls.confirmed, because),
      ]),
    )
  },
})

check(notCancellable, {
  id: 'update.redeemed-refused',
  clause: '7/update-redeemed-refused',
  title: 'update of a redeemed booking is refused',
  uses: ['update'],
  needs: ['redeem'],
  judge: ({ controls, redeemed }) =>
    redeemed === null
      ? untested('no booking could be redeemed', 'see redeem.request in the profile')
      : refusedTry(redeemed.update, controls.confirmed, 'though the booking was redeemed'),
})

check(notCancellable, {
  id: 'update.refused-changes-nothing',
  clause: '7/refused-update-changes-nothing',
  title: 'an update that is refused because the booking is not cancellable changes nothing',
  uses: ['update'],
  judge: (trial) => eachTry(trial, refusedUnchanged),
})

check(notCancellable, {
  id: 'update.late-start-not-cancellable',
  clause: '3/late-start-not-cancellable',
  title: 'cancellable is false from the start where the cancellation window has passed, held or confirmed',
  needs: ['lateStart'],
  judge: ({ late }) => {
    const shown = late.flatMap(({ reserved, confirmed, heldUpdate, confirmedUpdate, cancel }) => [
      reserved,
      confirmed,
      ...[heldUpdate?.after, confirmedUpdate?.after, cancel?.before].filter((read) => read !== undefined),
    ])
    return late.length === 0
      ? notBooked
      : allJudged(...shown.map((answer) => expect(answer).field('cancellable').toBe(false)))
  },
})

check(notCancellable, {
  id: 'update.redeemed-not-cancellable',
  clause: '3/redeemed-not-cancellable',
  title: 'cancellable of a redeemed booking is false',
  needs: ['redeem'],
  judge: ({ redeemed }) =>
    redeemed === null
      ? untested('no booking could be redeemed', 'see redeem.request in the profile')
      : expect(redeemed.read).field('cancellable').toBe(false),
})

observe(notCancellable, {
  id: 'update.of-cancelled',
  clause: '3/update-cancelled',
  observe: ({ cancelled }) => {
    const tried = cancelled?.update
    if (!tried || tried.answer.outcome === 'none') return null
    const shown = `cancellable of the cancelled booking is ${describeValue(tried.before.read('cancellable'))}`
    return `${shown}, and update is ${tried.answer.refused ? 'refused' : 'accepted'}`
  },
})

observe(notCancellable, {
  id: 'update.state-redeemed',
  clause: '3/state-redeemed',
  observe: ({ redeemed }) => (redeemed?.read.accepted === true ? inWords(redeemed.read.read('status')) : null),
})

observe(notCancellable, {
  id: 'update.redeem',
  clause: '3/redeem',
  observe: ({ redeemed }, { profile }) =>
    redeemed === null || profile.redeem === null ? null : `by ${profile.redeem.method} ${profile.redeem.path}`,
})

export default suite
