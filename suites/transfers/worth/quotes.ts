import {
  describeValue,
  inWords,
  isJsonObject,
  openSuite,
  parseUtcTimestamp,
  remarkAt,
  readPointer,
} from '../vocabulary/index.js'
import type { Json, Remark, Suite, Answer, ShownBooking } from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'
import { created } from '../reserve/created.js'
import { priced } from '../reserve/currency.js'
import { allFields } from '../update/allFields.js'

const suite: Suite = openSuite()
const { observe } = suite

observe(transfers, {
  id: 'worth.expired-before-created',
  clause: '2.1/expiry-and-creation',
  worth: true,
  observe: (asked) =>
    answersOf(asked)
      .flatMap((answer): readonly Remark[] => {
        const [created, expires] = [answer.at('/utcCreatedAt'), answer.at('/utcExpiresAt')]
        const [from, until] = [instant(created), instant(expires)]
        if (from === undefined || until === undefined || from <= until) return []
        const text = `utcExpiresAt of a transfer is ${inWords(expires ?? null)}, before its utcCreatedAt, ${inWords(created ?? null)}`
        return [remarkAt(answer, '/utcExpiresAt', text)]
      })
      .slice(0, most),
})

observe(transfers, {
  id: 'worth.cutoff-described',
  clause: '2.3/cutoff-and-description',
  worth: true,
  observe: (asked) =>
    answersOf(asked)
      .flatMap((answer) =>
        optionsOf(answer).flatMap(({ option: { cancellationPolicy }, pointer }) =>
          (Array.isArray(cancellationPolicy) ? cancellationPolicy : []).flatMap((entry: Json, index) => {
            const { cutoffAmount: amount, cutoffUnit: unit = null, description } = isJsonObject(entry) ? entry : {}
            const told = lengthIn(description)
            if (typeof amount !== 'number' || told === null || told === String(amount)) return []
            const text = `cutoffAmount is ${amount} with cutoffUnit ${describeValue(unit)}, and the description says ${describeValue(description ?? null)}`
            return [remarkAt(answer, `${pointer}/cancellationPolicy/${index}/cutoffAmount`, text)]
          }),
        ),
      )
      .slice(0, most),
})

/** Remarks of a kind. */
const most = 5

function answersOf({ usd, eur, gbp, omitted }: AskedTransfers): readonly (typeof usd)[] {
  return [usd, eur, gbp, omitted].filter(({ accepted }) => accepted)
}

function instant(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseUtcTimestamp(value) : undefined
}

/** The one number that a description names; null: none, or several. */
function lengthIn(description: Json | undefined): string | null {
  const numbers = typeof description === 'string' ? (description.slice(0, 300).match(/\d{1,6}/g) ?? []) : []
  return numbers.length === 1 ? (numbers[0] ?? null) : null
}

observe(transfers, {
  id: 'worth.distance',
  clause: '2.1/distance-across-currencies',
  worth: true,
  observe: ({ usd, eur, gbp }) => {
    const [first, ...others] = [eur, usd, gbp].flatMap((answer) => {
      const distance = answer.accepted ? answer.at('/distanceInclude') : undefined
      return typeof distance === 'number' ? [{ answer, distance }] : []
    })
    return others.flatMap(({ answer, distance }) =>
      first === undefined || distance === first.distance
        ? []
        : [
            remarkAt(
              answer,
              '/distanceInclude',
              `distanceInclude is ${distance}, and ${first.distance} in another currency (request ${first.answer.n})`,
            ),
          ],
    )
  },
})

observe(transfers, {
  id: 'worth.unit-of-one-currency',
  clause: '2.4/unit-across-currencies',
  worth: true,
  observe: (asked) => {
    const quotes = quotesOf(asked)
    return quotes.flatMap((quote) => {
      const others = quotes.filter((each) => each !== quote)
      const [one] = quote
      const there = one && others.flatMap((other) => other.find(({ name }) => name === one.name) ?? [])
      if (
        one === undefined ||
        there === undefined ||
        there.length < 2 ||
        !others.every((other) => isAnotherUnit(quote, other))
      )
        return []
      const elsewhere = there.map(inItsCurrency).join(' and ')
      const text = `retail of an option is ${inItsCurrency(one)}, and ${elsewhere}, and so it is with all options: is ${inWords(one.currency)} told in another unit?`
      return [remarkAt(one.answer, `${one.pointer}/pricing/retail`, text)]
    })
  },
})

