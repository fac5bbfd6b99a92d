import { askedForPricing, type Answer, type Json } from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/madeWithoutPrices.js'
import { isObject, optionsOf, pricingOf, type JsonObject } from '../quote/options.js'
import { taxSums } from './offeredPrices.js'

/** What a transfer quoted of an option, with the net amount of a booking of it, in its currency. */
export interface QuotedPrice {
  readonly exchange: number
  readonly retail: number
  readonly net: number
  /** What its taxes come to, by the member of a tax that was added up. */
  readonly taxes: Readonly<Record<string, number>>
}

/** A new booking, and the quotes that it can be held against. */
export interface QuotedPair {
  readonly exchange: number
  /** Of its final price. */
  readonly pointer: string
  readonly total: number
  readonly quotes: readonly QuotedPrice[]
}

interface OfOption {
  readonly optionId: string
  /** Of the option in this currency, at this net amount. */
  readonly key: string
}

/** A quote of an option with tax in it, or a new booking with tax in it: plain data. */
export type Priced =
  | (OfOption & { readonly kind: 'quoted'; readonly price: QuotedPrice })
  | (OfOption & { readonly kind: 'booked'; readonly booking: Omit<QuotedPair, 'quotes'> })

/** Options of one answer, and what of a long run is held against each other. */
const [mostOptions, mostPairs] = [100, 40]

/**
 * The prices with tax in them that an answer shows. A booking without tax in it may cost less than a quote has with tax, and is left out.
 */
export function pricedIn(answer: Answer): readonly Priced[] {
  return answer.exchange.as === 'reseller' && answer.accepted ? [...quotedIn(answer), ...bookedIn(answer)] : []
}

/** Pairs the bookings of a run with quotes of their option: the same option, currency and net amount. */
export function quotedPairs(priced: readonly Priced[]): readonly QuotedPair[] {
  const quotes = new Map<string, QuotedPrice[]>()
  for (const each of priced) {
    if (each.kind === 'booked') continue
    const { key, price } = each
    const known = quotes.get(key) ?? []
    if (!known.some(({ retail }) => retail === price.retail)) quotes.set(key, [...known, price])
  }
  return priced
    .flatMap((each) => {
      const found = quotes.get(each.key)
      return each.kind === 'quoted' || found === undefined ? [] : [{ ...each.booking, quotes: found.slice(0, 5) }]
    })
    .slice(0, mostPairs)
}

function quotedIn(answer: Answer): readonly Priced[] {
  if (answer.exchange.purpose !== 'transfers') return []
  return optionsOf(answer)
    .slice(0, mostOptions)
    .flatMap((shown): readonly Priced[] => {
      const { retail, net, currency, includedTaxes } = pricingOf(shown) ?? {}
      const taxes = Object.fromEntries([...taxSums(includedTaxes)].filter(([, sum]) => sum > 0))
      const of = ofOption(shown.option['id'], currency, net)
      if (of === null || !isAmount(retail) || !isAmount(net) || Object.keys(taxes).length === 0) return []
      return [{ ...of, kind: 'quoted', price: { exchange: answer.n, retail, net, taxes } }]
    })
}

function bookedIn(answer: Answer): readonly Priced[] {
  const { exchange, bookings } = answer
  if (exchange.purpose !== 'reserve' || !askedForPricing(exchange) || madeWithoutPrices(answer)) return []
  const [booking] = bookings
  const [total, currency, taxes] = [booking?.read('total'), booking?.read('currency'), booking?.read('taxes')]
  const of = ofOption(exchange.input['optionId'], currency, booking?.read('net'))
  if (booking === undefined || of === null || !isAmount(total) || !isTaxed(taxes)) return []
  const pointer = answer.inBody(booking.place('total'))
  return [{ ...of, kind: 'booked', booking: { exchange: answer.n, pointer, total } }]
}

/** Whether any taxes are named that come to something, as far as they tell what they come to. */
function isTaxed(taxes: Json | undefined): boolean {
  const all = isObject(taxes) ? [taxes] : taxes
  return Array.isArray(all) && all.some((tax: Json) => !isObject(tax) || (!isEmpty(tax) && !isOfNothing(tax)))
}

function isEmpty(tax: JsonObject): boolean {
  return Object.keys(tax).length === 0
}

/** Of a rate, or a kind, that is not charged. */
function isOfNothing(tax: JsonObject): boolean {
  return Object.values(tax).includes(0) && taxSums([tax]).size === 0
}

function ofOption(optionId: Json | undefined, currency: Json | undefined, net: Json | undefined): OfOption | null {
  return typeof optionId === 'string' && typeof currency === 'string' && isAmount(net)
    ? { optionId, key: JSON.stringify([optionId, currency, net]) }
    : null
}

function isAmount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
