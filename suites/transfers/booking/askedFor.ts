import {
  describeValue,
  failAt,
  idText,
  isCounted,
  openSuite,
  otherIdsOf,
  pass,
  wants,
  writes,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

// Also when several of them are under way at once, which no single scenario arranges.
for (const operation of [...writes, 'get'] as const)
  sweep({
    id: `booking.asked-for-by-${operation}`,
    clause: `4.3/${operation}-accepted`,
    title: `the booking that ${operation} answers is always the one it was asked for`,
    of: [operation],
    uses: [operation],
    judge: (answer) => {
      const { bookingId } = answer.exchange
      const found = answer.accepted ? answer.read('id') : undefined
      if (bookingId === undefined || found === undefined) return null
      // Where ids are counted in each account, it has a booking of its own of that number, which the evidence does not name.
      if (answer.exchange.as !== 'reseller' && isCounted(bookingId)) return null
      // A booking may be read by what else it goes by.
      if (idText(found) === bookingId || otherIdsOf(answer).includes(bookingId)) return pass
      return failAt(answer, answer.profile.booking.id, {
        message: `${operation} of booking ${describeValue(bookingId)} answers booking ${describeValue(found)}`,
        ...wants.value(bookingId),
      })
    },
  })

export default suite
