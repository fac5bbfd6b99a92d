import {
  expect,
  openSuite,
  sameBooking,
  shownAtOnce,
  unknownId,
  unusable,
  allJudged,
  toldBy,
  type Answer,
  type Judgement,
  type LateRead,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { holdFor } from '../reserve/holdFor.js'
import { minutesOf } from '../reserve/minutesInside.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface Created {
  readonly reserved: Answer
  readonly read: Answer
  readonly unknown: Answer
  readonly other: Answer
  readonly readOther: Answer | null
  readonly last: Answer
  /** Reads of these that first showed nothing, or something older. */
  readonly late: readonly LateRead[]
  /** The other one, a hold, cancelled at last; null: not offered. */
  readonly cancelled: Answer | null
}

/** A booking with everything that a reservation can carry, read twice, an id that does not exist, and another booking. */
export const created: Trials<Created> = scenario(
  'read.created',
  async (context) => {
    const { target, marker, random, offers, late } = context
    const minutes = minutesOf['read.created']
    const { reserved } = await holdFor(context, minutes.first, { notes: marker('created') })
    const id = reserved.bookingId
    const read = await target.get(id)
    const unknown = await target.get(unknownId(id, random))
    // A read of another booking in between must not leak into this one.
    const other = await holdFor(context, minutes.other, { notes: marker('other') })
    const readOther = other.reserved.accepted ? await target.get(other.reserved.bookingId) : null
    const last = await target.get(id)
    const cancelled = readOther !== null && offers('cancel') ? await target.cancel(other.reserved.bookingId) : null
    return { reserved, read, unknown, other: other.reserved, readOther, last, late: late(), cancelled }
  },
  { uses: ['get'], bookings: 2 },
)

const fields = [
  'id',
  'status',
  'cancellable',
  'expirationMinutes',
  'reference',
  'notes',
  'holdEnd',
  'total',
  'net',
  'currency',
  'currencyPrecision',
] as const

check(created, {
  id: 'read.own-booking',
  clause: '4.3/get-accepted',
  title: 'get with the id of an own booking answers that booking',
  judge: ({ reserved, read, other, readOther }) => allJudged(ownBooking(reserved, read), ownBooking(other, readOther)),
})

function ownBooking(reserved: Answer, read: Answer | null): Judgement {
  return read?.accepted === false
    ? expect(read).toBeAccepted('though the booking had just been made')
    : sameBooking(reserved, read, ['id'], 'though get was asked for the booking just made')
}

check(created, {
  id: 'read.equals-created',
  clause: '4.3/get-equals-created',
  title: 'get shows the booking as reserve answered it, each time',
  judge: ({ reserved, read, last, other, readOther }) =>
    allJudged(asCreated(reserved, read), asCreated(reserved, last), asCreated(other, readOther)),
})

/** In all that reserve told of the booking. */
function asCreated(reserved: Answer, read: Answer | null): Judgement {
  const told = toldBy(fields, reserved)
  return sameBooking(reserved, read, told, 'though nothing was done to the booking since reserve')
}

check(created, {
  id: 'read.shows-writes-at-once',
  clause: '4.3/read-shows-writes-at-once',
  title: 'get shows a new booking at once',
  judge: ({ read, late }) => unusable(read) ?? shownAtOnce(late),
})

check(created, {
  id: 'read.unknown-id-refused',
  clause: '4.3/get-unknown-id-refused',
  title: 'get of a booking id that does not exist is refused',
  judge: ({ read, unknown }) => expect(unknown).toBeRefused(read, 'though no booking has the id asked for'),
})

export default suite
