import { describeValue, openSuite, type Json, type Suite } from '../vocabulary/index.js'
import { isObject, optionsOf, pricingOf } from '../quote/options.js'
import { transfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { observe } = suite

observe(transfers, {
  id: 'pricing.included-taxes-element',
  clause: '2.4/included-taxes-element',
  observe: ({ usd, eur, gbp, omitted }) => {
    const taxes = [usd, eur, gbp, omitted].flatMap(optionsOf).flatMap((shown) => {
      const list = pricingOf(shown)?.['includedTaxes']
      return Array.isArray(list) ? list : []
    })
    if (taxes.length === 0) return 'no taxes were shown'
    return [...new Set(taxes.map(shape))].slice(0, 4).join(' or ')
  },
})

function shape(tax: Json): string {
  return isObject(tax) ? `{${Object.keys(tax).slice(0, 12).join(', ')}}` : describeValue(tax)
}

export default suite
