import { isJsonObject, type JsonObject } from '../../../src/suite/index.js'
import { currencyPrecision } from './currencies.js'

/*
 * Payloads that fit their schema, fixed to keep the invariants as well: for whoever generates payloads. A value that is
 * no object, or lacks a member, stays as it is.
 */

const accepted = ['EUR', 'GBP', 'USD'] as const

/** 2.3: the ids of options differ. */
export function mendedTransfer(value: unknown): unknown {
  if (!isJsonObject(value) || !Array.isArray(value['options'])) return value
  const taken = new Set<string>()
  const options = value['options'].filter((option: unknown) => {
    const id = isJsonObject(option) && typeof option['id'] === 'string' ? option['id'].toLowerCase() : ''
    return !taken.has(id) && taken.add(id)
  })
  return { ...value, options: options.map(mendedOption) }
}

/** 2.3: three currencies, and the default and that of the price are of them. */
export function mendedOption(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { defaultCurrency, pricing } = value
  return {
    ...value,
    ...('availableCurrencies' in value && { availableCurrencies: accepted }),
    ...('defaultCurrency' in value && { defaultCurrency: one(defaultCurrency) }),
    ...(isJsonObject(pricing) && { pricing: mendedPricing({ ...pricing, currency: one(pricing['currency']) }) }),
  }
}

/** 2.4: no price below that which is asked for, in the decimal places of the currency. */
export function mendedPricing(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { original, retail } = value
  const raised =
    typeof original === 'number' && typeof retail === 'number' ? { original: Math.max(original, retail) } : {}
  return { ...value, ...raised, ...precision(value) }
}

/** 8: amounts in the smallest unit, and the decimal places of the currency. */
export function mendedBooking(value: unknown): unknown {
  if (!isJsonObject(value) || !isJsonObject(value['pricing'])) return value
  const { pricing } = value
  const whole = Object.entries(pricing).map(([name, each]) => [
    name,
    typeof each === 'number' ? Math.trunc(each) : each,
  ])
  const priced = { ...(Object.fromEntries(whole) as JsonObject), currency: one(pricing['currency']) } // from an object's entries
  return { ...value, pricing: { ...priced, currencyPrecision: 2, ...precision(priced) } }
}

/** The one of the accepted currencies that stands for a text: always the same. */
function one(code: unknown): string {
  const text = typeof code === 'string' ? code : ''
  return accepted.find((each) => each === text) ?? accepted[text.length % accepted.length] ?? accepted[0]
}

function precision({ currency }: JsonObject): { readonly currencyPrecision?: number } {
  const digits = typeof currency === 'string' ? currencyPrecision(currency) : undefined
  return digits === undefined ? {} : { currencyPrecision: digits }
}
