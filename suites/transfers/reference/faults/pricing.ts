import { is, ofType, readsCurrency, takes } from '../changes/inputs.js'
import { on, put, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, seen } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import { isObject, type Json, type JsonObject } from '../json.js'

const options = on('transfers')
const currency = '/options/*/pricing/currency'
const currencies = '/options/*/availableCurrencies'

/** Sections 2.4 and 4.1: the prices of transfer options. */
export const pricingFaults: readonly Fault[] = faults({
  '1.5/pricing-in-transfers': {
    'third-option-unpriced': ['the third option carries no price data', options.answers(without('/options/2/pricing'))],
    'options-priced-with-empty-objects': [
      'the pricing of the options is empty from the second transfer on',
      options.answers(put('/options/*/pricing', {}, ({ ctx }) => ctx.state.counted('transfers') > 1)),
    ],
  },
  '2.4/original-not-below-retail': {
    'last-option-original-below-retail': [
      'the original price of the last option is below its retail price',
      options.answers(put('/options/2/pricing/original', (_was, { retail }) => Number(retail) - 1)),
    ],
  },
  '2.4/amounts-are-integers': {
    'prices-in-decimals': [
      'the amounts of options are decimal numbers',
      options.answers(
        ...['original', 'retail', 'net'].map((name) =>
          put(`/options/*/pricing/${name}`, (was) => (Number(was) + 0.5) / 100),
        ),
      ),
    ],
    'net-in-gbp-not-rounded': [
      'the net amount in GBP is a fraction',
      options.answers(put('/options/*/pricing/net', (was, price) => (isIn('GBP', price) ? Number(was) + 0.25 : was))),
    ],
  },
  '2.4/precision-is-the-currencys': {
    'precision-is-zero': options.answers(put('/options/*/pricing/currencyPrecision', 0)),
  },
  '4.1/currency-omitted-not-remembered': {
    'quotes-remember-the-currency': [
      'a quote without a currency is in the one that was asked for last',
      seen(
        'transfers',
        currency,
        rule('currency', (usual, asked, option, ctx) => {
          if (ctx.operation !== 'transfers') return usual(asked, option, ctx)
          if (typeof asked === 'string') ctx.state.memory.set('quotes-remember-the-currency', asked)
          return usual(asked ?? ctx.state.memory.get('quotes-remember-the-currency'), option, ctx)
        }),
      ),
    ],
  },
  '2.3/available-currencies-exact-set': {
    'gbp-not-sold': seen(
      'transfers',
      currencies,
      rule('availableCurrencies', () => ['USD', 'EUR']),
    ),
    'last-option-lacks-gbp': options.answers(put('/options/2/availableCurrencies', ['USD', 'EUR'])),
    'options-offered-in-chf-too': options.answers(put(currencies, ['USD', 'EUR', 'GBP', 'CHF'])),
    'available-currency-is-the-one-asked': [
      'availableCurrencies names only the currency in which the option is priced',
      options.answers(put(currencies, (was, { pricing }) => (isObject(pricing) ? [pricing['currency'] ?? null] : was))),
    ],
  },
  '2.3/default-currency-is-available': {
    'last-vehicle-sold-in-chf-by-default': [
      'the last vehicle is priced in CHF unless asked otherwise',
      rule('vehicleOptions', (usual, number, ctx) =>
        usual(number, ctx).map((option, index, all) =>
          index === all.length - 1 ? { ...option, defaultCurrency: 'CHF' } : option,
        ),
      ),
      'transfers /options/*/defaultCurrency',
    ],
    'second-default-currency-not-available': options.answers(put('/options/1/defaultCurrency', 'CHF')),
  },
  '2.4/currency-is-available': {
    'last-option-priced-in-chf': options.answers(put('/options/last/pricing/currency', 'CHF')),
    'omitted-currency-priced-in-chf': readsCurrency('transfers', (asked) => asked ?? 'CHF'),
  },
  '4.1/currency-asked-is-priced': {
    'transfers-keep-the-first-currency': [
      'every transfer is priced in the currency that was asked for first',
      readsCurrency('transfers', (asked, { state }) => {
        const key = 'transfers-keep-the-first-currency'
        if (typeof asked === 'string' && !state.memory.has(key)) state.memory.set(key, asked)
        return typeof asked === 'string' ? state.memory.get(key) : asked
      }),
    ],
  },
  '4.1/currency-omitted-own-default': {
    'omitted-currency-is-always-eur': readsCurrency('transfers', (asked) => asked ?? 'EUR'),
    'omitted-currency-is-the-last-one': [
      'without a currency, the one of the request before applies',
      readsCurrency('transfers', (asked, { state }) => {
        const key = 'omitted-currency-is-the-last-one'
        if (typeof asked === 'string') state.memory.set(key, asked)
        return asked ?? state.memory.get(key)
      }),
    ],
  },
  '4.1/currency-unavailable-never-priced': {
    'transfers-priced-in-any-currency': seen('transfers', currency, takes('transfers', 'currency', ofType('string'))),
  },
  '4.1/currency-unavailable-refused': {
    'transfers-ignore-unavailable-currency': [
      'transfers asked for in a currency that is not available are priced in the default currency',
      rule('beforeCall', (usual, call, state) => {
        const { currency: asked, ...input } = call.input
        const ignored = call.operation === 'transfers' && typeof asked === 'string' && !is('USD', 'EUR', 'GBP')(asked)
        return usual(ignored ? { ...call, input } : call, state)
      }),
      'transfers',
    ],
  },
  '4.1/currency-mistyped-refused': {
    'transfers-ignore-mistyped-currency': takes('transfers', 'currency', (value) => typeof value !== 'string'),
  },
})

function isIn(code: string, price: Json): price is JsonObject {
  return isObject(price) && price['currency'] === code
}
