import type { Fault } from '../change.js'
import { is, ofType, readsCurrency, refuses, takes } from '../changes/inputs.js'
import { on, put, without } from '../changes/on.js'
import { saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule } from '../changes/shown.js'
import { sends } from '../changes/wires.js'
import { isObject, type Json, type JsonObject } from '../json.js'

const options = on('transfers')
const currencies = '/options/*/availableCurrencies'

/** Sections 2.1 to 2.4 and 4.1: the transfer as a whole, and its prices. Its fields have a table of their own. */
export const transferFaults: readonly Fault[] = faults({
  '2.2/country': {
    'another-route-has-a-country-of-three-letters': [
      rule('showLocation', (usual, which, ctx) => {
        const shown = usual(which, ctx)
        return shown['country'] === 'IS' ? { ...shown, country: 'ISL' } : shown
      }),
      ['transfers /pickUp/country', 'transfers /dropOff/country'],
      { on: 'quotes-another-route' },
    ],
  },
  '4.1/transfers-accepted': {
    'transfers-in-eur-refused-every-other-two-days': [
      saysRefused(
        'transfers',
        ({ call, now }) => call.input.currency === 'EUR' && Math.floor(now / (2 * 86_400_000)) % 2 === 0,
      ),
      'transfers',
    ],
    'transfers-refuse-gbp': refuses('transfers', 'currency', is('GBP')),
  },
  '4.1/answer-is-transfer': {
    'transfers-answer-an-id': [
      // On the wire, since no transfer is left.
      sends(
        ({ reply }) => reply?.kind === 'transfer',
        ({ body, ...answer }) => ({ ...answer, body: { id: isObject(body) ? (body['id'] ?? null) : null } }),
      ),
      'transfers',
    ],
  },
  '2.3/option-ids-unique': {
    'last-option-id-repeated': options.answers(
      put('/options/last/id', (was, _option, { item }) => firstId(item) ?? was),
    ),
  },
  '2.2/latitude-in-range': {
    'drop-off-latitude-off-the-globe': options.answers(put('/dropOff/latitude', 90.5)),
    'pick-up-latitude-below-the-globe': options.answers(put('/pickUp/latitude', -91)),
  },
  '2.2/longitude-in-range': {
    'drop-off-longitude-once-around': options.answers(put('/dropOff/longitude', (was) => Number(was) + 360)),
  },
  '1.5/pricing-in-transfers': {
    'third-option-unpriced': options.answers(without('/options/2/pricing')),
    'options-priced-with-empty-objects': options.answers(
      put('/options/*/pricing', {}, ({ ctx }) => ctx.state.counted('transfers') > 1),
    ),
  },
  '2.4/original-not-below-retail': {
    'last-option-original-below-retail': options.answers(
      put('/options/2/pricing/original', (_was, { retail }) => Number(retail) - 1),
    ),
  },
  '2.4/amounts-are-integers': {
    'prices-in-decimals': options.answers(
      ...['original', 'retail', 'net'].map((name) =>
        put(`/options/*/pricing/${name}`, (was) => (Number(was) + 0.5) / 100),
      ),
    ),
  },
  '2.4/precision-is-the-currencys': {
    'precision-is-zero': options.answers(put('/options/*/pricing/currencyPrecision', 0)),
  },
  '4.1/currency-omitted-not-remembered': {
    'quotes-remember-the-currency': [
      'a quote without a currency is in the one that was asked for last',
      readsCurrency('transfers', (asked, { state }) => {
        if (typeof asked === 'string') state.memory.set('quoted last', asked)
        return asked ?? state.memory.get('quoted last')
      }),
    ],
  },
  '2.3/available-currencies-exact-set': {
    'gbp-not-sold': [rule('availableCurrencies', () => ['USD', 'EUR']), 'transfers /options/*/availableCurrencies'],
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
    'transfers-keep-the-first-currency': readsCurrency('transfers', (asked, { state }) => {
      if (typeof asked === 'string' && !state.memory.has('quoted first')) state.memory.set('quoted first', asked)
      return typeof asked === 'string' ? state.memory.get('quoted first') : asked
    }),
  },
  '4.1/currency-omitted-own-default': {
    'omitted-currency-is-always-eur': readsCurrency('transfers', (asked) => asked ?? 'EUR'),
  },
  '4.1/currency-unavailable-never-priced': {
    'transfers-priced-in-any-currency': [
      takes('transfers', 'currency', ofType('string')),
      'transfers /options/*/pricing/currency',
    ],
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

function firstId({ options }: JsonObject): Json | undefined {
  const [first] = Array.isArray(options) ? options : []
  return isObject(first) ? first['id'] : undefined
}
