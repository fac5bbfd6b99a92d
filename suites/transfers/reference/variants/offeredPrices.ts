import { variants } from '../changes/rows.js'
import { rule } from '../changes/shown.js'
import type { Change } from '../change.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Price } from '../model.js'
import type { Variant } from '../variant.js'

/** Legal ways to show prices in the answer of the availability check, of which the documents say nothing. */
export const offeredPriceVariants: readonly Variant[] = variants({
  'availability-shows-prices': [
    'the availability check shows what each start costs',
    shows((price) => whole(price, 1)),
  ],
  'availability-shows-prices-that-move': [
    'the availability check shows what each start costs at the moment, which changes every second',
    shows((price, ctx) => whole(price, 0.8 + ctx.random('moment', Math.floor(ctx.now / 1000)) / 2)),
  ],
  'availability-shows-prices-before-tax': [
    'the availability check shows what each start costs before tax, and what a hundredth of it costs',
    shows(({ total, net, currency, currencyPrecision, taxes: [tax] }) => ({
      price: total - (tax?.retail ?? 0),
      net: net - (tax?.net ?? 0),
      ofAHundred: { price: Math.round(total / 100) },
      currency,
      currencyPrecision,
    })),
  ],
})

function shows(pricing: (price: Price, ctx: Context) => JsonObject): Change {
  return rule('showSlot', (usual, slot, ctx) => {
    const option = ctx.rules.option(slot.productId, slot.optionId, ctx)
    if (option === undefined || !ctx.rules.showsPrices(ctx)) return usual(slot, ctx)
    const currency = ctx.rules.currency(ctx.call.input.currency, option, ctx)
    const price = ctx.rules.quote(slot.optionId, slot.start, currency, ctx)
    return { ...usual(slot, ctx), pricing: pricing(price, ctx) }
  })
}

function whole({ taxes, currency, currencyPrecision, ...price }: Price, factor: number): JsonObject {
  const at = (amount: number): number => Math.round(amount * factor)
  return {
    original: at(price.original),
    retail: at(price.total),
    net: at(price.net),
    currency,
    currencyPrecision,
    includedTaxes: taxes.map(({ name, retail, net }) => ({ name, retail: at(retail), net: at(net) })),
  }
}
