/** What has to be inferred, and is no more than worth a look: nothing here can fail or warn. */
import {
  describeValue,
  inWords,
  isJsonObject,
  openSuite,
  parseUtcTimestamp,
  remarkAt,
  readPointer,
} from '../vocabulary/index.js'
import type { Answer, Json, Remark, ShownBooking, Suite, Trials } from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'
import { created } from '../reserve/created.js'
import { priced } from '../reserve/currency.js'
import { allFields } from '../update/allFields.js'

const suite: Suite = openSuite()

/** Remarks of a kind. */
const most = 5
/** No two of the currencies of section 8 are worth so many times each other. */
const farApart = 20

function look<Data>(of: Trials<Data>, id: string, clause: string, remarks: (data: Data) => readonly Remark[]): void {
  suite.observe(of, { id, clause, worth: true, observe: (data) => remarks(data).slice(0, most) })
}

look(transfers, 'worth.expired-before-created', '2.1/expiry-and-creation', (asked) =>
  acceptedOf(asked).flatMap((answer) => {
    const times = ['/utcCreatedAt', '/utcExpiresAt'].map((place) => inWords(answer.at(place) ?? null))
    const [from = NaN, until = NaN] = times.map((time) => parseUtcTimestamp(time))
    const text = `utcExpiresAt of a transfer is ${times[1] ?? ''}, before its utcCreatedAt, ${times[0] ?? ''}`
    return from > until ? [remarkAt(answer, '/utcExpiresAt', text)] : []
  }),
)

look(transfers, 'worth.cutoff-described', '2.3/cutoff-and-description', (asked) =>
  acceptedOf(asked).flatMap((answer) =>
    optionsOf(answer).flatMap(({ option: { cancellationPolicy }, pointer }) =>
      (Array.isArray(cancellationPolicy) ? cancellationPolicy : []).flatMap((entry: Json, index) => {
        const { cutoffAmount: amount, cutoffUnit: unit = null, description } = isJsonObject(entry) ? entry : {}
        const [told, ...more] =
          typeof description === 'string' ? (description.slice(0, 300).match(/\d{1,6}/g) ?? []) : []
        if (typeof amount !== 'number' || told === undefined || more.length > 0 || told === String(amount)) return []
        const text = `cutoffAmount is ${amount} with cutoffUnit ${describeValue(unit)}, and the description says ${describeValue(description ?? null)}`
        return [remarkAt(answer, `${pointer}/cancellationPolicy/${index}/cutoffAmount`, text)]
      }),
    ),
  ),
)

look(transfers, 'worth.distance', '2.1/distance-across-currencies', ({ usd, eur, gbp }) => {
  const [first, ...others] = [eur, usd, gbp].flatMap((answer) => {
    const distance = answer.accepted ? answer.at('/distanceInclude') : undefined
    return typeof distance === 'number' ? [{ answer, distance }] : []
  })
  return others.flatMap(({ answer, distance }) => {
    if (first === undefined || distance === first.distance) return []
    const text = `distanceInclude is ${distance}, and ${first.distance} in another currency (request ${first.answer.n})`
    return [remarkAt(answer, '/distanceInclude', text)]
  })
})

look(transfers, 'worth.unit-of-one-currency', '2.4/unit-across-currencies', (asked) => {
  const quotes = quotesOf(asked)
  return quotes.flatMap((quote) => {
    const [one] = quote
    const others = quotes.filter((each) => each !== quote)
    const there = others.flatMap((other) => other.find(({ name }) => name === one?.name) ?? [])
    if (one === undefined || there.length < 2 || !others.every((other) => isAnotherUnit(quote, other))) return []
    const elsewhere = there.map(inItsCurrency).join(' and ')
    const text = `retail of an option is ${inItsCurrency(one)}, and ${elsewhere}, and so it is with all options: is ${inWords(one.currency)} told in another unit?`
    return [remarkAt(one.answer, `${one.pointer}/pricing/retail`, text)]
  })
})

look(transfers, 'worth.same-amounts', '2.4/amounts-across-currencies', (asked) =>
  pairsOf(asked).flatMap((pairs) => {
    const same = pairs.filter(({ one, other }) => one.retail === other.retail)
    const ofNet = pairs.filter(({ one, other }) => one.net === other.net && one.retail !== other.retail)
    return [
      ...(same.length < pairs.length ? same : []).map((pair) => remarkOf(pair, 'retail', 'another option differs')),
      ...ofNet.map((pair) => remarkOf(pair, 'net', 'its retail price differs')),
    ].slice(0, most)
  }),
)

look(transfers, 'worth.free-in-one-currency', '2.4/free-in-one-currency', (asked) => {
  const all = quotesOf(asked).flat()
  return all.flatMap((one) => {
    const other = all.find(({ name, retail }) => name === one.name && retail > 0)
    if (one.retail > 0 || other === undefined) return []
    const text = `retail of an option is ${inItsCurrency(one)}, and ${inItsCurrency(other)}`
    return [remarkAt(one.answer, `${one.pointer}/pricing/retail`, text)]
  })
})

look(created, 'worth.taxes-above-net', '2.5/taxes-above-net', ({ plain }) =>
  plain.bookings.flatMap((booking) => {
    const [sum, net] = [sumOfTaxes(booking), booking.read('net')]
    if (sum === null || typeof net !== 'number' || sum <= net) return []
    const text = `the taxes of a booking add up to ${sum}, and its net amount is ${net}`
    return [remarkAt(plain, booking.place('taxes'), text)]
  }),
)

