import {
  all,
  allJudged,
  currencyAside,
  expect,
  findListed,
  inWords,
  isPending,
  membersSame,
  notApplicable,
  openSuite,
  orNone,
  pathUsed,
  placeUsed,
  priceFields,
  sameBooking,
  toldBy,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Held, Listed, Suite, Trials } from '../vocabulary/index.js'
import { takesReceipt } from '../booking/receiptByDefault.js'
import { allowed, allowedTwice, persisted, priceLeft, referenceKept } from './judges.js'
import { finalPrice, priceKept } from '../booking/prices.js'
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
  readonly read: Answer
  readonly receiptFalse: Answer
  readonly receiptTrue: Answer | null
  readonly second: Answer
  readonly readAgain: Answer
  readonly extended: Answer | null
  readonly extendedRead: Answer | null
}

/** What is done to a confirmed booking: it is updated twice with a reference, and with a hold time that it no longer has. */
export interface OnConfirmed {
  readonly reserved: Answer
  readonly before: Answer
  readonly first: UpdateTries
  readonly read: Answer
  readonly second: Answer
  readonly readAgain: Answer
  readonly listed: Listed | null
  readonly minutes: Answer
}

/**
 * A held booking, updated with a reference, with the receipt option, and with a reference once more; then with texts that tell; and when
 * it is confirmed.
 */
export const onHold: Trials<OnHold> = scenario(
  'update.on-hold',
  async (context): Promise<OnHold> => {
    const { target, profile, marker } = context
    const held = await holdInOtherCurrency(context, ['GBP', 'USD'])
    const id = held.reserved.bookingId
    const before = await target.get(id)
    const updates = openUpdater(context, held.availabilityId)
    const first = await updates.control(id, change(context, marker('first')))
    const read = await target.get(id)
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
    const readAgain = await target.get(id)
    const extended = context.offers('extend') ? await target.extend(id, { expirationMinutes: 90 }) : null
    const extendedRead = extended?.accepted === true ? await target.get(id) : null
    const updated = {
      reserved: held.reserved,
      toldIn: held.toldIn,
      before,
      first,
      read,
      receiptFalse,
      receiptTrue,
      second,
      readAgain,
    }
    const toldFirst = symbolic && { text: symbols, answer: symbolic, read: isSymbolic ? readAgain : null }
    const { told, meanwhile } = await tellTexts(context, id, updates, toldFirst, (shown) =>
      updateConfirmed(context, held.reserved, updates, shown),
    )
    const onConfirmed = meanwhile ?? (context.offers('confirm') ? await updateAnother(context).catch(orNone) : null)
    return { ...updated, extended, extendedRead, ...told, onConfirmed }
  },
  { uses: ['update', 'get'], bookings: 2 },
)

async function updateConfirmed(
  context: Context,
  reserved: Answer,
  updates: Updater,
  before: Answer,
): Promise<OnConfirmed> {
  const { target, marker, offers } = context
  const id = reserved.bookingId
  const first = await updates.control(id, change(context, marker('confirmed first')))
  const read = await target.get(id)
  const second = await updates.send(id, change(context, marker('confirmed second')))
  const readAgain = await target.get(id)
  const listed = offers('list') ? await findListed(context, id, second) : null
  const minutes = await updates.send(id, { expirationMinutes: 90 })
  return { reserved, before, first, read, second, readAgain, listed, minutes }
}

/** Where that booking could not be confirmed as it was. */
async function updateAnother(context: Context): Promise<OnConfirmed> {
  const { reserved, availabilityId } = await context.confirmed({ notes: context.marker('confirmed notes') })
  const before = await context.target.get(reserved.bookingId)
  return updateConfirmed(context, reserved, openUpdater(context, availabilityId), before)
}

/** In a currency that is not the default one, so that falling back to it shows; where the target sells in no other, in that. */
export async function holdInOtherCurrency(
  context: Context,
  currencies: readonly [string, string],
): Promise<Held & { readonly toldIn: Answer }> {
  const notes = context.marker('notes')
  // What keeps of notes so many characters cuts them in the marker, not in signs that may be lost one by one.
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
  id: 'reserve.price-agrees-with-get',
  clause: '3/answer-agrees-with-get',
  title: 'get shows the price that reserve answered, also in a currency other than the default one',
  judge: ({ reserved, before }) => {
    const shown = toldBy(priceFields, reserved, before)
    return shown.length === 0
      ? (unusable(reserved) ?? unusable(before) ?? untested('reserve and get do not both show a price'))
      : sameBooking(reserved, before, shown, 'though nothing was done after the reservation')
  },
})

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

check(onHold, {
  id: 'update.persisted-get',
  clause: '3/update-persisted-get',
  title: 'get shows what the update of a held booking answered, each time',
  judge: ({ reserved, before, first, read, second, readAgain }) =>
    all(persisted(reserved, before, first.answer, read), persisted(reserved, read, second, readAgain)),
})

