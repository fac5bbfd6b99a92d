import {
  check,
  expect,
  sameBooking,
  scenario,
  tellingFields,
  unusable,
  untested,
  whatever,
  type Answer,
  type BookingField,
  type Judgement,
} from '../../src/suite/index.js'

const minutes = { expirationMinutes: 90 }

const settled = scenario(
  'extend.settled',
  async ({ target, hold, offers, profile }) => {
    const { reserved } = await hold()
    const id = reserved.bookingId
    const control = await target.extend(id, minutes)
    const confirmed = (await target.confirm(id)).need()
    const before = await target.get(id)
    const extended = await target.extend(id, minutes)
    const read = await target.get(id)

    // Cancelled: the confirmed booking; where that cannot be, a hold.
    let cancelled = offers('cancel') ? await target.cancel(id) : null
    let cancelledId = id
    if (cancelled?.refused === true && profile.operations.cancel !== null) {
      cancelledId = (await hold()).reserved.bookingId
      cancelled = await target.cancel(cancelledId)
    }
    const gone = cancelled?.accepted === true
    return {
      control,
      confirmed,
      before,
      extended,
      read,
      cancelled,
      cancelledExtended: gone ? await target.extend(cancelledId, minutes) : null,
      cancelledRead: gone ? await target.get(cancelledId) : null,
    }
  },
  { uses: ['extend', 'confirm', 'get'], bookings: 2 },
)

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
  id: 'extend.refused-leaves-state',
  clause: '7/refused-extend-changes-nothing',
  title: 'an extend that is refused for the state of the booking leaves it as it was',
  judge: ({ before, extended, read, cancelled, cancelledExtended, cancelledRead }) =>
    whatever(
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
