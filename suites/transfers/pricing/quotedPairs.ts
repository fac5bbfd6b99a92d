import { askedForPricing, type Answer, type Json, type JsonObject } from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/madeWithoutPrices.js'
import { isObject, optionsOf, pricingOf } from '../quote/options.js'
import { taxSums } from './offeredPrices.js'

/** What a transfer quoted of an option, with the net amount of a booking of it, in its currency. */
export interface QuotedPrice {
  readonly exchange: number
  readonly retail: number
  readonly net: number
  /** What its taxes come to, by the member of a tax that was added up. */
  readonly taxes: Readonly<Record<string, number>>
}

/** A new booking, and the quotes that it can be held against: plain data, for no trial has answers of other scenarios. */
export interface QuotedPair {
  readonly exchange: number
  readonly total: number
  readonly currency: string
  readonly quotes: readonly QuotedPrice[]
}

/** What of a long run is looked at: a target may quote as many options as it likes. */
const [mostPairs, mostQuotes] = [40, 2000]

/**
 * Pairs the bookings of a run with quotes of their option: the same option, currency and net amount. A booking without tax in it may cost
 * less than a quote has with tax, and is left out.
 */
export function quotedPairs(answers: readonly Answer[]): readonly QuotedPair[] {
  const quotes = new Map<string, QuotedPrice[]>()
  for (const { key, quote } of answers.flatMap(quotedIn).slice(0, mostQuotes)) {
    const known = quotes.get(key) ?? []
    if (!known.some(({ retail }) => retail === quote.retail)) quotes.set(key, [...known, quote])
  }
  return answers
    .flatMap(bookedIn)
    .flatMap(({ key, ...booked }) => {
      const found = quotes.get(key)
      return found === undefined ? [] : [{ ...booked, quotes: found.slice(0, 5) }]
    })
    .slice(0, mostPairs)
}

function quotedIn(answer: Answer): readonly { readonly key: string; readonly quote: QuotedPrice }[] {
  if (answer.exchange.purpose !== 'transfers') return []
  return optionsOf(answer).flatMap((shown) => {
    const { retail, net, currency, includedTaxes } = pricingOf(shown) ?? {}
    const taxes = Object.fromEntries([...taxSums(includedTaxes)].filter(([, sum]) => sum > 0))
    const key = keyOf(shown.option['id'], currency, net)
    if (key === null || !isAmount(retail) || !isAmount(net) || Object.keys(taxes).length === 0) return []
    return [{ key, quote: { exchange: answer.n, retail, net, taxes } }]
  })
}

function bookedIn(answer: Answer): readonly (Omit<QuotedPair, 'quotes'> & { readonly key: string })[] {
  const { exchange, bookings } = answer
  if (exchange.purpose !== 'reserve' || !answer.accepted || !askedForPricing(exchange) || madeWithoutPrices(answer))
    return []
  const [booking] = bookings
  const [total, currency, taxes] = [booking?.read('total'), booking?.read('currency'), booking?.read('taxes')]
  const key = keyOf(exchange.input['optionId'], currency, booking?.read('net'))
  const isTaxed = (Array.isArray(taxes) && taxes.length > 0) || (isObject(taxes) && !isEmpty(taxes))
  if (key === null || !isAmount(total) || typeof currency !== 'string' || !isTaxed) return []
  return [{ key, exchange: answer.n, total, currency }]
}

function isEmpty(taxes: JsonObject): boolean {
  return Object.keys(taxes).length === 0
}

function keyOf(optionId: Json | undefined, currency: Json | undefined, net: Json | undefined): string | null {
  return typeof optionId === 'string' && typeof currency === 'string' && isAmount(net)
    ? JSON.stringify([optionId, currency, net])
    : null
}

function isAmount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
