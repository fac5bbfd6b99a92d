import { describeValue, invariantCheck, openSuite, wants, type Suite } from '../vocabulary/index.js'
import { pricingOf } from '../quote/options.js'
import { optionSweep } from './options.js'

const suite: Suite = openSuite()

const amounts = ['original', 'retail', 'net'] as const

optionSweep({
  id: 'pricing.every-option-priced',
  clause: '1.5/pricing-in-transfers',
  title: 'every option of a transfer carries price data',
  judge: (shown) => {
    const pricing = pricingOf(shown)
    if (pricing !== undefined && amounts.some((name) => pricing[name] !== undefined && pricing[name] !== null))
      return null
    const pointer = `${shown.pointer}/pricing`
    return {
      message: `an option of the transfer carries no price data: its pricing is ${describeValue(shown.option['pricing'])}`,
      ...wants.fitting('an object with amounts', { type: 'object' }),
      received: shown.option['pricing'] ?? null,
      pointer,
    }
  },
})

optionSweep({
  id: 'pricing.amounts-are-integers',
  clause: '2.4/amounts-are-integers',
  title: 'all amounts of the pricing of an option are integers',
  judge: (shown) => {
    const pricing = pricingOf(shown)
    // What is missing or null is the matter of the field checks.
    const given = amounts.filter((name) => pricing?.[name] !== undefined && pricing[name] !== null)
    if (pricing === undefined || given.length === 0) return undefined
    const wrong = given.find((name) => !Number.isInteger(pricing[name]))
    if (wrong === undefined) return null
    const pointer = `${shown.pointer}/pricing/${wrong}`
    return {
      message: `${wrong} of an option is ${describeValue(pricing[wrong])}, which is no integer amount in the smallest unit`,
      ...wants.fitting('an integer amount in the smallest unit', { type: 'integer' }),
      received: pricing[wrong] ?? null,
      pointer,
    }
  },
})

invariantCheck(suite, {
  id: 'pricing.original-not-below-retail',
  clause: '2.4/original-not-below-retail',
  title: 'the original price of an option is the same as or higher than its retail price',
  places: ['/pricing/original', '/pricing/retail'],
  pricing: true,
})

invariantCheck(suite, {
  id: 'pricing.precision-is-the-currencys',
  clause: '2.4/precision-is-the-currencys',
  title: 'currencyPrecision is the number of decimal places of the currency',
  places: ['/pricing/currency', '/pricing/currencyPrecision'],
  pricing: true,
})

export default suite
