import { readPointer, type Json, type Profile } from './vocabulary/index.js'

/** What a profile may say that bookings do not show (`null`), and the clauses that are seen by it alone. */
const clauses: Readonly<Record<string, readonly string[]>> = {
  'booking.reference': [
    '4.3/confirm-reference-kept-answer',
    '4.3/confirm-reference-kept-get',
    '4.3/confirm-reference-kept-list',
    '4.3/update-reference-kept',
    '3/update-persisted-concurrent',
    '3/updates-persisted-concurrent',
  ],
  'booking.notes': ['4.2/notes-kept'],
  'booking.holdEnd': ['4.2/hold-as-long-as-asked', '3/update-more-minutes-not-sooner'],
  'booking.emailReceipt': [
    '4.3/confirm-receipt-kept',
    '4.3/confirm-receipt-default-shown',
    '4.3/update-receipt-default-shown',
  ],
  'booking.pricing.taxes': ['2.5/pricing-taxes'],
  'booking.pricing.currency': [
    '4.2/currency-asked-is-priced',
    '4.2/currency-omitted-default',
    '4.2/currency-kept',
    '8/booking-precision-is-the-currencys',
  ],
  'booking.pricing.currencyPrecision': ['8/booking-currency-precision', '8/booking-precision-is-the-currencys'],
}

/** Of a profile that says so, each key with its clauses. */
export function unshown({ booking }: Profile): Readonly<Record<string, readonly string[]>> {
  const isNull = (key: string): boolean =>
    readPointer<Json | object>({ booking }, `/${key.replaceAll('.', '/')}`) === null
  return Object.fromEntries(Object.entries(clauses).filter(([key]) => isNull(key)))
}
