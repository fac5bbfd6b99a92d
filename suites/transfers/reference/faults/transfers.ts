import { is, refuses } from '../changes/inputs.js'
import { on, put, type Edit } from '../changes/on.js'
import { saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen, wire } from '../changes/shown.js'
import type { Break, Change } from '../change.js'
import type { Fault } from '../fault.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { Price } from '../model.js'
import { textOf } from '../textOf.js'

/** Sections 2.1 to 2.3 and 4.1: the transfer as a whole. Its fields have a table of their own. */
export const transferFaults: readonly Fault[] = faults({
  '2.2/country': {
    'another-route-has-a-country-of-three-letters': [
      'the country of a place on another route has three letters',
      given(
        'quotes-another-route',
        seen(
          'transfers',
          ['/pickUp/country', '/dropOff/country'],
          rule('showLocation', (usual, which, ctx) => {
            const shown = usual(which, ctx)
            return shown['country'] === 'IS' ? { ...shown, country: 'ISL' } : shown
          }),
        ),
      ),
    ],
  },
  '4.1/transfers-accepted': {
    'transfers-in-eur-done-and-refused': [
      'transfers asked for in EUR are refused',
      saysRefused('transfers', ({ call }) => call.input.currency === 'EUR'),
      'transfers',
    ],
    'transfers-in-eur-refused-every-other-two-days': [
      'for two days of four, transfers asked for in EUR are refused',
      saysRefused(
        'transfers',
        ({ call, now }) => call.input.currency === 'EUR' && Math.floor(now / (2 * 86_400_000)) % 2 === 0,
      ),
      'transfers',
    ],
    'transfers-in-eur-no-currency-on-two-days-of-four': [
      'for two days of four, EUR counts as no currency for transfers',
      rule(
        'acceptsCurrency',
        (usual, value, ctx) =>
          usual(value, ctx) &&
          !(ctx.operation === 'transfers' && value === 'EUR' && Math.floor(ctx.now / (2 * 86_400_000)) % 2 === 0),
      ),
      'transfers',
    ],
    'transfers-refuse-gbp': ['transfers cannot be asked for in GBP', refuses('transfers', 'currency', is('GBP'))],
  },
  '4.1/answer-is-transfer': {
    'transfers-answer-an-id': [
      'transfers answers the id of the transfer alone',
      inAnother((transfer) => ({ id: isObject(transfer) ? (transfer['id'] ?? null) : null })),
    ],
    'transfer-in-a-list': ['transfers answers a list of transfers', inAnother((transfer) => [transfer])],
  },
  '2.3/cutoff-in-its-unit': {
    'cutoff-told-in-days': [
      'the cut-off of the last option is told in days, and its unit is HOURS',
      on('transfers').answers(put('/options/last/cancellationPolicy/*/cutoffAmount', (was) => (was === 24 ? 1 : was))),
      'transfers /options/*/cancellationPolicy/*/cutoffAmount',
    ],
    'cutoff-unit-is-days-for-hours': [
      'the cut-offs are counted in hours, and their unit is DAYS',
      rule('showOption', (usual, { cancellationPolicy, ...option }, ...rest) =>
        usual(
          { ...option, cancellationPolicy: cancellationPolicy.map((entry) => ({ ...entry, cutoffUnit: 'DAYS' })) },
          ...rest,
        ),
      ),
      'transfers /options/*/cancellationPolicy/*/cutoffAmount',
    ],
    'cutoff-told-in-minutes': [
      'the cut-off of changes is told in minutes, and its unit is HOURS',
      on('transfers').answers(
        put('/options/*/cancellationPolicy/*/cutoffAmount', (was, { type }) =>
          type === 'CHANGES' ? Number(was) * 60 : was,
        ),
      ),
    ],
  },
  '2.3/cutoff-of-a-refund-is-kept': {
    'refund-promised-too-long': [
      'the policies of options promise a refund for six hours more than bookings of them can be cancelled',
      ofQuoted(
        put('/options/*/cancellationPolicy/*/cutoffAmount', (was) => (Number(was) >= 30 ? Number(was) - 6 : was)),
      ),
    ],
    'refund-on-another-route-promised-too-long': [
      'the policies of options of a further route promise a refund for six hours more than bookings of them can be cancelled',
      ofQuoted(
        put('/options/*/cancellationPolicy/*/cutoffAmount', (was) => (Number(was) >= 30 ? Number(was) - 6 : was)),
        'soon-is-quoted-on-another-route',
      ),
    ],
    'partial-refund-promised-to-the-last': [
      'the policies of options promise a part of the price until an hour before the start, whenever their windows close',
      ofQuoted(put('/options/*/cancellationPolicy', (was) => (Array.isArray(was) ? [...was, lastMinute] : was))),
    ],
  },
  '2.3/option-ids-unique': {
    'last-option-id-repeated': [
      'the last option has the id of the first',
      on('transfers').answers(put('/options/last/id', (was, _option, { item }) => firstId(item) ?? was)),
    ],
    'first-option-listed-twice': [
      'the first option stands at the end of the list once more',
      rule('showTransfer', (usual, number, options, ctx) => usual(number, [...options, ...options.slice(0, 1)], ctx)),
      'transfers /options/*/id',
    ],
    'option-ids-differ-in-case-only': [
      'the second option has the id of the first in upper case',
      on('transfers').answers(put('/options/1/id', (_was, _option, { item }) => textOf(firstId(item)).toUpperCase())),
    ],
  },
  '2.1/distance-in-its-unit': {
    'every-second-quote-in-miles': [
      'distanceInclude of every second quote is in miles, and distanceUnit is not',
      rule('showTransfer', (usual, number, options, ctx) => ({
        ...usual(number, options, ctx),
        ...(number % 2 === 0 && { distanceInclude: 13.3 }),
      })),
      'transfers /distanceInclude',
    ],
    'distance-in-miles-for-who-pays-in-dollars': [
      'distanceInclude is in miles where the currency is USD, and distanceUnit is not',
      distanceIn(['USD'], 13.3),
    ],
    'distance-in-miles-but-for-the-euro': [
      'distanceInclude is in miles, to the metre, where the currency is not EUR, and distanceUnit is not',
      distanceIn(['USD', 'GBP'], 13.297),
    ],
  },
  '2.1/distance-same-in-every-currency': {
    'distance-taken-for-miles-in-pounds': [
      'distanceInclude is taken for miles where the currency is GBP, and converted once more',
      distanceIn(['GBP'], 34.4),
    ],
    'distance-goes-with-the-price': ['distanceInclude is converted with the amounts', distanceIn(['GBP'], 18.4)],
    'distance-is-rounded-in-dollars': ['distanceInclude is rounded where the currency is USD', distanceIn(['USD'], 21)],
  },
  '4.1/every-option-in-each-currency': {
    'last-option-is-never-converted': [
      'the amounts of the last option are those in EUR in every currency',
      seen(
        'transfers',
        '/options/*/pricing',
        unconverted(() => true, 'FAMILY-VAN'),
      ),
    ],
    'one-option-is-dollars-by-another-name': [
      'the amounts of one option are those in USD, whatever its currency says',
      seen(
        'transfers',
        '/options/*/pricing',
        unconverted(() => true, 'BUSINESS-SEDAN', 'USD'),
      ),
    ],
  },
  '4.1/every-option-converted': {
    'dollars-are-pounds-for-one-option': [
      'the amounts of one option in USD are those in GBP',
      seen(
        'transfers',
        '/options/*/pricing',
        unconverted((currency) => currency === 'USD', 'BUSINESS-SEDAN', 'GBP'),
      ),
    ],
  },
  '4.1/priced-in-each-currency': {
    'options-cost-nothing-in-pounds': [
      'no rate is known for the pound: every option costs nothing in GBP',
      seen(
        'transfers',
        '/options/*/pricing/retail',
        priced(({ original }, currency) => (currency === 'GBP' ? { original, total: 0, net: 0, taxes: [] } : {})),
      ),
    ],
    'a-van-costs-less-than-nothing-in-dollars': [
      'a discount in EUR is taken off the price in USD of one option, which it exceeds',
      seen(
        'transfers',
        '/options/*/pricing/retail',
        priced(({ total, net }, currency, option) =>
          currency === 'USD' && option === 'FAMILY-VAN' ? { total: total - 1_000_000, net: net - 1_000_000 } : {},
        ),
      ),
    ],
  },
  '4.1/net-follows-currency': {
    'net-of-options-is-never-converted': [
      'net of an option is that in EUR in every currency',
      seen(
        'transfers',
        '/options/*/pricing/net',
        rule('quote', (usual, name, start, currency, ctx) => {
          const price = usual(name, start, currency, ctx)
          return ctx.operation === 'transfers' ? { ...price, net: usual(name, start, 'EUR', ctx).net } : price
        }),
      ),
    ],
    'net-of-options-is-that-of-the-first-quote': [
      'net of an option stays what it was when the option was quoted first, in whatever currency',
      netOfTheFirst(),
    ],
  },
  '2.1/created-not-after-expires': {
    'transfer-expires-before-created': [
      'a transfer expires a second before it is created',
      on('transfers').answers(
        put('/utcExpiresAt', (_was, { utcCreatedAt }) =>
          new Date(Date.parse(textOf(utcCreatedAt)) - 1000).toISOString(),
        ),
      ),
    ],
    'transfer-times-swapped': [
      "utcCreatedAt and utcExpiresAt stand in each other's place",
      rule('showTransfer', (usual, number, options, ctx) => {
        const { utcCreatedAt = null, utcExpiresAt = null, ...rest } = usual(number, options, ctx)
        return { ...rest, utcCreatedAt: utcExpiresAt, utcExpiresAt: utcCreatedAt }
      }),
      'transfers /utcExpiresAt',
    ],
    'transfer-expires-the-year-before': [
      'a transfer expires in another year, which is over',
      on('transfers').answers(put('/utcExpiresAt', (was) => textOf(was).replace(/^\d{4}/, '2001'))),
    ],
  },
  '2.1/not-expired-when-answered': {
    'transfer-stamped-by-the-wall-clock-of-another-route': [
      'the times of a transfer on another route are those of a place five hours west, with a Z',
      given(
        'quotes-another-route',
        on('transfers').answers(
          ...['/utcCreatedAt', '/utcExpiresAt'].map((place) =>
            put(place, (was, _transfer, { item: { pickUp } }) =>
              isObject(pickUp) && pickUp['country'] === 'IS' ? later(was, -300) : was,
            ),
          ),
        ),
      ),
      'transfers /utcExpiresAt',
    ],
    'transfer-expires-a-day-early': [
      'a transfer expires a day before it should',
      on('transfers').answers(put('/utcExpiresAt', (was) => later(was, -24 * 60))),
    ],
    'second-transfer-is-of-yesterday': [
      'every second transfer is one of the day before',
      on('transfers').answers(
        ...['/utcCreatedAt', '/utcExpiresAt'].map((place) =>
          put(place, (was, _transfer, { ctx }) =>
            ctx.state.counted('transfers') % 2 === 0 ? later(was, -24 * 60) : was,
          ),
        ),
      ),
      'transfers /utcExpiresAt',
    ],
  },
  '2.1/created-not-in-the-future': {
    'transfer-stamped-by-the-wall-clock': [
      'the times of a transfer are those of a place two hours east, with a Z',
      on('transfers').answers(
        ...['/utcCreatedAt', '/utcExpiresAt'].map((place) => put(place, (was) => later(was, 120))),
      ),
      'transfers /utcCreatedAt',
    ],
    'transfer-created-when-it-expires': [
      'utcCreatedAt is when the transfer expires',
      on('transfers').answers(put('/utcCreatedAt', (was, { utcExpiresAt }) => utcExpiresAt ?? was)),
    ],
  },
  '2.1/created-in-utc': {
    'transfer-created-by-a-clock-in-the-west': [
      'utcCreatedAt is the wall time of a place four hours west, with a Z',
      on('transfers').answers(put('/utcCreatedAt', (was) => later(was, -240))),
    ],
    'transfer-created-in-whole-seconds-of-the-west': [
      'utcCreatedAt is the wall time of a place three and a half hours west, in whole seconds',
      on('transfers').answers(put('/utcCreatedAt', (was) => later(was, -210).replace(/\.\d+Z$/, 'Z'))),
    ],
    'transfer-stamped-by-a-clock-in-the-west': [
      'the times of a transfer are those of a place four hours west, with a Z',
      on('transfers').answers(
        ...['/utcCreatedAt', '/utcExpiresAt'].map((place) => put(place, (was) => later(was, -240))),
      ),
      'transfers /utcCreatedAt',
    ],
  },
  '2.2/latitude-in-range': {
    'drop-off-latitude-off-the-globe': [
      'the latitude of the drop-off place is 90.5',
      on('transfers').answers(put('/dropOff/latitude', 90.5)),
    ],
    'pick-up-latitude-below-the-globe': [
      'the latitude of the pick-up place is -91',
      on('transfers').answers(put('/pickUp/latitude', -91)),
    ],
  },
  '2.2/longitude-in-range': {
    'coordinates-in-millionths': [
      'longitudes are in millionths of a degree',
      on('transfers').answers(
        ...['pickUp', 'dropOff'].map((place) => put(`/${place}/longitude`, (was) => Math.round(Number(was) * 1e6))),
      ),
    ],
    'drop-off-longitude-once-around': [
      'the longitude of the drop-off place counts from 180 on',
      on('transfers').answers(put('/dropOff/longitude', (was) => Number(was) + 360)),
    ],
  },
})

