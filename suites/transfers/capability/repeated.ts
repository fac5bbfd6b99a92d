import {
  failAt,
  notApplicable,
  openSuite,
  pass,
  unjudged,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { keys } from '../reserve/keys.js'
import { withoutKey } from '../reserve/oneBooking.js'
import { isPriced, isUnpriced } from './prices.js'
import { baseHold } from './without.js'

const suite: Suite = openSuite()
const { check } = suite

check(keys, {
  id: 'capability.no-pricing-reserve-repeated',
  clause: '9/no-pricing-without-capability-reserve',
  title: 'a reserve that is sent again without the capability carries no pricing, though it did the first time',
  judge: ({ first, again, bare }) =>
    unusable(first) ??
    (again.refused ? conflict(bare) : null) ??
    (isPriced(first) ? isUnpriced(bare) : untested('it carried none the first time either')),
})

check(baseHold, {
  id: 'capability.pricing-in-reserve-repeated',
  clause: '1.5/pricing-in-reserve',
  title: 'a reserve that is sent again with the capability carries price data, though it did not the first time',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ reserved, repeated, priced }) => {
    const cannot =
      unusable(reserved) ??
      (repeated !== null
        ? (conflict(repeated) ?? unusable(repeated))
        : reserved === null
          ? unjudged(reserved)
          : withoutKey(reserved))
    if (cannot !== null || repeated === null) return cannot ?? unjudged(repeated)
    if (isPriced(repeated)) return pass
    // Some services price no booking that was made without the capability.
    if (priced?.bookingId !== repeated.bookingId || !isPriced(priced))
      return untested('get shows no prices of that booking with the capability either')
    return failAt(repeated, repeated.place('pricing').pointer, {
      message: `a reserve that was sent again carries no price data with octo/pricing, though get shows it of that booking (exchange ${priced.n})`,
      expected: 'price data',
      restsOn: ['booking.pricing'],
    })
  },
})

/** What a reserve with a key that was used before is answered is not shown: where it is refused, nothing of it can carry prices. */
function conflict(repeat: Answer): Judgement | null {
  return repeat.refused ? notApplicable('a reserve that is sent again with its key is refused on this target') : null
}

export default suite
