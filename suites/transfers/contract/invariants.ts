import { contractError, describeValue, isJsonObject, readPointer, toPointer } from '../../../src/suite/index.js'
import type { ContractError, JsonObject, ValueSchema } from '../../../src/suite/index.js'
import { currencyPrecision } from './currencies.js'

/*
 * Rules that a payload must keep beside its schema, and that can be judged by themselves. Missing or mistyped members
 * are passed over: the schema has already found them.
 */

/** Every currency that an option accepts, section 8. */
const acceptedCurrencies: readonly string[] = ['USD', 'EUR', 'GBP']

/** The places of the price data in a server's bookings, as JSON Pointers into the booking. */
export interface BookingPricePlaces {
  readonly total: string
  readonly net: string
  readonly currency: string
  readonly currencyPrecision: string
}

/** Where public OCTO carries it (`2.5/pricing-total-field`). */
export const publicPricePlaces: BookingPricePlaces = {
  total: '/pricing/retail',
  net: '/pricing/net',
  currency: '/pricing/currency',
  currencyPrecision: '/pricing/currencyPrecision',
}

/** The invariants of a transfer and of each of its options; pointers start at the transfer. */
export function transferInvariants(value: unknown): ContractError[] {
  const options = isJsonObject(value) && Array.isArray(value['options']) ? value['options'] : []
  return [
    ...uniqueIds(options),
    ...options.flatMap((option, index) => below(toPointer(['options', index]), optionInvariants(option))),
  ]
}

/** The invariants of one transfer option; pointers start at the option. */
export function optionInvariants(value: unknown): ContractError[] {
  if (!isJsonObject(value)) return []
  return [...currencies(value), ...below('/pricing', pricingInvariants(value['pricing']))]
}

/** The invariants of a Pricing object; pointers start at it. */
export function pricingInvariants(value: unknown): ContractError[] {
  if (!isJsonObject(value)) return []
  const { original, retail, currency, currencyPrecision: precision } = value
  const errors = precisionErrors(currency, precision, '/currencyPrecision', '2.4/precision-is-the-currencys')
  if (typeof original === 'number' && typeof retail === 'number' && original < retail) {
    errors.push(
      broken('/original', '2.4/original-not-below-retail', `at least ${retail}, the retail price`, original, {
        minimum: retail,
      }),
    )
  }
  return errors
}

/**
 * The invariants of a booking with price data; pointers start at the booking. The documents name no field of its
 * pricing, so only values in the given places are judged, and a missing one is no error.
 */
export function bookingInvariants(value: unknown, places: BookingPricePlaces = publicPricePlaces): ContractError[] {
  const errors = [places.total, places.net].flatMap((pointer) => {
    const amount = readPointer<unknown>(value, pointer)
    return typeof amount === 'number' && !Number.isInteger(amount)
      ? [broken(pointer, '8/booking-amounts-are-integers', 'an integer amount in the smallest unit', amount, integer)]
      : []
  })
  const currency = readPointer<unknown>(value, places.currency)
  const precision = readPointer<unknown>(value, places.currencyPrecision)
  const pointer = places.currencyPrecision
  return precision !== undefined && !Number.isInteger(precision)
    ? [...errors, broken(pointer, '8/booking-currency-precision', 'an integer', precision, integer)]
    : [...errors, ...precisionErrors(currency, precision, pointer, '8/booking-precision-is-the-currencys')]
}

function uniqueIds(options: readonly unknown[]): ContractError[] {
  const seen = new Map<string, number>()
  return options.flatMap((option, index) => {
    const id = isJsonObject(option) ? option['id'] : undefined
    if (typeof id !== 'string') return []
    // A UUID means the same in upper and lower case (RFC 9562, section 4).
    const first = seen.get(id.toLowerCase())
    if (first === undefined) {
      seen.set(id.toLowerCase(), index)
      return []
    }
    return [
      broken(
        toPointer(['options', index, 'id']),
        '2.3/option-ids-unique',
        `an id other than that of option ${first}`,
        id,
      ),
    ]
  })
}

function currencies(option: JsonObject): ContractError[] {
  const { availableCurrencies: available, defaultCurrency, pricing } = option
  if (!Array.isArray(available) || !available.every((code) => typeof code === 'string')) return []
  const errors: ContractError[] = []
  const missing = acceptedCurrencies.filter((code) => !available.includes(code))
  const extra = available.filter((code) => !acceptedCurrencies.includes(code))
  if (missing.length > 0 || extra.length > 0) {
    errors.push({
      ...broken('/availableCurrencies', '2.3/available-currencies-exact-set', 'exactly USD, EUR and GBP', available, {
        type: 'array',
        minItems: acceptedCurrencies.length,
        maxItems: acceptedCurrencies.length,
      }),
      message: `Expected exactly USD, EUR and GBP but received ${describeValue(available.slice(0, 10))}`,
    })
  }
  if (typeof defaultCurrency === 'string' && !available.includes(defaultCurrency)) {
    errors.push(
      broken(
        '/defaultCurrency',
        '2.3/default-currency-is-available',
        'one of the available currencies',
        defaultCurrency,
        { enum: available },
      ),
    )
  }
  const priced = isJsonObject(pricing) ? pricing['currency'] : undefined
  if (typeof priced === 'string' && !available.includes(priced)) {
    errors.push(
      broken('/pricing/currency', '2.4/currency-is-available', 'one of the available currencies', priced, {
        enum: available,
      }),
    )
  }
  return errors
}

function precisionErrors(currency: unknown, precision: unknown, pointer: string, clause: string): ContractError[] {
  if (typeof currency !== 'string' || typeof precision !== 'number') return []
  const digits = currencyPrecision(currency)
  if (digits === undefined || digits === precision) return []
  return [broken(pointer, clause, `${digits}, the decimal places of ${currency}`, precision, { const: digits })]
}

const integer: ValueSchema = { type: 'integer' }

function broken(
  pointer: string,
  clause: string,
  expected: string,
  received: unknown,
  schema?: ValueSchema,
): ContractError {
  return contractError({
    pointer,
    clause,
    keyword: 'invariant',
    expected,
    ...(schema !== undefined && { schema }),
    received,
  })
}

function below(pointer: string, errors: readonly ContractError[]): ContractError[] {
  return errors.map((error) => ({ ...error, pointer: pointer + error.pointer }))
}
