import { check, expect, observe, scenario, untested, unusable } from '../../src/suite/index.js'
import { priceKept } from './priceKept.js'
import { oneBooking } from '../reserve/oneBooking.js'
import { placeOf, withoutPlace } from './inputs.js'

/** A hold that is confirmed with a receipt; then its reservation is sent once more. */
const receipt = scenario(
  'confirm.receipt',
  async ({ target, hold, profile }) => {
    const { reserved } = await hold()
    // On a live target the receipt would go to somebody.
    const live = profile.target.environment === 'live'
    const confirmed = await target.confirm(reserved.bookingId, live ? {} : { emailReceipt: true })
    const repeated = confirmed.accepted ? await target.reserve(reserved.exchange.input) : null
    return { reserved, confirmed, repeated }
  },
  { uses: ['confirm'], bookings: 1 },
)

check(receipt, {
  id: 'confirm.receipt-true',
  clause: '4.3/confirm-receipt-true-accepted',
  title: 'confirm with the receipt option true is accepted',
  judge: ({ confirmed }, { profile }) =>
    withoutPlace(profile, 'emailReceipt') ??
    (confirmed.exchange.input['emailReceipt'] === true
      ? expect(confirmed).toBeAccepted('with the receipt option true')
      : untested('on a live target no receipts are sent')),
})

check(receipt, {
  id: 'confirm.receipt-costs-nothing',
  clause: '2.5/price-kept-by-confirm',
  title: 'confirm with the receipt option true leaves the price as it was',
  judge: ({ reserved, confirmed }) => priceKept(reserved, confirmed),
})

check(receipt, {
  id: 'confirm.key-makes-no-other-booking',
  clause: '4.2/same-key-one-booking',
  title: 'the same reserve with the same key makes no second booking once the first is confirmed',
  judge: ({ reserved, confirmed, repeated }) => unusable(confirmed) ?? oneBooking(reserved, [repeated]),
})

observe(receipt, {
  id: 'confirm.receipt-name',
  clause: '4.3/confirm-receipt-name',
  observe: ({ confirmed }, { profile }) => {
    if (!confirmed.accepted || confirmed.exchange.input['emailReceipt'] !== true) return null
    return placeOf(profile, 'emailReceipt') ?? 'none that the profile names'
  },
})
