import {
  currencyAside,
  describeValue,
  expect,
  findListed,
  inWords,
  notApplicable,
  openSuite,
  orNone,
  pathUsed,
  placeUsed,
  unseen,
  untested,
} from '../vocabulary/index.js'
import type { Answer, Context, Held, Suite, Trials } from '../vocabulary/index.js'
import { namesOfReason, reasonShown } from '../cancel/reasonShown.js'
import { takesReceipt } from '../confirm/inputs.js'
import { allowed, allowedTwice } from './judges.js'
import { symbols, tellingText, tellTexts, type Told } from './texts.js'
import { change, openUpdater, type UpdateTries, type Updater } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

interface OnHold extends Told {
  /** Once it is confirmed; null: it could not be. */
  readonly onConfirmed: OnConfirmed | null
  readonly reserved: Answer
  /** The reservation whose notes are a text that tells: `reserved`, or the one before it, which was refused. */
  readonly toldIn: Answer
  readonly before: Answer
  readonly first: UpdateTries
  readonly receiptFalse: Answer
  readonly receiptTrue: Answer | null
  readonly second: Answer
}

/** A confirmed booking: it is updated twice with a reference, and then with a hold time that it no longer has. */
interface OnConfirmed {
  readonly before: Answer
  readonly first: UpdateTries
  readonly second: Answer
  readonly minutes: Answer
}

/**
 * A held booking, updated with a reference, the receipt option, and a reference once more; then with telling texts, and
 * once it is confirmed.
 */
const onHold: Trials<OnHold> = scenario(
  'update.on-hold',
  async (context): Promise<OnHold> => {
    const { target, profile, marker } = context
    const held = await holdInOtherCurrency(context, ['GBP', 'USD'])
    const id = held.reserved.bookingId
    const before = await target.get(id)
    const updates = openUpdater(context, held.availabilityId)
    const first = await updates.control(id, change(context, marker('first')))
    await target.get(id)
    const receiptFalse = await updates.send(id, { ...change(context, marker('second')), emailReceipt: false })
    // On a live target a guest would get the mail.
    const live = profile.target.environment === 'live'
    const receiptTrue = live
      ? null
      : await updates.send(id, { ...change(context, marker('second')), emailReceipt: true })
    const takes = (field: string): boolean => profile.operations.update?.fields[field] !== undefined
    const [takesNotes, takesReference] = [takes('notes'), takes('reference')]
    const also = takesNotes ? { notes: marker('new notes') } : {}
    // A text that tells, for the second one; a target may refuse it as such.
    const symbolic = takesReference ? await updates.send(id, { reference: symbols, ...also }) : null
    const isSymbolic = symbolic?.accepted === true
    const second = isSymbolic ? symbolic : await updates.send(id, { ...change(context, marker('third')), ...also })
    await target.get(id)
    const extended = context.offers('extend') ? await target.extend(id, { expirationMinutes: 90 }) : null
    if (extended?.accepted === true) await target.get(id)
    const { told, meanwhile } = await tellTexts(context, id, updates, symbolic !== null, (shown) =>
      updateConfirmed(context, id, updates, shown),
    )
    const onConfirmed = meanwhile ?? (context.offers('confirm') ? await updateAnother(context).catch(orNone) : null)
    const { reserved, toldIn } = held
    return { reserved, toldIn, before, first, receiptFalse, receiptTrue, second, ...told, onConfirmed }
  },
  { uses: ['update', 'get'], bookings: 2 },
)

async function updateConfirmed(context: Context, id: string, updates: Updater, before: Answer): Promise<OnConfirmed> {
  const { target, marker, offers } = context
  const first = await updates.control(id, change(context, marker('confirmed first')))
  await target.get(id)
  const second = await updates.send(id, change(context, marker('confirmed second')))
  await target.get(id)
  if (offers('list')) await findListed(context, id, second)
  const minutes = await updates.send(id, { expirationMinutes: 90 })
  return { before, first, second, minutes }
}

/** Where that booking could not be confirmed as it was. */
async function updateAnother(context: Context): Promise<OnConfirmed> {
  const { reserved, availabilityId } = await context.confirmed({ notes: context.marker('confirmed notes') })
  const before = await context.target.get(reserved.bookingId)
  return updateConfirmed(context, reserved.bookingId, openUpdater(context, availabilityId), before)
}

/** In another currency than the default, so that falling back to it shows; in the default if no other is sold in. */
export async function holdInOtherCurrency(
  context: Context,
  currencies: readonly [string, string],
): Promise<Held & { readonly toldIn: Answer }> {
  const notes = context.marker('notes')
  // A server that keeps so many characters of notes cuts them in the marker, not in signs that may be lost one by one.
  const telling = `${tellingText} ${notes}`
  const currency = currencyAside(context.profile.bookable.standard, currencies)
  const inOther = await context.hold({ notes: telling, currency })
  if (inOther.reserved.accepted || currency === undefined)
    return inOther.reserved.accepted ? { ...inOther, toldIn: inOther.reserved } : plainly(inOther)
  // It may be refused for its currency, or for its notes.
  const inDefault = await context.hold({ notes: telling })
  if (inDefault.reserved.accepted) return { ...inDefault, toldIn: inDefault.reserved }
  const plain = await context.hold({ notes, currency })
  return plain.reserved.accepted ? { ...plain, toldIn: inDefault.reserved } : plainly(inDefault)

  async function plainly({ reserved: toldIn }: Held): ReturnType<typeof holdInOtherCurrency> {
    return { ...(await context.hold({ notes })), toldIn }
  }
}