const lastMinute = {
  type: 'PARTIAL_REFUND',
  cutoffAmount: 1,
  cutoffUnit: 'HOURS',
  description: 'A part of the price is refunded to the last',
}

/** Shows where what is quoted is booked. */
function ofQuoted(edit: Edit, variant: string = 'soon-is-what-is-quoted'): Break {
  return given(
    variant,
    seen('transfers', '/options/*/cancellationPolicy/*/cutoffAmount', on('transfers').answers(edit)),
  )
}

/** What an option costs in one of these currencies is the numbers of another. */
function unconverted(isMeant: (currency: string) => boolean, option: string, other = 'EUR'): Change {
  return rule('quote', (usual, name, start, currency, ctx) => {
    const price = usual(name, start, currency, ctx)
    if (name !== option || !isMeant(currency)) return price
    const { original, total, net, taxes } = usual(name, start, other, ctx)
    return { ...price, original, total, net, taxes }
  })
}

/** The price of options that are quoted, by the currency and the reference. */
function priced(change: (price: Price, currency: string, option: string) => Partial<Price>): Change {
  return rule('quote', (usual, name, start, currency, ctx) => {
    const price = usual(name, start, currency, ctx)
    return ctx.operation === 'transfers' ? { ...price, ...change(price, currency, name) } : price
  })
}