check(onHold, {
  id: 'update.then-extend-persisted',
  clause: '3/extend-persisted-get',
  title: 'what extend answered is what get then shows, also of a hold that was updated before',
  uses: ['extend'],
  judge: ({ reserved, first, readAgain, extended, extendedRead }) =>
    unusable(first.answer) ??
    unusable(extended) ??
    (extended && extendedRead ? persisted(reserved, readAgain, extended, extendedRead) : unseen('there was no extend')),
})

check(onHold, {
  id: 'update.reference-kept',
  clause: '4.3/update-reference-kept',
  title: 'get shows the reference that an update of a held booking was sent, each time',
  judge: ({ first, read, second, readAgain }) =>
    all(referenceKept(first.answer, read), referenceKept(second, readAgain)),
})

check(onHold, {
  id: 'update.leaves-the-rest',
  clause: '4.3/update-leaves-the-rest',
  title: 'an update of the reference leaves id, minutes, notes, currency, availability and option as they were',
  judge: ({ before, first, read }) => {
    const accepted = expect(first.answer).toBeAccepted()
    if (accepted.outcome !== 'pass') return untested('update was not accepted')
    const because = 'though the update was of the reference'
    return all(
      sameBooking(before, read, ['id', 'expirationMinutes', 'notes', 'currency'], because),
      membersSame(before, read, because),
    )
  },
})

check(onHold, {
  id: 'update.keeps-price',
  clause: '2.5/price-kept-by-update',
  title: 'an update of the reference, or of the minutes, leaves the price of a held booking as it was',
  judge: ({ reserved, before, first, read, extended, extendedRead, references, without }) => {
    const because = 'though neither availability, product nor option of the booking was updated'
    // One read may tell of the last of them and of the update after it.
    const last =
      references.findLast(({ answer, read: own }) => answer.accepted && own?.n !== without?.read?.n)?.read ?? null
    const former = pricedLast(last, { extended, extendedRead })
    return allJudged(
      ...(first.answer.accepted ? [priceLeft({ reserved, before, updated: first.answer, after: read }, because)] : []),
      ...(former !== null && without !== null ? [priceKept(former, without.read, because)] : []),
    )
  },
})

check(onHold, {
  id: 'update.extended-leaves-the-hold',
  clause: '4.3/update-leaves-the-rest',
  title:
    'an update without minutes leaves a hold that was extended as it was: its minutes and its end, and that it is not over',
  uses: ['extend'],
  judge: ({ extended, extendedRead, digits: updated }, { profile }) => {
    if (extended?.accepted !== true || extendedRead === null) return unseen('there was no extend')
    if (updated?.accepted !== true) return unseen('no hold that was extended was updated')
    if (updated.exchange.input['expirationMinutes'] !== undefined)
      return notApplicable('this target takes no update without minutes')
    if (isPending(updated.read('status'), profile)) return notApplicable('update is answered before it is done')
    const { expired, cancelled } = profile.booking.statuses
    // The state after an update is not stated (3); that the booking is none any more is another matter.
    const isOver = [expired, cancelled].some((status) => status === updated.read('status'))
    const told = toldBy(
      ['expirationMinutes', 'holdEnd', ...(isOver ? (['status'] as const) : [])],
      extendedRead,
      updated,
    )
    return sameBooking(extendedRead, updated, told, 'though the update was of the reference')
  },
})

check(onHold, {
  id: 'confirm.keeps-price-in-any-currency',
  clause: '2.5/price-kept-by-confirm',
  title: 'confirm leaves the price as it was, also in a currency other than the default one',
  uses: ['confirm'],
  judge: ({ references, without, confirmed, extended, extendedRead }) => {
    const last = without?.read ?? references.findLast(({ read }) => read !== null)?.read ?? null
    const before = pricedLast(last, { extended, extendedRead })
    if (confirmed?.answer.accepted !== true || before === null)
      return unseen('no booking that was read was confirmed then')
    return unusable(before) ?? priceKept(before, confirmed.answer, 'though the booking was only confirmed', finalPrice)
  },
})

/** What a price is held against: an extend after what was read last may have priced it anew, and then what was read after that counts, if anything was. */
function pricedLast(
  last: Answer | null,
  { extended, extendedRead }: Pick<OnHold, 'extended' | 'extendedRead'>,
): Answer | null {
  return last !== null && extended?.refused === false && last.n < extended.n ? extendedRead : last
}

observe(onHold, {
  id: 'update.state-after-on-hold',
  clause: '3/state-after-update',
  observe: ({ before, first }) =>
    before.accepted && first.answer.accepted
      ? `${inWords(before.read('status'))} becomes ${inWords(first.answer.read('status'))}`
      : null,
})

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

export default suite
