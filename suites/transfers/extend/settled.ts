import {
  expect,
  notApplicable,
  openSuite,
  sameBooking,
  Stop,
  tellingFields,
  untested,
  unusable,
  allJudged,
  type Answer,
  type BookingField,
  type Context,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { holdTelling, keepsCurrency, keepsNotes } from './holdTelling.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

const minutes = { expirationMinutes: 90 }

const settled = scenario(
  'extend.settled',
  async (context) => {
    const { target } = context
    const reserved = await holdTelling(context)
    const id = reserved.bookingId
    const control = await target.extend(id, minutes)
    const confirmed = (await context.confirm(id)).need()
    const before = await target.get(id)
    const extended = await target.extend(id, minutes)
    const read = await target.get(id)

    const { cancelled, cancelledId } = await cancelOne(context, id)
    const gone = cancelled?.accepted === true
    const ofHold = gone && cancelledId !== id
    return {
      reserved,
      control,
      confirmed,
      before,
      extended,
      read,
      cancelled,
      cancelledExtended: gone ? await target.extend(cancelledId, minutes) : null,
      cancelledConfirmed: ofHold ? await context.confirm(cancelledId) : null,
      cancelledRead: gone ? await target.get(cancelledId) : null,
    }
  },
  { uses: ['extend', 'confirm', 'get'], bookings: 2 },
)

/** Cancels a hold, which nobody ever confirmed; where that cannot be, the booking that was. */
async function cancelOne(
  { target, hold, offers }: Context,
  confirmedId: string,
): Promise<{ readonly cancelled: Answer | null; readonly cancelledId: string }> {
  if (!offers('cancel')) return { cancelled: null, cancelledId: confirmedId }
  try {
    const cancelledId = (await hold()).reserved.bookingId
    const cancelled = await target.cancel(cancelledId)
    if (!cancelled.refused) return { cancelled, cancelledId }
  } catch (error) {
    // Where no second hold is to be had, the confirmed booking does.
    if (!(error instanceof Stop)) throw error
  }
  return { cancelled: await target.cancel(confirmedId), cancelledId: confirmedId }
}

check(settled, {
  id: 'extend.confirmed-refused',
  clause: '7/extend-confirmed-refused',
  title: 'extend of a confirmed booking is refused',
  judge: ({ control, confirmed, extended }) => {
    if (confirmed.read('status') === 'ON_HOLD') return untested('confirm left the booking ON_HOLD')
    return expect(extended).toBeRefused(control, 'though the booking was confirmed')
  },
})

check(settled, {
  id: 'extend.then-confirm-persisted',
  clause: '3/confirm-persisted-get',
  title: 'after a confirm of a booking that was extended, get shows the status that the confirm answered',
  judge: ({ control, confirmed, before }) =>
    unusable(control) ?? sameBooking(confirmed, before, ['status'], 'though confirm answered so'),
})

check(settled, {
  id: 'extend.cancelled-refused',
  clause: '7/extend-cancelled-refused',
  title: 'extend of a cancelled booking is refused',
  uses: ['cancel'],
  judge: ({ control, cancelled, cancelledExtended }) => {
    const cannot = unusable(cancelled)
    if (cannot !== null) return cannot
    if (cancelled?.read('status') === 'ON_HOLD') return untested('cancel left the booking ON_HOLD')
    return expect(cancelledExtended).toBeRefused(control, 'though the booking was cancelled')
  },
})

check(settled, {
  id: 'extend.cancelled-hold-not-confirmed',
  clause: '3/confirm-cancelled-refused',
  title: 'confirm of a hold that was cancelled is refused',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled, cancelledConfirmed }) => {
    const cannot = unusable(cancelled)
    if (cannot !== null) return cannot
    if (cancelledConfirmed === null) return notApplicable('a hold cannot be cancelled on this target')
    if (cancelled?.read('status') === 'ON_HOLD') return untested('cancel left the booking ON_HOLD')
    return expect(cancelledConfirmed).toBeRefused(confirmed, 'though the hold was cancelled')
  },
})

check(settled, {
  id: 'extend.keeps-notes',
  clause: '4.2/notes-kept',
  title: 'a booking that is extended keeps its notes',
  judge: ({ reserved, control, before }) => unusable(control) ?? keepsNotes(reserved, [control, before]),
})

check(settled, {
  id: 'extend.keeps-currency',
  clause: '4.2/currency-kept',
  title: 'a booking that is extended stays in the currency in which it was reserved',
  judge: ({ reserved, control, before }) => unusable(control) ?? keepsCurrency(reserved, [control, before]),
})

check(settled, {
  id: 'extend.refused-leaves-state',
  clause: '7/refused-extend-changes-nothing',
  title: 'an extend that is refused for the state of the booking leaves it as it was',
  judge: ({ before, extended, read, cancelled, cancelledExtended, cancelledRead }) =>
    allJudged(
      unchanged(before, extended, read, tellingFields),
      unchanged(cancelled, cancelledExtended, cancelledRead, ['status']),
    ),
})

function unchanged(
  before: Answer | null,
  extended: Answer | null,
  read: Answer | null,
  fields: readonly BookingField[],
): Judgement {
  if (extended?.refused !== true) return untested('the extend was not refused')
  return sameBooking(before, read, fields, 'though the extend was refused')
}

export default suite
