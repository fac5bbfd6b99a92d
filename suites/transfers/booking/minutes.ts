import {
  answersBookings,
  contractFinding,
  fail,
  openSuite,
  pass,
  readPointer,
  type Answer,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

const clauses = ['2.5/expiration-minutes', '2.5/expiration-minutes-in-range'] as const

sweep({
  id: 'booking.field-expiration-minutes',
  clause: '2.5/expiration-minutes',
  title: 'a booking ON_HOLD has expirationMinutes, an integer',
  of: answersBookings,
  judge: (answer) => judgeMinutes(answer, ['2.5/expiration-minutes'], isHold),
})

sweep({
  id: 'booking.minutes-in-range',
  clause: '2.5/expiration-minutes-in-range',
  title: 'expirationMinutes lies in 20 to 200 in every booking ON_HOLD that is answered or listed',
  of: answersBookings,
  judge: (answer) => judgeMinutes(answer, ['2.5/expiration-minutes-in-range'], isHold),
})

// What is no hold any more has no hold time; that it shows the one that it had is no more than usual.
sweep({
  id: 'booking.minutes-after-hold',
  clause: '2.5/expiration-minutes-after-hold',
  title: 'a booking that is no hold any more still shows the expirationMinutes that it had',
  of: answersBookings,
  judge: (answer) => judgeMinutes(answer, clauses, (booking) => !isHold(booking)),
})

function judgeMinutes(
  answer: Answer,
  broken: readonly string[],
  isMeant: (booking: Json) => boolean,
): Judgement | null {
  if (!answer.bookings.some(({ json }) => isMeant(json))) return null
  const errors = answer.contractErrors.filter(
    ({ clause, pointer }) => broken.includes(clause ?? '') && isMeant(answer.bookingAt(pointer)?.json ?? null),
  )
  return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
}

function isHold(booking: Json): boolean {
  return readPointer<Json>(booking, '/status') === 'ON_HOLD'
}

export default suite
