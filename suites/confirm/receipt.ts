import { check, expect, observe, scenario } from '../../src/suite/index.js'
import { placeOf, withoutPlace } from './inputs.js'

const receipt = scenario(
  'confirm.receipt',
  async ({ target, hold, profile }) => {
    // On a live target the receipt would go to somebody.
    if (profile.target.environment === 'live') return { confirmed: null }
    const { reserved } = await hold()
    return { confirmed: await target.confirm(reserved.bookingId, { emailReceipt: true }) }
  },
  { uses: ['confirm'], bookings: 1 },
)

check(receipt, {
  id: 'confirm.receipt-true',
  clause: '4.3/confirm-receipt-true-accepted',
  title: 'confirm with the receipt option true is accepted',
  judge: ({ confirmed }, { profile }) =>
    withoutPlace(profile, 'emailReceipt') ?? expect(confirmed).toBeAccepted('with the receipt option true'),
})

observe(receipt, {
  id: 'confirm.receipt-name',
  clause: '4.3/confirm-receipt-name',
  observe: ({ confirmed }, { profile }) => {
    if (confirmed?.accepted !== true) return null
    return placeOf(profile, 'emailReceipt') ?? 'none that the profile names'
  },
})
