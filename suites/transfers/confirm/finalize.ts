import { describeValue, expect, openSuite, pathUsed, sameBooking } from '../vocabulary/index.js'
import type { Answer, Suite, Trials } from '../vocabulary/index.js'
import { cancelWithFlaws, type Reasons } from '../cancel/flawedReasons.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

interface Finalized {
  readonly reserved: Answer
  readonly confirmed: Answer
  /** null: it could not be confirmed and read, or cancel is not offered. */
  readonly reasons: Reasons | null
  readonly cancelled: Answer | null
}

/** A hold that is confirmed without any input, cancelled in several ways, and confirmed once more. */
export const finalized: Trials<Finalized> = scenario(
  'confirm',
  async (context): Promise<Finalized> => {
    const { target, profile, hold, offers, confirm, marker } = context
    const { reserved } = await holdFor(context, minutesHeld.finalized, { notes: marker('notes') })
    const id = reserved.bookingId
    const confirmed = await confirm(id)
    const read = offers('get') && confirmed.accepted ? await target.get(id) : null

    // A cancelled booking: this one; where a confirmed one cannot be cancelled, a hold.
    const stands = read === null || read.read('status') !== profile.booking.statuses.rejected
    const reasons =
      offers('cancel') && stands && read?.accepted === true ? await cancelWithFlaws(context, id, read) : null
    let cancelled = reasons?.gone ?? (offers('cancel') && stands ? await target.cancel(id) : null)
    let cancelledId = id
    if (cancelled?.refused === true) {
      cancelledId = (await hold()).reserved.bookingId
      cancelled = await target.cancel(cancelledId)
    }
    const gone = cancelled?.accepted === true
    if (gone) await confirm(cancelledId)
    if (gone && offers('get')) await target.get(cancelledId)
    return { reserved, confirmed, reasons, cancelled }
  },
  { uses: ['confirm'], bookings: 3 },
)

check(finalized, {
  id: 'confirm.accepted',
  clause: '4.3/confirm-accepted',
  title: 'confirm of a booking ON_HOLD is accepted and returns the booking',
  judge: ({ confirmed }) => expect(confirmed).toReturn(),
})

check(finalized, {
  id: 'confirm.returns-same-booking',
  clause: '4.3/confirm-accepted',
  title: 'the booking that confirm returns is the one it was asked for',
  judge: ({ reserved, confirmed }) => sameBooking(reserved, confirmed, ['id'], 'though this booking was confirmed'),
})

check(finalized, {
  id: 'confirm.receipt-omitted',
  clause: '4.3/confirm-receipt-omitted-accepted',
  title: 'confirm without the receipt option is accepted',
  judge: ({ confirmed }) => expect(confirmed).toBeAccepted('without the receipt option'),
})

observe(finalized, {
  id: 'confirm.state',
  clause: '3/state-confirmed',
  observe: ({ confirmed }) => (confirmed.accepted ? `status ${describeValue(confirmed.read('status'))}` : null),
})

observe(finalized, {
  id: 'confirm.path',
  clause: '4.3/confirm-path',
  observe: ({ confirmed }) => pathUsed(confirmed, 'confirm'),
})

export default suite
