import { isPending } from './statesAgree.js'
import { fail, inWords, pass, unjudged, untested, unusable, type Answer, type Judgement } from './words.js'

/**
 * Judges that what a write began has come to its end in a get after it, which was asked until then: the booking is in none of the states
 * that it passes through. That a confirm was turned down after all says nothing.
 */
export function hasSettled(write: Answer, read: Answer | null): Judgement {
  const cannot = unusable(write) ?? unusable(read)
  if (cannot !== null || read === null) return cannot ?? unjudged(read)
  const { booking } = read.profile
  const { purpose } = write.exchange
  const status = read.read('status')
  const found = { received: status ?? null, exchange: read.n, pointer: read.place('status').pointer ?? '' }
  // A supplier may turn down what it was asked to confirm: the profile has a name for that.
  if (purpose === 'confirm' && status !== undefined && status === booking.statuses.rejected)
    return untested(
      `the booking is ${inWords(status)}, as its confirm was turned down (exchange ${write.n})`,
      'book something that is not turned down: see bookable.standard in the profile',
    )
  if (!isPending(status, read.profile)) return pass
  return fail({
    message: `the booking is still ${inWords(status)} ${booking.settleSeconds} s after ${purpose} (exchange ${write.n})`,
    expected: 'a state that is none of booking.statuses.pending',
    restsOn: ['booking.settleSeconds'],
    ...found,
  })
}
