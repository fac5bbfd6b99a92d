import { on, put, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule } from '../changes/shown.js'
import { refusedFor, refusesWith } from '../changes/wires.js'
import { isObject } from '../json.js'
import type { Variant } from '../variant.js'

/** Other legal ways to show what a booking costs, and to refuse what is another's. */
export const bookingVariants: readonly Variant[] = variants({
  'booking-without-taxes': ['no tax is included in the price of a booking', on().answers(put('/pricing/taxes', []))],
  'booking-taxes-all-of-the-net-amount': [
    'the net price of a booking is nothing but tax',
    on().answers(
      put('/pricing/taxes/*/net', (_was, _tax, { item: { pricing } }) =>
        isObject(pricing) ? pricing['net'] : undefined,
      ),
    ),
  ],
  'booking-taxes-in-percent': [
    'the taxes of a booking show percentages, where others show amounts',
    on().answers(put('/pricing/taxes/*/net', 19.5)),
  ],
  'booking-without-receipt-option': ['bookings do not show the receipt option', on().answers(without('/emailReceipt'))],
  'receipt-option-null-unless-asked-for': [
    'bookings show null for the receipt option unless it was true',
    on().answers(put('/emailReceipt', (was) => (was === true ? true : null))),
  ],
  'booking-taxes-are-an-object': [
    'the taxes of a booking are an object by name',
    on().answers(put('/pricing/taxes', { VAT: 120 })),
  ],
  'booking-net-above-total': [
    'the net price of a booking is higher than its total',
    on().answers(put('/pricing/net', (_net, { total }) => Number(total) + 500)),
  ],
  'booking-costs-nothing': [
    'bookings are free',
    on().answers(...['original', 'total', 'net'].map((name) => put(`/pricing/${name}`, 0)), put('/pricing/taxes', [])),
  ],
  'booking-precision-not-shown': [
    'bookings do not show currencyPrecision',
    on().answers(without('/pricing/currencyPrecision')),
  ],
  'all-prices-equal': [
    'everything costs the same on each day',
    rule('quote', (usual, _name, _start, currency, ctx) => usual('everything', 0, currency, ctx)),
  ],
  'unknown-bookings-are-forbidden': [
    "a booking that is another reseller's, or none, is refused with 403",
    refusesWith(403, refusedFor('UNKNOWN_BOOKING')),
  ],
})