observe(transfers, {
  id: 'worth.same-amounts',
  clause: '2.4/amounts-across-currencies',
  worth: true,
  observe: (asked) =>
    pairsOf(asked).flatMap((pairs): readonly Remark[] => {
      const isSame = ({ one, other }: Pair, amount: 'retail' | 'net'): boolean => one[amount] === other[amount]
      const same = pairs.filter((pair) => isSame(pair, 'retail'))
      return [
        ...(same.length < pairs.length ? same : []).map((pair) => remarkOf(pair, 'retail', 'another option differs')),
        ...pairs
          .filter((pair) => isSame(pair, 'net') && !isSame(pair, 'retail'))
          .map((pair) => remarkOf(pair, 'net', 'its retail price differs')),
      ].slice(0, mostOfTwo)
    }),
})

observe(transfers, {
  id: 'worth.free-in-one-currency',
  clause: '2.4/free-in-one-currency',
  worth: true,
  observe: (asked) => {
    const all = quotesOf(asked).flat()
    return all
      .filter(({ retail }) => retail <= 0)
      .flatMap((one) => {
        const other = all.find(({ name, retail }) => name === one.name && retail > 0)
        return other === undefined
          ? []
          : [
              remarkAt(
                one.answer,
                `${one.pointer}/pricing/retail`,
                `retail of an option is ${inItsCurrency(one)}, and ${inItsCurrency(other)}`,
              ),
            ]
      })
      .slice(0, mostOfTwo)
  },
})

/** Remarks on two quotes. */
const mostOfTwo = 5
/** No two of the currencies of section 8 are worth so many times each other. */
const farApart = 20

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
export function sumOfTaxes(booking: ShownBooking): number | null {
  const place = booking.answer.profile.booking.pricing.taxAmount
  const taxes = booking.read('taxes')
  if (place === null || !Array.isArray(taxes) || taxes.length === 0) return null
  const amounts = taxes.map((tax: Json) => readPointer<Json>(tax, place))
  return amounts.every((amount) => typeof amount === 'number' && Number.isInteger(amount))
    ? amounts.reduce<number>((sum, amount) => sum + Number(amount), 0)
    : null
}

observe(created, {
  id: 'worth.taxes-above-net',
  clause: '2.5/taxes-above-net',
  worth: true,
  observe: ({ plain }) =>
    plain.bookings.flatMap((booking) => {
      const [sum, net] = [sumOfTaxes(booking), booking.read('net')]
      return sum === null || typeof net !== 'number' || sum <= net
        ? []
        : [
            remarkAt(
              plain,
              booking.place('taxes'),
              `the taxes of a booking add up to ${sum}, and its net amount is ${net}`,
            ),
          ]
    }),
})

observe(priced, {
  id: 'worth.same-price-in-two-currencies',
  clause: '2.5/price-across-currencies',
  worth: true,
  observe: ({ asked }) => {
    const shown = asked.flatMap(({ reserved }) => priceOf(reserved))
    return shown.flatMap((one, at) => {
      const same = shown
        .slice(0, at)
        .find((each) => each.slot === one.slot && each.currency !== one.currency && each.net === one.net)
      if (same === undefined) return []
      const text = `one start is booked at ${inFull(one)}, and at ${inFull(same)} (request ${same.answer.n})`
      return [remarkAt(one.answer, one.place, text)]
    })
  },
})

observe(allFields, {
  id: 'worth.moved-price',
  clause: '2.5/price-after-a-move',
  worth: true,
  observe: ({ before, read, probe }) => {
    const [was, is, there] = [before, read, probe].map((each) => (each === null ? [] : priceOf(each))[0])
    if (was === undefined || is === undefined || there === undefined) return []
    if (is.currency === there.currency && is.total === there.total && is.net === there.net) return []
    const text = `a booking that was moved costs ${inFull(is)}, after ${inFull(was)} (request ${before.n}), and a new one there ${inFull(there)} (request ${there.answer.n})`
    return [remarkAt(is.answer, is.place, text)]
  },
})

interface Shown {
  readonly answer: Answer
  readonly slot: Json | undefined
  readonly currency: string
  readonly total: number
  readonly net: number
  /** Of the net amount. */
  readonly place: string
}

/** What a booking costs, where the answer shows all of it. */
function priceOf(answer: Answer): readonly Shown[] {
  if (!answer.accepted) return []
  return answer.bookings.flatMap((booking) => {
    const [currency, total, net] = [booking.read('currency'), booking.read('total'), booking.read('net')]
    return typeof currency === 'string' && typeof total === 'number' && typeof net === 'number'
      ? [{ answer, slot: answer.exchange.input['availabilityId'], currency, total, net, place: booking.place('net') }]
      : []
  })
}

function inFull({ total, net, currency }: Shown): string {
  return `${total}, ${net} net, in ${inWords(currency)}`
}

export default suite
