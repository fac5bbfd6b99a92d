import type { Break, Fault } from '../change.js'
import { on, put, without } from '../changes/on.js'
import { textOf, type Json } from '../json.js'

/** What a field must not be: nothing at all (`gone`), a value, or what a function makes of the right one. */
type Wrong = typeof gone | Json | ((was: Json) => Json)

/** A field of a transfer: its part of the fault names, its clause, its path, and the wrong values by name. */
type FieldRow = readonly [name: string, clause: string, path: string, wrong: Readonly<Record<string, Wrong>>]

const gone = Symbol('gone')
const row = (...of: FieldRow): FieldRow => of

const rows: readonly FieldRow[] = [
  row('transfer-id', '2.1/id', 'id', { 'a-number': 42, missing: gone }),
  row('transfer-created', '2.1/utc-created-at', 'utcCreatedAt', {
    'in-local-time': '2027-03-01T09:30:00',
    missing: gone,
  }),
  row('transfer-expires', '2.1/utc-expires-at', 'utcExpiresAt', { 'a-date': '2099-03-01', missing: gone }),
  row('transfer-status', '2.1/status', 'status', { missing: gone, 'a-number': 1 }),
  row('transfer-pick-up', '2.1/pick-up', 'pickUp', { 'a-text': 'Lisbon Airport', missing: gone }),
  row('transfer-drop-off', '2.1/drop-off', 'dropOff', { missing: gone, 'in-a-list': (place) => [place] }),
  row('transfer-distance-unit', '2.1/distance-unit', 'distanceUnit', { missing: gone, null: null }),
  row('transfer-distance', '2.1/distance-include', 'distanceInclude', { 'a-text': '21.4', missing: gone }),
  row('transfer-options', '2.1/options', 'options', {
    keyed: (options) =>
      Object.fromEntries(Array.isArray(options) ? options.map((option, index) => [`option${index}`, option]) : []),
  }),
  row('transfer-options', '2.1/options', 'options/*', { 'with-a-text': 'sold out' }),
  row('location-name', '2.2/name', 'dropOff/name', { missing: gone, 'an-object': { en: 'Hotel Miramar' } }),
  row('location-place-id', '2.2/google-place-id', 'dropOff/googlePlaceId', { 'a-number': 12, missing: gone }),
  row('location-latitude', '2.2/latitude', 'dropOff/latitude', { 'a-text': '38.6979', missing: gone }),
  row('location-longitude', '2.2/longitude', 'pickUp/longitude', { missing: gone, 'a-text': '-9.1342' }),
  row('location-country', '2.2/country', 'dropOff/country', { 'of-three-letters': 'PRT' }),
  row('location-country', '2.2/country', 'pickUp/country', { 'written-out': 'Portugal' }),
  row('option-id', '2.3/option-id-uuid', 'options/*/id', { 'no-uuid': 'option-3', missing: gone }),
  row('option-reference', '2.3/reference', 'options/*/reference', { missing: gone, 'a-number': 17 }),
  row('option-vehicle', '2.3/vehicle', 'options/*/vehicle', { 'a-text': 'Family van', missing: gone }),
  row('option-default-currency', '2.3/default-currency', 'options/*/defaultCurrency', { 'a-number': 978 }),
  row('option-currencies', '2.3/available-currencies', 'options/*/availableCurrencies', { 'a-text': 'USD,EUR,GBP' }),
  row('option-currencies', '2.3/available-currencies', 'options/*/availableCurrencies/*', {
    'of-objects': (code) => ({ code }),
  }),
  row('option-pricing', '2.3/pricing', 'options/*/pricing', { 'a-text': 'on request' }),
  row('option-pricing', '2.3/pricing', 'options/last/pricing', { 'missing-in-the-last': gone }),
  row('option-policy', '2.3/cancellation-policy', 'options/*/cancellationPolicy', {
    'a-text': 'Full refund',
    missing: gone,
  }),
  row('vehicle-seats', '2.3/vehicle-seats', 'options/*/vehicle/seats', { 'a-text': '3', missing: gone }),
  row('vehicle-suitcases', '2.3/vehicle-suitcases', 'options/*/vehicle/suitcases', {
    'a-fraction': 2.5,
    missing: gone,
  }),
  row('vehicle-type', '2.3/vehicle-type', 'options/*/vehicle/type', { missing: gone, 'a-number': 4 }),
  row('vehicle-category', '2.3/vehicle-category', 'options/*/vehicle/category', { 'a-number': 7, missing: gone }),
  row('vehicle-name', '2.3/vehicle-name', 'options/*/vehicle/name', { missing: gone, null: null }),
  row('vehicle-image', '2.3/vehicle-image', 'options/*/vehicle/image', { 'no-url': 'images/van.jpg', missing: gone }),
  row('policy-type', '2.3/cancellation-policy-type', 'options/*/cancellationPolicy/*/type', {
    unknown: 'REFUND',
    missing: gone,
  }),
  row('policy-cutoff', '2.3/cancellation-policy-cutoff-amount', 'options/*/cancellationPolicy/*/cutoffAmount', {
    'a-fraction': 0.5,
    missing: gone,
  }),
  row('policy-unit', '2.3/cancellation-policy-cutoff-unit', 'options/*/cancellationPolicy/*/cutoffUnit', {
    'a-number': 3600,
  }),
  row('policy-description', '2.3/cancellation-policy-description', 'options/*/cancellationPolicy/*/description', {
    translated: { en: 'No refund afterwards' },
  }),
  row('price-original', '2.4/original', 'options/*/pricing/original', {
    'a-text': (amount) => textOf(amount),
    missing: gone,
  }),
  row('price-retail', '2.4/retail', 'options/*/pricing/retail', {
    missing: gone,
    'a-text': (amount) => textOf(amount),
  }),
  row('price-net', '2.4/net', 'options/*/pricing/net', { missing: gone, null: null }),
  row('price-currency', '2.4/currency', 'options/*/pricing/currency', { 'a-number': 978, missing: gone }),
  row('price-precision', '2.4/currency-precision', 'options/*/pricing/currencyPrecision', {
    'a-text': '2',
    missing: gone,
  }),
  row('price-taxes', '2.4/included-taxes', 'options/*/pricing/includedTaxes', {
    missing: gone,
    'an-object': { VAT: 100 },
  }),
]

/** Sections 2.1 to 2.4, field by field: each is missing everywhere, or wrong at the last place where it stands. */
export const transferFieldFaults: readonly Fault[] = rows.flatMap(([name, clause, path, wrong]) =>
  Object.entries(wrong).map(([how, value]) => ({
    name: `${name}-${how}`,
    clause,
    title: value === gone ? `${path} is missing` : `the last ${path} is ${how.replaceAll('-', ' ')}`,
    ...spoilt(path, value),
  })),
)

function spoilt(path: string, value: Wrong): Break {
  return on('transfers').answers(value === gone ? without(`/${path}`) : put(`/${path.replaceAll('*', 'last')}`, value))
}
