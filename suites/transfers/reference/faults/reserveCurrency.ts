import { is, ofType, readsCurrency, refuses, takes } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, together } from '../changes/shown.js'
import { keeps } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import { textOf } from '../textOf.js'

/** Section 4.2: the currency of a booking. */
export const reserveCurrencyFaults: readonly Fault[] = faults({
  '4.2/currency-asked-is-priced': {
    'reserve-ignores-currency': readsCurrency('reserve', () => undefined),
    'reserve-refuses-default-currency': refuses('reserve', 'currency', is('EUR')),
  },
  '2.3/available-currencies-accepted': {
    'reserve-refuses-pounds-that-are-quoted': [
      'what a transfer quotes to be available in GBP is refused in it',
      given('standard-is-what-is-quoted', refuses('reserve', 'currency', is('GBP'))),
    ],
  },
  '4.2/currency-omitted-default': {
    'reserve-without-currency-answers-gbp': [
      'the answer to reserve without a currency is in GBP',
      given(
        'standard-is-what-is-quoted',
        on('reserve').answers(put('/pricing/currency', 'GBP', ({ ctx }) => ctx.call.input.currency === undefined)),
      ),
    ],
  },
  '4.2/currency-unavailable-never-priced': {
    'reserve-prices-in-any-currency': [takes('reserve', 'currency', ofType('string')), 'reserve /pricing/currency'],
  },
  '4.2/currency-unavailable-refused': {
    'reserve-in-unavailable-currency-priced-in-default': [
      'a booking in a currency that is not available is priced in the default currency',
      together(
        takes('reserve', 'currency', ofType('string')),
        readsCurrency('reserve', (asked, ctx) =>
          ctx.rules.availableCurrencies(ctx).includes(textOf(asked)) ? asked : undefined,
        ),
      ),
    ],
  },
  '4.2/currency-mistyped-refused': {
    'reserve-takes-mistyped-currency': takes('reserve', 'currency', ofType('number')),
  },
  '4.2/currency-kept': {
    'reserve-keeps-another-currency': [
      'reserve answers the currency that was asked for, and keeps USD',
      keeps('reserve', ({ price }) => ({ price: { ...price, currency: 'USD' } })),
      'get /pricing/currency',
    ],
    'get-prices-in-default-currency': on('get').answers(put('/pricing/currency', 'EUR')),
    'get-prices-gbp-in-usd': on('get').answers(put('/pricing/currency', (was) => (was === 'GBP' ? 'USD' : was))),
  },
})
