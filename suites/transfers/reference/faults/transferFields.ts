import { editTransfer } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Json, JsonObject } from '../json.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** A field of a transfer and a value that it must not have. */
interface FieldRow {
  /** Part of the names of its faults. */
  readonly name: string
  readonly clause: string
  /** Where it is: members joined by `/`, `*` for the elements of an array. */
  readonly path: string
  /** The wrong value, in a word for the name of the fault. */
  readonly how: string
  /** null: the field is missing. */
  readonly wrong: Json | ((value: Json) => Json)
}

const row = (name: string, clause: string, path: string, how: string, wrong: FieldRow['wrong']): FieldRow => ({
  name,
  clause,
  path,
  how,
  wrong,
})

const rows: readonly FieldRow[] = [
  row('transfer-id', '2.1/id', 'id', 'a-number', 42),
  row('transfer-created', '2.1/utc-created-at', 'utcCreatedAt', 'in-local-time', '2027-03-01T09:30:00'),
  row('transfer-expires', '2.1/utc-expires-at', 'utcExpiresAt', 'with-an-offset', '2099-03-01T09:30:00+02:00'),
  row('transfer-status', '2.1/status', 'status', 'missing', null),
  row('transfer-pick-up', '2.1/pick-up', 'pickUp', 'a-text', 'Lisbon Airport'),
  row('transfer-drop-off', '2.1/drop-off', 'dropOff', 'missing', null),
  row('transfer-distance-unit', '2.1/distance-unit', 'distanceUnit', 'missing', null),
  row('transfer-distance', '2.1/distance-include', 'distanceInclude', 'a-text', '21.4'),
  row('transfer-options', '2.1/options', 'options', 'keyed', (options) =>
    Object.fromEntries(Array.isArray(options) ? options.map((option, index) => [`option${index}`, option]) : []),
  ),
  row('location-name', '2.2/name', 'dropOff/name', 'missing', null),
  row('location-place-id', '2.2/google-place-id', 'dropOff/googlePlaceId', 'a-number', 12),
  row('location-latitude', '2.2/latitude', 'dropOff/latitude', 'a-text', '38.6979'),
  row('location-longitude', '2.2/longitude', 'pickUp/longitude', 'missing', null),
  row('location-country', '2.2/country', 'dropOff/country', 'of-three-letters', 'PRT'),
  row('option-id', '2.3/option-id-uuid', 'options/*/id', 'no-uuid', 'option-3'),
  row('option-reference', '2.3/reference', 'options/*/reference', 'missing', null),
  row('option-vehicle', '2.3/vehicle', 'options/*/vehicle', 'a-text', 'Family van'),
  row('option-default-currency', '2.3/default-currency', 'options/*/defaultCurrency', 'missing', null),
  row('option-currencies', '2.3/available-currencies', 'options/*/availableCurrencies', 'a-text', 'USD,EUR,GBP'),
  row('option-pricing', '2.3/pricing', 'options/*/pricing', 'in-a-list', (pricing) => [pricing]),
  row('option-policy', '2.3/cancellation-policy', 'options/*/cancellationPolicy', 'a-text', 'Full refund'),
  row('vehicle-seats', '2.3/vehicle-seats', 'options/*/vehicle/seats', 'a-text', '3'),
  row('vehicle-suitcases', '2.3/vehicle-suitcases', 'options/*/vehicle/suitcases', 'a-fraction', 2.5),
  row('vehicle-type', '2.3/vehicle-type', 'options/*/vehicle/type', 'missing', null),
  row('vehicle-category', '2.3/vehicle-category', 'options/*/vehicle/category', 'a-number', 7),
  row('vehicle-name', '2.3/vehicle-name', 'options/*/vehicle/name', 'missing', null),
  row('vehicle-image', '2.3/vehicle-image', 'options/*/vehicle/image', 'no-url', 'images/van.jpg'),
  row('policy-type', '2.3/cancellation-policy-type', 'options/*/cancellationPolicy/*/type', 'unknown', 'REFUND'),
  row(
    'policy-cutoff',
    '2.3/cancellation-policy-cutoff-amount',
    'options/*/cancellationPolicy/*/cutoffAmount',
    'a-fraction',
    0.5,
  ),
  row(
    'policy-unit',
    '2.3/cancellation-policy-cutoff-unit',
    'options/*/cancellationPolicy/*/cutoffUnit',
    'missing',
    null,
  ),
  row(
    'policy-description',
    '2.3/cancellation-policy-description',
    'options/*/cancellationPolicy/*/description',
    'translated',
    {
      en: 'No refund afterwards',
    },
  ),
  row('price-original', '2.4/original', 'options/*/pricing/original', 'a-text', (amount) => textOf(amount)),
  row('price-retail', '2.4/retail', 'options/*/pricing/retail', 'missing', null),
  row('price-net', '2.4/net', 'options/*/pricing/net', 'missing', null),
  row('price-currency', '2.4/currency', 'options/*/pricing/currency', 'a-number', 978),
  row('price-precision', '2.4/currency-precision', 'options/*/pricing/currencyPrecision', 'a-text', '2'),
  row('price-taxes', '2.4/included-taxes', 'options/*/pricing/includedTaxes', 'missing', null),
]

