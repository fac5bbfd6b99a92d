import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen } from '../changes/shown.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import { isObject, type Json } from '../json.js'

/** Prices of bookings beside those that transfers quoted of the same option. */
export const quotedPriceFaults: readonly Fault[] = faults({
  '2.5/total-with-what-was-quoted': {
    'bookings-cost-the-quote-less-its-tax': [
      'a booking costs what a transfer quotes, less the tax in that',
      quoted(
        rule('quote', (usual, name, start, currency, ctx) => {
          const price = usual(name, start, currency, ctx)
          const tax = price.taxes.reduce((sum, { retail }) => sum + retail, 0)
          return ctx.operation === 'reserve' ? { ...price, total: price.total - tax } : price
        }),
      ),
    ],
    'reserve-answers-the-quote-less-the-tax-of-net': [
      'reserve answers what a transfer quotes, less the tax that is in the net amount; all else shows it with it',
      quoted(on('reserve').answers(put('/pricing/total', (was, { taxes = null }) => Number(was) - netTax(taxes)))),
    ],
  },
})

function quoted(change: Parameters<typeof seen>[2]): Break {
  return given('standard-is-what-is-quoted', seen('reserve', '/pricing/total', change))
}

function netTax(taxes: Json): number {
  const [tax = null] = Array.isArray(taxes) ? taxes : []
  return isObject(tax) ? Number(tax['net'] ?? tax['amount']) : 0
}
