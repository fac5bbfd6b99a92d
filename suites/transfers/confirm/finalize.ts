import {
  all,
  describeValue,
  expect,
  failAt,
  hasSettled,
  isOnHold,
  isUnderWay,
  mayFollow,
  judgeGone,
  need,
  openSuite,
  pass,
  pathUsed,
  sameBooking,
  unjudged,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { cancelWithFlaws, type Reasons } from '../cancel/flawedReasons.js'
import { showsReceipt } from './inputs.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'
import { priceKeptByConfirm } from '../booking/prices.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

interface Finalized {
  readonly reserved: Answer
  readonly confirmed: Answer
  readonly read: Answer | null
  /** null: it could not be confirmed and read, or cancel is not offered. */
  readonly reasons: Reasons | null
  readonly cancelled: Answer | null
  readonly revived: Answer | null
  readonly revivedRead: Answer | null
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
    const revived = gone ? await confirm(cancelledId) : null
    const revivedRead = gone && offers('get') ? await target.get(cancelledId) : null
    return { reserved, confirmed, read, reasons, cancelled, revived, revivedRead }
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
  id: 'confirm.keeps-price',
  clause: '2.5/price-kept-by-confirm',
  title: 'confirm leaves the price as it was',
  judge: ({ reserved, confirmed, read }) => priceKeptByConfirm(reserved, confirmed, read),
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

check(finalized, {
  id: 'confirm.receipt-false-by-default',
  clause: '4.3/confirm-receipt-default-shown',
  title: 'a booking that was confirmed without the receipt option shows that none is mailed',
  restsOn: ['booking.emailReceipt'],
  judge: ({ confirmed, read }) => unusable(confirmed) ?? showsReceipt(false, confirmed, read),
})

check(finalized, {
  id: 'confirm.leaves-on-hold',
  clause: '3/confirm-leaves-on-hold',
  title: 'a booking that is confirmed is no longer ON_HOLD',
  // That the answer to confirm shows the state it leads to is not stated; a read after it does.
  judge: ({ confirmed, read }) =>
    isUnderWay(confirmed) && (read?.accepted !== true || !isOnHold(read))
      ? (unusable(read) ?? pass)
      : expect(confirmed)
          .field('status')
          .toSatisfy('another status than ON_HOLD', (status) => status !== 'ON_HOLD'),
})

check(finalized, {
  id: 'confirm.persisted-get',
  clause: '3/confirm-persisted-get',
  title: 'after a confirm, get shows the status that the confirm answered',
  uses: ['get'],
  judge: ({ confirmed, read }) =>
    all(sameBooking(confirmed, read, ['status'], 'though confirm answered so'), hasSettled(confirmed, read)),
})

check(finalized, {
  id: 'confirm.cancelled-refused',
  clause: '3/confirm-cancelled-refused',
  title: 'confirm of a cancelled booking is refused',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled, revived }) => {
    need(cancelled)
    if (cancelled.read('status') === 'ON_HOLD') return untested('cancel left the booking ON_HOLD')
    return expect(revived).toBeRefused(confirmed, 'though the booking was cancelled')
  },
})

check(finalized, {
  id: 'confirm.refused-revives-nothing',
  clause: '7/refused-confirm-changes-nothing',
  title: 'a refused confirm leaves a cancelled booking cancelled',
  uses: ['cancel', 'get'],
  judge: ({ read, cancelled, revived, revivedRead }) => stillCancelled(cancelled, revived, revivedRead, read),
})

function stillCancelled(
  cancelled: Answer | null,
  revived: Answer | null,
  read: Answer | null,
  confirmed: Answer | null,
): Judgement {
  const cannot = unusable(cancelled)
  if (cannot !== null || cancelled === null) return cannot ?? unjudged(cancelled)
  if (revived?.refused !== true) return untested('confirm of the cancelled booking was not refused')
  if (!read || read.outcome === 'none') return unjudged(read)
  if (read.refused) return judgeGone(read, [confirmed])
  if (mayFollow(cancelled, read.read('status'))) return pass
  return failAt(read, '/status', {
    message: 'confirm of a cancelled booking was refused, and yet its status changed',
    ...wants.value(cancelled.read('status'), `status ${describeValue(cancelled.read('status'))}`),
  })
}

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
