import { faults } from '../changes/rows.js'
import { given, seen } from '../changes/shown.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import { answeredWithoutTaxOfNet, bookedWithoutTax } from './withoutTax.js'

/** Prices of bookings beside those that transfers quoted of the same option. */
export const quotedPriceFaults: readonly Fault[] = faults({
  '2.5/total-with-what-was-quoted': {
    'bookings-cost-the-quote-less-its-tax': [
      'a booking costs what a transfer quotes, less the tax in that',
      quoted(bookedWithoutTax),
    ],
    'reserve-answers-the-quote-less-the-tax-of-net': [
      'reserve answers what a transfer quotes, less the tax that is in the net amount; all else shows it with it',
      quoted(answeredWithoutTaxOfNet),
    ],
  },
})

function quoted(change: Parameters<typeof seen>[2]): Break {
  return given('standard-is-what-is-quoted', seen('reserve', '/pricing/total', change))
}
