import { expect, isOf, openSuite, recordedKind, type Suite } from '../vocabulary/index.js'
import offered from '../availability/offered.js'
import created from './created.js'
import currency from './currency.js'
import exclusive from './exclusive.js'
import flawed from './flawed.js'
import keys from './keys.js'
import places from './places.js'

const suite: Suite = openSuite()
const { sweep } = suite

/** Every answer of theirs to a reservation shows a booking that was just made, some of them more than once. */
const makers = [created, currency, exclusive, flawed, keys, offered, places].flatMap(
  ({ declared }) => declared.scenarios,
)

sweep({
  id: 'reserve.starts-on-hold',
  clause: '4.2/new-booking-on-hold',
  title: 'a new booking has status ON_HOLD',
  of: ['reserve'],
  judge: (answer) => {
    // In recorded traffic it is said of the reservation that makes a booking.
    const isJustMade = isOf(makers, answer.exchange) || recordedKind(answer.exchange) === 'booking'
    return answer.accepted && isJustMade ? expect(answer).field('status').toBe('ON_HOLD') : null
  },
})

export default suite
