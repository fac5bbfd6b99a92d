import { on, put } from '../changes/on.js'
import { rule } from '../changes/shown.js'
import type { Break, Change } from '../change.js'
import { isObject, type Json } from '../json.js'

/** What is booked costs what it was said to cost, less the tax in that. */
export const bookedWithoutTax: Change = rule('quote', (usual, name, start, currency, ctx) => {
  const price = usual(name, start, currency, ctx)
  const tax = price.taxes.reduce((sum, { retail }) => sum + retail, 0)
  return ctx.operation === 'reserve' ? { ...price, total: price.total - tax } : price
})

/** Reserve answers the total without the tax that is in the net amount. */
export const answeredWithoutTaxOfNet: Break = on('reserve').answers(
  put('/pricing/total', (was, { taxes = null }) => Number(was) - netTax(taxes)),
)

function netTax(taxes: Json): number {
  const [tax = null] = Array.isArray(taxes) ? taxes : []
  return isObject(tax) ? Number(tax['net'] ?? tax['amount']) : 0
}
