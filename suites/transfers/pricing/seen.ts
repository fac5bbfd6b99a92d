import { currencyPrecision, type Answer, type Json, type ShownBooking, type Tally } from '../vocabulary/index.js'
import { optionsOf, pricingOf, isObject, type JsonObject } from '../quote/options.js'

/** Which currencies the target answered prices in, with which precision, and between which amounts. */
export const pricesSeen: Tally = {
  id: 'prices',
  title: 'Prices and currencies seen',
  note: 'Of every answer with prices. Amounts are in the smallest unit of the currency, from the least to the most that was seen.',
  words: ['Price of', 'Currency', 'Decimal places shown', 'Decimal places it has'],
  numbers: ['Price for the guest', 'Net'],
  of(answer: Answer) {
    const options = optionsOf(answer)
      .map(pricingOf)
      .filter((pricing) => pricing !== undefined)
    const bookings = answer.bookings.filter((each) => isObject(each.read('pricing')))
    return [...options.map(ofOption), ...bookings.map(ofBooking)]
  },
}

type Entry = ReturnType<Tally['of']>[number]

function ofOption({ currency, currencyPrecision: precision, retail, net }: JsonObject): Entry {
  return entry('an option of a transfer', currency, precision, [retail, net])
}

function ofBooking(booking: ShownBooking): Entry {
  const amounts = [booking.read('total'), booking.read('net')]
  return entry('a booking', booking.read('currency'), booking.read('currencyPrecision'), amounts)
}

function entry(
  what: string,
  currency: Json | undefined,
  precision: Json | undefined,
  amounts: readonly (Json | undefined)[],
): Entry {
  const places = typeof currency === 'string' ? currencyPrecision(currency) : undefined
  return {
    words: [
      what,
      typeof currency === 'string' ? currency : 'not shown',
      typeof precision === 'number' ? String(precision) : 'not shown',
      places === undefined ? 'unknown' : String(places),
    ],
    numbers: amounts.map((amount) => (typeof amount === 'number' ? amount : null)),
  }
}
