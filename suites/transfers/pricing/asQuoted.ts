import {
  fail,
  notApplicable,
  openSuite,
  pass,
  untested,
  wants,
  type Finding,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { pricedIn, quotedPairs, type Priced, type QuotedPair, type QuotedPrice } from './quotedPairs.js'
import { isByRate, tellsOfTax, waysToLackTax } from './waysToLackTax.js'

const suite: Suite = openSuite()
const { whole } = suite

// It may be made before what is booked, or after it: so all of the run is looked at. A quote says nothing of a booking: it may be of another day, another route, another channel. But the same option at the same net amount
// that costs, each time and at several prices, to the digit what was quoted less the tax in that, leaves the tax out.
whole({
  id: 'pricing.booking-with-the-tax-quoted',
  clause: '2.5/total-with-what-was-quoted',
  title:
    'the final prices of bookings do not lack exactly the tax that is in what transfers quoted of their options at the same net amounts',
  of: ['transfers', 'reserve'],
  uses: ['transfers', 'reserve'],
  keep: pricedIn,
  judge: (priced) => judged(priced, quotedPairs(priced)),
})

function judged(priced: readonly Priced[], pairs: readonly QuotedPair[]): Judgement {
  if (pairs.some(({ total, quotes }) => quotes.some(({ retail }) => retail === total))) return pass
  const ways = [...new Set(pairs.flatMap((pair) => pair.quotes.flatMap((quote) => waysTo(pair, quote))))]
  const way = ways.find((each) => {
    const lacking = pairs.map((pair) => ({ pair, quote: lackingIn(pair, each) }))
    const isAll = lacking.every(({ quote }) => quote !== undefined)
    return isAll && lacking.some(({ pair, quote }) => quote && tellsOfTax(each, quote.retail, pair.total))
  })
  // One price that is another by the tax may be so by chance.
  if (way === undefined || new Set(pairs.map(({ total }) => total)).size < 2) return untold(priced, pairs)
  return fail(...pairs.slice(0, 5).flatMap((pair) => findingOf(pair, lackingIn(pair, way), way)))
}

/** Why nothing is told by these. */
function untold(priced: readonly Priced[], pairs: readonly QuotedPair[]): Judgement {
  const ofKind = (kind: Priced['kind']): readonly Priced[] => priced.filter((each) => each.kind === kind)
  const [quoted, booked] = [ofKind('quoted'), ofKind('booked')]
  if (quoted.length === 0)
    return notApplicable('no option was quoted with a net amount, and taxes that come to something')
  if (booked.length === 0) return notApplicable('no booking showed its total, its net amount and taxes')
  if (!booked.some(({ optionId }) => quoted.some((each) => each.optionId === optionId)))
    return notApplicable(
      'what was booked is no option that was quoted with taxes',
      'if options are booked by the ids that transfers quotes, name one of them as bookable.standard',
    )
  const [one, ...others] = pairs
  if (one === undefined)
    return untested('no booking has the net amount and the currency at which its option was quoted', more)
  if (others.every(({ total }) => total === one.total))
    return untested(
      `all bookings that have a net amount at which their option was quoted cost ${one.total} (exchange ${one.exchange}), and one price may be another by chance`,
      more,
    )
  return notApplicable(
    `bookings cost neither what was quoted of their option at the same net amount nor that less the tax in it, as in exchange ${one.exchange}: the documents do not ask for the one`,
  )
}

const more =
  'let quotes be of what is booked: in operations.transfers.routes, the days and hours of bookable.standard.availability, at several prices'

/** The quote that the total is without the tax in it. */
function lackingIn(pair: QuotedPair, way: string): QuotedPrice | undefined {
  return pair.quotes.find((quote) => waysTo(pair, quote).includes(way))
}

function waysTo({ total }: QuotedPair, { retail, net, taxes }: QuotedPrice): readonly string[] {
  return waysToLackTax(retail, total, net, Object.entries(taxes))
}

function findingOf(pair: QuotedPair, quote: QuotedPrice | undefined, way: string): readonly Finding[] {
  if (quote === undefined) return []
  const { exchange, pointer, total } = pair
  const { retail } = quote
  return [
    {
      message: `the booking costs ${total}, and its option was quoted at ${retail} with the same net amount (exchange ${quote.exchange}), which is that and ${isByRate(way) ? `${retail - total} of tax, at the rate of that in the net amount` : `the tax of ${retail - total} in it`}: so it is with each of the bookings that could be compared`,
      ...wants.value(retail),
      received: total,
      exchange,
      pointer,
      restsOn: ['booking.pricing.total'],
      steps: [Math.min(quote.exchange, exchange), Math.max(quote.exchange, exchange)],
    },
  ]
}

export default suite
