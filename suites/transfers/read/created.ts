import {
  allJudged,
  expect,
  isMarker,
  openSuite,
  priceFields,
  sameBooking,
  shownAtOnce,
  tellingFields,
  toldBy,
  unusable,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { created } from '../reserve/created.js'

const suite: Suite = openSuite()
const { check } = suite

const fields = [...tellingFields, ...priceFields]

check(created, {
  id: 'read.own-booking',
  clause: '4.3/get-accepted',
  title: 'get with the id of an own booking answers that booking',
  uses: ['get'],
  judge: ({ noted, notedRead, plain, plainRead }) =>
    allJudged(ownBooking(noted, notedRead), ownBooking(plain, plainRead)),
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
  uses: ['get'],
  judge: ({ noted, notedRead, plain, plainRead, plainReread }) =>
    allJudged(asCreated(noted, notedRead), asCreated(plain, plainReread), asCreated(plain, plainRead)),
})

/** In all that reserve told of the booking, but for a text that it shows of another one: that has a clause of its own. */
function asCreated(reserved: Answer, read: Answer | null): Judgement {
  const notes = reserved.exchange.input['notes'] === undefined && read?.accepted === true ? read.read('notes') : null
  const isOfAnother = typeof notes === 'string' && isMarker(notes)
  const told = toldBy(fields, reserved).filter((field) => field !== 'notes' || !isOfAnother)
  return sameBooking(reserved, read, told, 'though nothing was done to the booking since reserve')
}

check(created, {
  id: 'read.shows-writes-at-once',
  clause: '4.3/read-shows-writes-at-once',
  title: 'get shows a new booking at once',
  uses: ['get'],
  judge: ({ plainRead, late }) => unusable(plainRead) ?? shownAtOnce(late),
})

check(created, {
  id: 'read.unknown-id-refused',
  clause: '4.3/get-unknown-id-refused',
  title: 'get of a booking id that does not exist is refused',
  uses: ['get'],
  judge: ({ plainRead, unknown }) => expect(unknown).toBeRefused(plainRead, 'though no booking has the id asked for'),
})

export default suite
