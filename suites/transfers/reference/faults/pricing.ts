import { editOptionPricing, editOptions } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { Rules } from '../rules.js'

/** Sections 2.4 and 4.1: the prices of transfer options. */
export const pricingFaults: readonly Fault[] = [
  {
    name: 'third-option-unpriced',
    clause: '1.5/pricing-in-transfers',
    title: 'the third option carries no price data',
    rules: onOptions((option, position) => {
      if (position === 2) delete option['pricing']
    }),
  },
  {
    name: 'options-priced-with-empty-objects',
    clause: '1.5/pricing-in-transfers',
    title: 'the pricing of the options is empty from the second transfer on',
    rules: onOptions((option, _position, ctx) => {
      if (ctx.state.counted('transfers') > 1 && 'pricing' in option) option['pricing'] = {}
    }),
  },
  {
    name: 'last-option-original-below-retail',
    clause: '2.4/original-not-below-retail',
    title: 'the original price of the last option is below its retail price',
    rules: onPricing((pricing, position) => {
      if (position === 2) pricing['original'] = Number(pricing['retail']) - 1
    }),
  },
  {
    name: 'discounts-in-usd-inverted',
    clause: '2.4/original-not-below-retail',
    title: 'in USD, original and retail are swapped where there is a discount',
    rules: onPricing((pricing) => {
      const { original, retail, currency } = pricing
      if (currency === 'USD') Object.assign(pricing, { original: retail, retail: Number(original) + 1 })
    }),
  },
  {
    name: 'prices-in-decimals',
    clause: '2.4/amounts-are-integers',
    title: 'the amounts of options are decimal numbers',
    rules: onPricing((pricing) => {
      for (const name of ['original', 'retail', 'net']) pricing[name] = (Number(pricing[name]) + 0.5) / 100
    }),
  },
  {
    name: 'net-in-gbp-not-rounded',
    clause: '2.4/amounts-are-integers',
    title: 'the net amount in GBP is a fraction',
    rules: onPricing((pricing) => {
      if (pricing['currency'] === 'GBP') pricing['net'] = Number(pricing['net']) + 0.25
    }),
  },
  {
    name: 'precision-is-zero',
    clause: '2.4/precision-is-the-currencys',
    title: 'currencyPrecision of an option is 0 for currencies with cents',
    rules: onPricing((pricing) => void (pricing['currencyPrecision'] = 0)),
  },
  {
    name: 'precision-three-in-gbp',
    clause: '2.4/precision-is-the-currencys',
    title: 'currencyPrecision of the second option is 3 in GBP',
    rules: onPricing((pricing, position) => {
      if (position === 1 && pricing['currency'] === 'GBP') pricing['currencyPrecision'] = 3
    }),
  },
  {
    name: 'last-option-lacks-gbp',
    clause: '2.3/available-currencies-exact-set',
    title: 'the third option is not offered in GBP',
    rules: onOptions((option, position) => {
      if (position === 2 && 'availableCurrencies' in option) option['availableCurrencies'] = ['USD', 'EUR']
    }),
  },
  {
    name: 'options-offered-in-chf-too',
    clause: '2.3/available-currencies-exact-set',
    title: 'availableCurrencies names a fourth currency',
    rules: onOptions((option) => {
      if ('availableCurrencies' in option) option['availableCurrencies'] = ['USD', 'EUR', 'GBP', 'CHF']
    }),
  },
  {
    name: 'available-currency-is-the-one-asked',
    clause: '2.3/available-currencies-exact-set',
    title: 'availableCurrencies names only the currency in which the option is priced',
    rules: onPricing((pricing, _position, option) => {
      option['availableCurrencies'] = [pricing['currency'] ?? null]
    }),
  },
  {
    name: 'second-default-currency-not-available',
    clause: '2.3/default-currency-is-available',
    title: 'the defaultCurrency of the second option is CHF',
    rules: onOptions((option, position) => {
      if (position === 1 && 'defaultCurrency' in option) option['defaultCurrency'] = 'CHF'
    }),
  },
  {
    name: 'omitted-currency-priced-in-chf',
    clause: '2.4/currency-is-available',
    title: 'options are priced in CHF when no currency is asked for',
    rules: inTransfers((base, asked, option, ctx) => (asked === undefined ? 'CHF' : base.currency(asked, option, ctx))),
  },
  {
    name: 'transfer-gbp-priced-in-eur',
    clause: '4.1/currency-asked-is-priced',
    title: 'transfers asked for in GBP are priced in EUR',
    rules: inTransfers((base, asked, option, ctx) => base.currency(asked === 'GBP' ? 'EUR' : asked, option, ctx)),
  },
  {
    name: 'third-option-keeps-its-currency',
    clause: '4.1/currency-asked-is-priced',
    title: 'an option with default GBP is never priced otherwise',
    rules: inTransfers((base, asked, option, ctx) =>
      option.defaultCurrency === 'GBP' ? 'GBP' : base.currency(asked, option, ctx),
    ),
  },
  {
    name: 'transfers-keep-the-first-currency',
    clause: '4.1/currency-asked-is-priced',
    title: 'every transfer is priced in the currency that was asked for first',
    rules: inTransfers((base, asked, option, ctx) => {
      const key = 'transfers-keep-the-first-currency'
      if (typeof asked === 'string' && !ctx.state.memory.has(key)) ctx.state.memory.set(key, asked)
      const kept = typeof asked === 'string' ? ctx.state.memory.get(key) : asked
      return base.currency(kept, option, ctx)
    }),
  },
  {
    name: 'omitted-currency-is-always-eur',
    clause: '4.1/currency-omitted-own-default',
    title: 'without a currency, every option is priced in EUR',
    rules: inTransfers((base, asked, option, ctx) => base.currency(asked ?? 'EUR', option, ctx)),
  },
  {
    name: 'omitted-currency-is-the-last-one',
    clause: '4.1/currency-omitted-own-default',
    title: 'without a currency, the one of the request before applies',
    rules: inTransfers((base, asked, option, ctx) => {
      const key = 'omitted-currency-is-the-last-one'
      if (typeof asked === 'string') ctx.state.memory.set(key, asked)
      return base.currency(asked ?? ctx.state.memory.get(key), option, ctx)
    }),
  },
  {
    name: 'transfers-priced-in-any-currency',
    clause: '4.1/currency-unavailable-never-priced',
    title: 'transfers are priced in whatever currency is asked for',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) || (ctx.operation === 'transfers' && typeof value === 'string'),
    }),
  },
  {
    name: 'transfers-ignore-unavailable-currency',
    clause: '4.1/currency-unavailable-refused',
    title: 'transfers asked for in a currency that is not available are priced in the default currency',
    rules: (base) => ({
      beforeCall: (call, state) => {
        const { currency, ...input } = call.input
        const ignored = call.operation === 'transfers' && currency !== 'USD' && currency !== 'EUR' && currency !== 'GBP'
        return base.beforeCall(ignored && typeof currency === 'string' ? { ...call, input } : call, state)
      },
    }),
  },
  {
    name: 'transfers-ignore-mistyped-currency',
    clause: '4.1/currency-mistyped-refused',
    title: 'transfers take a currency that is no text for none',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) || (ctx.operation === 'transfers' && typeof value !== 'string'),
    }),
  },
]

function onOptions(
  edit: (option: JsonObject, position: number, ctx: Context) => void,
): (base: Rules) => Partial<Rules> {
  return (base) => ({
    afterReply: (reply, ctx) =>
      editOptions(base.afterReply(reply, ctx), (option, position) => edit(option, position, ctx)),
  })
}

function onPricing(
  edit: (pricing: JsonObject, position: number, option: JsonObject) => void,
): (base: Rules) => Partial<Rules> {
  return (base) => ({
    afterReply: (reply, ctx) =>
      editOptionPricing(base.afterReply(reply, ctx), (pricing, option, position) => edit(pricing, position, option)),
  })
}

function inTransfers(
  currency: (base: Rules, asked: unknown, option: { readonly defaultCurrency: string }, ctx: Context) => string,
): (base: Rules) => Partial<Rules> {
  return (base) => ({
    currency: (asked, option, ctx) =>
      ctx.operation === 'transfers' ? currency(base, asked, option, ctx) : base.currency(asked, option, ctx),
  })
}
