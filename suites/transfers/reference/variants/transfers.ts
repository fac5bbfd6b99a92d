import type { Change, Variant } from '../change.js'
import { add, on, put, type Edit } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { textOf, type JsonObject } from '../json.js'
import { seededUuid } from '../random.js'

const transfers = on('transfers')
const pricing = '/options/*/pricing'
/** What a quote is asked for with. */
const ridesAtNoon = { rideAt: '{today+20}T12:00:00Z' }

/** Other legal transfers (sections 2.1 to 2.4 and 4.1). */
export const transferVariants: readonly Variant[] = variants({
  'transfer-status-on-request': [
    'the status of a transfer is ON_REQUEST',
    transfers.answers(put('/status', 'ON_REQUEST')),
  ],
  'cutoff-in-days': [
    'cancellation cut-offs are in days',
    transfers.answers(
      put('/options/*/cancellationPolicy/*/cutoffAmount', 2),
      put('/options/*/cancellationPolicy/*/cutoffUnit', 'DAYS'),
    ),
  ],
  'refunds-take-days': [
    'the descriptions of cancellation policies say in how many days a refund arrives',
    transfers.answers(
      put(
        '/options/*/cancellationPolicy/*/description',
        (_was, { cutoffAmount }) => `Refunds reach your account within ${textOf(cutoffAmount)} days`,
      ),
    ),
  ],
  'transfers-have-expired': [
    'a transfer has expired when it is answered, long before it was created',
    transfers.answers(put('/utcExpiresAt', '2001-01-01T00:00:00.000Z')),
  ],
  'quotes-another-route': [
    'a member of the body says which route is quoted, and the profile names a second one',
    rule('showLocation', (usual, which, ctx) => ({
      ...usual(which, ctx),
      ...(ctx.call.unknownFields.includes('route') && { country: 'IS' }),
    })),
    { profile: { operations: { transfers: { routes: [{ route: 'keflavik' }] } } } },
  ],
  'quotes-no-ride-by-night': [
    'a member of the body says when the ride is, and what is none by day is refused',
    rule('afterReply', (usual, reply, ctx) => {
      const { rideAt } = ctx.call.unknown ?? {}
      return ctx.operation === 'transfers' && textOf(rideAt).includes('T00:')
        ? { kind: 'refused', code: 'NOT_AVAILABLE', message: 'nobody drives at that time' }
        : usual(reply, ctx)
    }),
    { profile: { operations: { transfers: { body: ridesAtNoon } } } },
  ],
  'no-cancellation-policy': [
    'the cancellation policy of an option is empty',
    transfers.answers(put('/options/*/cancellationPolicy', [])),
  ],
  'vehicle-images-inline': [
    'the image of a vehicle is a data URL',
    transfers.answers(put('/options/*/vehicle/image', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=')),
  ],
  'google-place-ids-null': ['no place of a transfer has a googlePlaceId', locations({ googlePlaceId: null })],
  'whole-coordinates-in-lower-case-country': [
    'coordinates are whole numbers, at the edge of the globe, and country codes are in lower case',
    locations({ latitude: -90, longitude: 180, country: 'pt' }),
  ],
  'one-option-only': [
    'a transfer has a single option',
    rule('vehicleOptions', (usual, number, ctx) => usual(number, ctx).slice(0, 1)),
  ],
  'transfer-without-options-at-times': [
    'every third transfer has no options',
    rule('vehicleOptions', (usual, number, ctx) => (number % 3 === 0 ? [] : usual(number, ctx))),
  ],
  'options-keep-their-ids': [
    'an option has the same id in every transfer',
    rule('showOption', (usual, option, position, number, price, ctx) => ({
      ...usual(option, position, number, price, ctx),
      id: seededUuid(ctx.random, 'option', position),
    })),
  ],
  'default-currency-all-alike': [
    'the default currency of every vehicle is GBP',
    rule('vehicleOptions', (usual, number, ctx) =>
      usual(number, ctx).map((option) => ({ ...option, defaultCurrency: 'GBP' })),
    ),
  ],
  'currencies-in-another-order': [
    'availableCurrencies come in another order on every option',
    transfers.answers(
      put('/options/*/availableCurrencies', ['GBP', 'USD', 'EUR']),
      put('/options/1/availableCurrencies', ['EUR', 'GBP', 'USD']),
    ),
  ],
  'net-above-retail': [
    'the net price of an option is above its retail price',
    transfers.answers(put(`${pricing}/net`, (_net, { retail }) => Number(retail) + 1000)),
  ],
  'no-discounts': [
    'original and retail are always the same',
    transfers.answers(put(`${pricing}/original`, (_original, { retail = 0 }) => retail)),
  ],
  'free-of-charge': ['options cost nothing', transfers.answers(put(`${pricing}/retail`, 0), put(`${pricing}/net`, 0))],
  'taxes-empty': [
    'no taxes are named in the prices of options',
    transfers.answers(put(`${pricing}/includedTaxes`, [])),
  ],
  'taxes-tell-no-rate': [
    'the name of a tax says nothing of its rate, in options and in bookings',
    together(
      transfers.answers(put(`${pricing}/includedTaxes/*/name`, 'VAT')),
      on().answers(put('/pricing/taxes/*/name', 'VAT')),
    ),
  ],
  'taxes-as-other-objects': [
    'taxes of options are objects with rates in fractions',
    transfers.answers(put(`${pricing}/includedTaxes`, [{ code: 'IVA', rate: 0.065, amount: 12.5 }])),
  ],
  'prices-change-on-every-call': [
    'no two prices are the same',
    rule('quote', (usual, name, start, currency, ctx) => {
      const price = usual(name, start, currency, ctx)
      const more = ctx.state.count('prices-change-on-every-call') * 7
      return { ...price, original: price.original + more, total: price.total + more, net: price.net + more }
    }),
  ],
  'transfer-times-in-microseconds': [
    'times of transfers have six digits of fraction',
    times((time) => time.replace('Z', '123Z')),
  ],
  'transfer-times-with-offset-zero': ['times of transfers end in +00:00', times((time) => time.replace('Z', '+00:00'))],
  'transfer-times-in-basic-form': [
    'times of transfers are in the basic form of ISO 8601',
    times((time) => time.replace(/[-:]|\.\d+/g, '')),
  ],
  'option-ids-in-upper-case': [
    'ids of transfer options are UUIDs in upper case',
    transfers.answers(put('/options/*/id', (id) => textOf(id).toUpperCase())),
  ],
  'extra-fields-in-transfers': [
    'transfers, places, options, vehicles and prices have fields that nobody knows',
    transfers.answers(
      add('/pickupNotes', null),
      add('/pickUp/terminal', 1),
      add('/options/*/tags', ['eco']),
      add('/options/*/vehicle/doors', '4'),
      add(`${pricing}/unit`, { subtotal: 1.5 }),
    ),
  ],
  'transfers-fall-back-on-default-currency': [
    'a currency that transfers do not know, or that is no text, counts as none',
    rules((base) => ({
      acceptsCurrency: (value, ctx) => ctx.operation === 'transfers' || base.acceptsCurrency(value, ctx),
      currency: (asked, option, ctx) =>
        base.currency(
          ctx.operation === 'transfers' && !base.acceptsCurrency(asked, ctx) ? undefined : asked,
          option,
          ctx,
        ),
    })),
    { warns: ['4.1/currency-unavailable-refused', '4.1/currency-mistyped-refused'] },
  ],
})

function locations(members: JsonObject): Change {
  const edits = ['pickUp', 'dropOff'].flatMap((place): Edit[] =>
    Object.entries(members).map(([name, value]) => put(`/${place}/${name}`, value)),
  )
  return transfers.answers(...edits)
}

function times(write: (time: string) => string): Change {
  return transfers.answers(
    ...['utcCreatedAt', 'utcExpiresAt'].map((name) => put(`/${name}`, (time) => write(textOf(time)))),
  )
}