/** Of each option, by its reference: its id is another in each quote. */
function netOfTheFirst(): Break {
  const kept = new Map<string, number>()
  const changed = rule('showOption', (usual, option, position, number, price, ctx) => {
    const net = kept.get(option.reference) ?? price?.net
    if (net !== undefined) kept.set(option.reference, net)
    return usual(option, position, number, price && { ...price, net: net ?? price.net }, ctx)
  })
  return seen('transfers', '/options/*/pricing/net', changed)
}

/** The distance, where transfers were asked for in one of these currencies. */
function distanceIn(currencies: readonly string[], distance: number): Break {
  return on('transfers').answers(
    put('/distanceInclude', (was, _transfer, { ctx }) =>
      currencies.some((each) => each === ctx.call.input.currency) ? distance : was,
    ),
  )
}

function later(was: Json, minutes: number): string {
  return new Date(Date.parse(textOf(was)) + minutes * 60_000).toISOString()
}

function firstId({ options }: JsonObject): Json | undefined {
  const [first] = Array.isArray(options) ? options : []
  return isObject(first) ? first['id'] : undefined
}

/** On the wire, since no transfer is left. */
function inAnother(shape: (transfer: Json) => Json): Break {
  return seen(
    'transfers',
    '',
    wire((base) => ({
      finish: (answer, exchange) =>
        base.finish(
          exchange.reply?.kind === 'transfer' && answer.body !== undefined
            ? { ...answer, body: shape(answer.body) }
            : answer,
          exchange,
        ),
    })),
  )
}