/** Wrong in another way, on the last place only. */
const more: readonly FieldRow[] = [
  row('transfer-created', '2.1/utc-created-at', 'utcCreatedAt', 'seconds', 1_772_357_400),
  row('transfer-expires', '2.1/utc-expires-at', 'utcExpiresAt', 'a-date', '2099-03-01'),
  row('transfer-created', '2.1/utc-created-at', 'utcCreatedAt', 'with-a-space', (time) =>
    textOf(time).replace('T', ' '),
  ),
  row('transfer-options', '2.1/options', 'options/*', 'with-a-text', 'sold out'),
  row('location-country', '2.2/country', 'pickUp/country', 'written-out', 'Portugal'),
  row('option-currencies', '2.3/available-currencies', 'options/*/availableCurrencies', 'of-objects', (list) =>
    Array.isArray(list) ? list.map((code) => ({ code })) : list,
  ),
  row('option-id', '2.3/option-id-uuid', 'options/*/id', 'without-hyphens', (id) => textOf(id).replaceAll('-', '')),
  row('policy-type', '2.3/cancellation-policy-type', 'options/*/cancellationPolicy/*/type', 'in-lower-case', (type) =>
    textOf(type).toLowerCase(),
  ),
  row('option-policy', '2.3/cancellation-policy', 'options/*/cancellationPolicy', 'an-object', (list) =>
    Array.isArray(list) ? (list[0] ?? {}) : {},
  ),
  row('price-taxes', '2.4/included-taxes', 'options/*/pricing/includedTaxes', 'an-object', { VAT: 100 }),
  row('price-currency', '2.4/currency', 'options/*/pricing/currency', 'an-object', (code) => ({ code })),
]

/** Sections 2.1 to 2.4, field by field: each is missing everywhere, or wrong at the last place where it stands. */
export const transferFieldFaults: readonly Fault[] = [...rows, ...more].map(({ name, clause, path, how, wrong }) =>
  wrong === null
    ? fault(`${name}-missing`, clause, `${path} is missing`, (transfer) => remove(transfer, path.split('/')))
    : fault(`${name}-${how}`, clause, `the last ${path} is ${how.replaceAll('-', ' ')}`, (transfer) =>
        spoilLast(transfer, path.split('/'), wrong),
      ),
)

function fault(name: string, clause: string, title: string, edit: (transfer: JsonObject) => void): Fault {
  const rules = (base: Rules): Partial<Rules> => ({
    afterReply: (reply, ctx) => editTransfer(base.afterReply(reply, ctx), edit),
  })
  return { name, clause, title, rules }
}

/** The values at the first token of a path, each with how to put another one there. */
function children(value: Json, token: string): readonly { value: Json; set: (other: Json | undefined) => void }[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.map((each, index) => ({ value: each, set: (other) => void (value[index] = other ?? null) }))
  const child = value[token]
  if (child === undefined) return []
  const set = (other: Json | undefined): void => {
    if (other === undefined) delete value[token]
    else value[token] = other
  }
  return [{ value: child, set }]
}

function remove(value: Json, [token = '', ...rest]: readonly string[]): void {
  for (const child of children(value, token)) {
    if (rest.length === 0) child.set(undefined)
    else remove(child.value, rest)
  }
}

function spoilLast(value: Json, [token = '', ...rest]: readonly string[], wrong: FieldRow['wrong']): void {
  const last = children(value, token).at(-1)
  if (last === undefined) return
  if (rest.length > 0) spoilLast(last.value, rest, wrong)
  else last.set(typeof wrong === 'function' ? wrong(last.value) : structuredClone(wrong))
}