look(priced, 'worth.same-price-in-two-currencies', '2.5/price-across-currencies', ({ asked }) => {
  const shown = asked.flatMap(({ reserved }) => priceOf(reserved))
  return shown.flatMap((one, at) => {
    const same = shown
      .slice(0, at)
      .find((each) => each.slot === one.slot && each.currency !== one.currency && each.net === one.net)
    if (same === undefined) return []
    const text = `one start is booked at ${inFull(one)}, and at ${inFull(same)} (request ${same.answer.n})`
    return [remarkAt(one.answer, one.place, text)]
  })
})

look(allFields, 'worth.moved-price', '2.5/price-after-a-move', ({ before, read, probe }) => {
  const [was, is, there] = [before, read, probe].map((each) => (each === null ? [] : priceOf(each))[0])
  if (was === undefined || is === undefined || there === undefined) return []
  if (is.currency === there.currency && is.total === there.total && is.net === there.net) return []
  const text = `a booking that was moved costs ${inFull(is)}, after ${inFull(was)} (request ${before.n}), and a new one there ${inFull(there)} (request ${there.answer.n})`
  return [remarkAt(is.answer, is.place, text)]
})

function acceptedOf({ usd, eur, gbp, omitted }: AskedTransfers): readonly Answer[] {
  return [usd, eur, gbp, omitted].filter(({ accepted }) => accepted)
}

/** An option with its prices. */
interface Priced {
  /** By which it is known in another quote, where it may have another id. */
  readonly name: string
  readonly currency: string
  readonly retail: number
  readonly net: Json | undefined
  readonly answer: Answer
  readonly pointer: string
}

/** One option in two currencies. */
interface Pair {
  readonly one: Priced
  readonly other: Priced
}

/** The options of each quote that shows prices, of which there is one of that name. */
function quotesOf({ eur, usd, gbp }: AskedTransfers): readonly (readonly Priced[])[] {
  return [eur, usd, gbp].map(pricedIn).filter((priced) => priced.length > 0)
}

function pricedIn(answer: Answer): readonly Priced[] {
  const priced = optionsOf(answer).flatMap((shown): readonly Priced[] => {
    const { retail, net, currency } = pricingOf(shown) ?? {}
    if (typeof currency !== 'string' || typeof retail !== 'number') return []
    const name = JSON.stringify([shown.option['reference'], shown.option['vehicle']])
    return [{ name, currency, retail, net, answer, pointer: shown.pointer }]
  })
  return priced.filter(({ name }) => priced.filter((each) => each.name === name).length === 1)
}

/** For each two quotes in different currencies the options that both have. */
function pairsOf(asked: AskedTransfers): readonly (readonly Pair[])[] {
  const quotes = quotesOf(asked)
  return quotes.flatMap((later, at) =>
    quotes.slice(0, at).map((earlier) =>
      later.flatMap((one): readonly Pair[] => {
        const other = earlier.find(({ name, currency }) => name === one.name && currency !== one.currency)
        return other !== undefined && one.retail > 0 && other.retail > 0 ? [{ one, other }] : []
      }),
    ),
  )
}

/** Whether all options that both quotes have cost far more in one of them, or far less. */
function isAnotherUnit(quote: readonly Priced[], other: readonly Priced[]): boolean {
  const times = quote.flatMap(({ name, retail }) => {
    const there = other.find((each) => each.name === name)
    return there !== undefined && retail > 0 && there.retail > 0 ? [retail / there.retail] : []
  })
  return times.length > 0 && (times.every((each) => each > farApart) || times.every((each) => each < 1 / farApart))
}

function inItsCurrency({ retail, currency, answer }: Priced): string {
  return `${retail} in ${inWords(currency)} (request ${answer.n})`
}

function remarkOf({ one, other }: Pair, amount: 'retail' | 'net', beside: string): Remark {
  return remarkAt(
    one.answer,
    `${one.pointer}/pricing/${amount}`,
    `${amount} of an option is ${inWords(one[amount] ?? null)} in ${inWords(one.currency)} and in ${inWords(other.currency)} (request ${other.answer.n}), where ${beside}`,
  )
}

/** What the taxes of a booking come to, in the smallest unit; null: it shows none, or not the amount of each. */
function sumOfTaxes(booking: ShownBooking): number | null {
  const place = booking.answer.profile.booking.pricing.taxAmount
  const taxes = booking.read('taxes')
  if (place === null || !Array.isArray(taxes) || taxes.length === 0) return null
  const amounts = taxes.map((tax: Json) => readPointer<Json>(tax, place))
  return amounts.every((amount) => typeof amount === 'number' && Number.isInteger(amount))
    ? amounts.reduce<number>((sum, amount) => sum + Number(amount), 0)
    : null
}

/** What a booking costs, where the answer shows all of it. `place`: of the net amount. */
function priceOf(
  answer: Answer,
): readonly {
  readonly answer: Answer
  readonly slot: Json | undefined
  readonly currency: string
  readonly total: number
  readonly net: number
  readonly place: string
}[] {
  if (!answer.accepted) return []
  return answer.bookings.flatMap((booking) => {
    const [currency, total, net] = [booking.read('currency'), booking.read('total'), booking.read('net')]
    return typeof currency === 'string' && typeof total === 'number' && typeof net === 'number'
      ? [{ answer, slot: answer.exchange.input['availabilityId'], currency, total, net, place: booking.place('net') }]
      : []
  })
}

function inFull({
  total,
  net,
  currency,
}: Pick<ReturnType<typeof priceOf>[number], 'total' | 'net' | 'currency'>): string {
  return `${total}, ${net} net, in ${inWords(currency)}`
}

export const worth: readonly Suite[] = [suite]
