import {
  askedForPricing,
  bookingAbout,
  judgedIfAny,
  openSuite,
  priceFields,
  sameBooking,
  toldBy,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

// However much time lies between: prices of products may change from day to day (1.6), that of a booking is the final one.
course({
  id: 'booking.final-price-does-not-drift',
  clause: '2.5/final-price-does-not-drift',
  title: 'a confirmed booking to which nothing was done costs the same in every get, however much time has passed',
  of: ['get'],
  uses: ['confirm', 'get'],
  ofOwnRun: true,
  judge: (answers) => judgedIfAny(answers.flatMap((answer, at) => judgeDrift(answer, answers.slice(0, at)))),
})

/** Judges a get by the last answer of the same account that showed the confirmed booking, where that was the last done to it. */
function judgeDrift(read: Answer, earlier: readonly Answer[]): readonly Judgement[] {
  if (read.exchange.purpose !== 'get' || !isFirm(read)) return []
  const id = bookingAbout(read)
  const before = earlier.findLast((each) => bookingAbout(each) === id)
  if (before === undefined || !['get', 'confirm'].includes(before.exchange.purpose) || !isFirm(before)) return []
  // A move may have made another price, and a read before it is shown may come late.
  if (earlier.some((each) => bookingAbout(each) === id && each.exchange.purpose === 'update')) return []
  // What comes in another type is for the checks of fields to say.
  const fields = toldBy(priceFields, before, read).filter(
    (field) => typeof before.read(field) === typeof read.read(field),
  )
  if (fields.length === 0) return []
  return [sameBooking(before, read, fields, 'though nothing was done to the confirmed booking in between')]
}

function isFirm(answer: Answer): boolean {
  const { exchange, profile } = answer
  return (
    answer.accepted &&
    exchange.as === 'reseller' &&
    askedForPricing(exchange) &&
    answer.read('status') === profile.booking.statuses.confirmed
  )
}

export default suite