check(onHold, {
  id: 'update.on-hold-allowed',
  clause: '3/update-on-hold-allowed',
  title: 'a booking ON_HOLD whose cancellable is true can be updated, and updated again',
  judge: ({ before, first, second }) => allowedTwice(before, first.answer, second, 'on hold'),
})

check(onHold, {
  id: 'update.receipt-omitted-accepted',
  clause: '4.3/update-receipt-omitted-accepted',
  title: 'update without the receipt option is accepted',
  judge: ({ before, first: { answer, tried } }) => {
    const without = tried.filter(({ exchange }) => exchange.input['emailReceipt'] === undefined)
    if (without.some(({ accepted }) => accepted))
      return allowed(before, without.find(({ accepted }) => accepted) ?? null)
    if (!answer.accepted) return allowed(before, answer)
    return without.length === 0
      ? untested('this target takes no reference in update, so that no update without the option was sent')
      : allowed(before, without.at(-1) ?? null, ', and the receipt option has a default')
  },
})

check(onHold, {
  id: 'update.receipt-false-accepted',
  clause: '4.3/update-receipt-false-accepted',
  title: 'update with the receipt option false is accepted',
  judge: ({ first, receiptFalse }) => allowed(first.answer, receiptFalse),
})

check(onHold, {
  id: 'update.receipt-true-accepted',
  clause: '4.3/update-receipt-true-accepted',
  title: 'update with the receipt option true is accepted',
  judge: ({ first, receiptTrue }, { profile }) =>
    receiptTrue === null
      ? untested('the target is live, where a guest might get the mail', 'run it against a sandbox')
      : takesReceipt(receiptTrue, allowed(first.answer, receiptTrue), profile),
})

observe(onHold, { id: 'update.state-after-on-hold', clause: '3/state-after-update', observe: stateAfter })

function stateAfter({ before, first: { answer } }: Pick<OnConfirmed, 'before' | 'first'>): string | null {
  return before.accepted && answer.accepted
    ? `${inWords(before.read('status'))} becomes ${inWords(answer.read('status'))}`
    : null
}

observe(onHold, {
  id: 'update.path',
  clause: '4.3/update-path',
  observe: ({ first }) => pathUsed(first.answer, 'update'),
})

observe(onHold, {
  id: 'update.reference-name',
  clause: '4.3/update-reference-name',
  observe: ({ first }) => placeUsed(first.answer, 'update', 'reference'),
})

observe(onHold, {
  id: 'update.receipt-name',
  clause: '4.3/update-receipt-name',
  observe: ({ receiptFalse }) => placeUsed(receiptFalse, 'update', 'emailReceipt'),
})

check(onHold, {
  id: 'update.confirmed-allowed',
  clause: '3/update-confirmed-allowed',
  title: 'a confirmed booking whose cancellable is true can be updated, and updated again',
  uses: ['confirm'],
  judge: ({ onConfirmed }) => {
    if (onConfirmed === null) return unseen('no booking could be confirmed')
    const { before, first, second } = onConfirmed
    return allowedTwice(before, first.answer, second, 'confirmed')
  },
})

observe(onHold, {
  id: 'update.state-after-confirmed',
  clause: '3/state-after-update',
  observe: ({ onConfirmed }) => onConfirmed && stateAfter(onConfirmed),
})

observe(onHold, {
  id: 'update.minutes-after-confirm',
  clause: '3/update-expiration-after-confirm',
  observe: ({ onConfirmed }) => {
    if (onConfirmed === null) return null
    const { minutes, second } = onConfirmed
    if (minutes.outcome === 'none' || !second.accepted) return null
    if (minutes.refused) return `it is refused (${minutes.describe()})`
    return `it is accepted; expirationMinutes is then ${describeValue(minutes.read('expirationMinutes'))}`
  },
})

check(onHold, {
  id: 'reserve.takes-any-text',
  clause: '4.2/notes-accepted',
  title: 'reserve takes notes with letters and signs of any script, or refuses them without breaking',
  judge: ({ reserved, toldIn }) => {
    if (!reserved.accepted) return unseen('no reservation was accepted')
    // That such a text is none for notes is not written.
    return toldIn.refused && Number(toldIn.status) < 500
      ? notApplicable(`this target refuses such notes (${toldIn.describe()})`)
      : expect(toldIn).toBeAccepted('though notes are a text')
  },
})

check(onHold, {
  id: 'cancel.takes-any-text',
  clause: '4.3/cancel-with-reason-accepted',
  title: 'cancel takes a reason with letters and signs of any script, or refuses it without breaking',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled }) => {
    if (cancelled === null) return untested('the booking was not confirmed')
    if (confirmed?.read?.read('cancellable') !== true) return untested('cancellable of the booking was not true')
    // No document says that such a text is no reason. A service that it breaks has taken it for one.
    return cancelled.refused && Number(cancelled.status) < 500
      ? notApplicable('this target refuses such a reason')
      : expect(cancelled).toBeAccepted('though a reason is a text')
  },
})

check(onHold, {
  id: 'cancel.keeps-any-reason',
  clause: '4.3/cancel-reason-kept',
  title: 'a reason keeps leading zeros, letters and signs of any script, and what would be markup elsewhere',
  uses: ['cancel'],
  restsOn: ['operations.cancel.reason'],
  judge: ({ cancelled }) =>
    cancelled === null
      ? untested('the booking was not confirmed')
      : reasonShown(cancelled, tellingText, namesOfReason(cancelled.profile)),
})

export default suite
