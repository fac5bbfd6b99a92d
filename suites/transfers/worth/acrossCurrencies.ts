import { inWords, openSuite, remarkAt, type Answer, type Json, type Remark, type Suite } from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { worth } = suite

worth(transfers, {
  id: 'worth.distance',
  clause: '2.1/distance-across-currencies',
  look: ({ usd, eur, gbp }) => {
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
              `distanceInclude is ${distance}, and ${first.distance} in another currency (exchange ${first.answer.n})`,
            ),
          ],
    )
  },
})

worth(transfers, {
  id: 'worth.unit-of-one-currency',
  clause: '2.4/unit-across-currencies',
  look: (asked) => {
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

worth(transfers, {
  id: 'worth.same-amounts',
  clause: '2.4/amounts-across-currencies',
  look: (asked) =>
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

worth(transfers, {
  id: 'worth.free-in-one-currency',
  clause: '2.4/free-in-one-currency',
  look: (asked) => {
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
  return `${retail} in ${inWords(currency)} (exchange ${answer.n})`
}

function remarkOf({ one, other }: Pair, amount: 'retail' | 'net', beside: string): Remark {
  return remarkAt(
    one.answer,
    `${one.pointer}/pricing/${amount}`,
    `${amount} of an option is ${inWords(one[amount] ?? null)} in ${inWords(one.currency)} and in ${inWords(other.currency)} (exchange ${other.answer.n}), where ${beside}`,
  )
}

export default suite
