import {
  bookingPointer,
  fail,
  notApplicable,
  openSuite,
  pass,
  wants,
  type Finding,
  type Judgement,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { transfers } from '../quote/scenario.js'
import type { QuotedPair, QuotedPrice } from './quotedPairs.js'
import { isByRate, tellsOfTax, waysToLackTax } from './waysToLackTax.js'

const suite: Suite = openSuite()
const { check } = suite

// A quote says nothing of a booking: it may be of another day, another route, another channel. But the same option at the same net amount
// that costs, each time and at several prices, to the digit what was quoted less the tax in that, leaves the tax out.
check(transfers, {
  id: 'pricing.booking-with-the-tax-quoted',
  clause: '2.5/total-with-what-was-quoted',
  title:
    'the final prices of bookings do not lack exactly the tax that is in what transfers quoted of their options at the same net amounts',
  uses: ['reserve'],
  // Evidence of an earlier octospec has none.
  judge: ({ pairs = [] }, { profile }) => judged(pairs, profile),
})

function judged(pairs: readonly QuotedPair[], profile: Profile): Judgement {
  if (pairs.some(({ total, quotes }) => quotes.some(({ retail }) => retail === total))) return pass
  const ways = [...new Set(pairs.flatMap((pair) => pair.quotes.flatMap((quote) => waysTo(pair, quote))))]
  const way = ways.find((each) => {
    const lacking = pairs.map((pair) => ({ pair, quote: lackingIn(pair, each) }))
    const isAll = lacking.every(({ quote }) => quote !== undefined)
    return isAll && lacking.some(({ pair, quote }) => quote && tellsOfTax(each, quote.retail, pair.total))
  })
  // One price that is another by the tax may be so by chance.
  if (way === undefined || new Set(pairs.map(({ total }) => total)).size < 2)
    return notApplicable(
      'no booking was made of an option, at a net amount and in a currency, that tell what it was quoted at',
    )
  return fail(...pairs.slice(0, 5).flatMap((pair) => findingOf(pair, lackingIn(pair, way), way, profile)))
}

/** The quote that the total is without the tax in it. */
function lackingIn(pair: QuotedPair, way: string): QuotedPrice | undefined {
  return pair.quotes.find((quote) => waysTo(pair, quote).includes(way))
}

function waysTo({ total }: QuotedPair, { retail, net, taxes }: QuotedPrice): readonly string[] {
  return waysToLackTax(retail, total, net, Object.entries(taxes))
}

function findingOf(
  pair: QuotedPair,
  quote: QuotedPrice | undefined,
  way: string,
  profile: Profile,
): readonly Finding[] {
  if (quote === undefined) return []
  const { exchange, total } = pair
  const { retail } = quote
  return [
    {
      message: `the booking costs ${total}, and its option was quoted at ${retail} with the same net amount (exchange ${quote.exchange}), which is that and ${isByRate(way) ? `${retail - total} of tax, at the rate of that in the net amount` : `the tax of ${retail - total} in it`}: so it is with each of the bookings that could be compared`,
      ...wants.value(retail),
      received: total,
      exchange,
      pointer: bookingPointer(profile, 'total'),
      restsOn: ['booking.pricing.total'],
      steps: [Math.min(quote.exchange, exchange), Math.max(quote.exchange, exchange)],
    },
  ]
}

export default suite
