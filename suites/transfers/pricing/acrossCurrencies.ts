import { isDeepStrictEqual } from 'node:util'
import {
  fail,
  findingAt,
  inWords,
  openSuite,
  pass,
  unseen,
  untested,
  wants,
  type Answer,
  type Finding,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { check } = suite

const kilometresOfAMile = 1.609344
/** By how much, in parts of the whole, a distance that was converted and rounded may be off. */
const rounding = 0.005

check(transfers, {
  id: 'transfers.distance-in-one-unit',
  clause: '2.1/distance-in-its-unit',
  title: 'distanceInclude of one route is not in kilometres in one currency and in miles in another',
  judge: (asked) => judged(asked, isMiles),
})

check(transfers, {
  id: 'transfers.distance-in-every-currency',
  clause: '2.1/distance-same-in-every-currency',
  title: 'distanceInclude of one route is the same in every currency',
  judge: (asked) => {
    const { eur, listed } = asked
    // Asked for in one currency both times.
    if (listed.accepted && eur.at('/distanceInclude') !== listed.at('/distanceInclude'))
      return untested('the distance of one route differs from one request to the next')
    return judged(asked, (ratio) => ratio !== 1 && !isMiles(ratio))
  },
})

/**
 * Whether a distance has the miles of the other's kilometres. More by that factor may be meant: as many miles included for some as there
 * are kilometres for others, told in one unit.
 */
function isMiles(ratio: number): boolean {
  return Math.abs(ratio * kilometresOfAMile - 1) <= rounding
}

/** Judges the distances of one route by what each is to the first. */
function judged({ usd, eur, gbp }: AskedTransfers, isWrong: (ratio: number) => boolean): Judgement {
  const [first, ...others] = [eur, usd, gbp].flatMap((answer) => {
    const distance = answer.accepted ? answer.at('/distanceInclude') : undefined
    return typeof distance === 'number' && distance > 0 ? [{ answer, distance }] : []
  })
  const alike = first ? others.filter(({ answer }) => isDeepStrictEqual(routeOf(answer), routeOf(first.answer))) : []
  if (first === undefined || alike.length === 0)
    return unseen('no route was quoted in two currencies with its distance')
  const wrong = alike.filter(({ distance }) => isWrong(distance / first.distance))
  if (wrong.length === 0) return pass
  return fail(
    ...wrong.map(({ answer, distance }) =>
      findingAt(answer, '/distanceInclude', {
        message: `distanceInclude of this route is ${distance}, and ${first.distance} in another currency (exchange ${first.answer.n}), with the same distanceUnit`,
        ...wants.value(first.distance),
      }),
    ),
  )
}

function routeOf(answer: Answer): readonly (Json | undefined)[] {
  return ['/pickUp', '/dropOff', '/distanceUnit'].map((place) => answer.at(place))
}

check(transfers, {
  id: 'pricing.every-option-converted',
  clause: '4.1/every-option-converted',
  title: 'no option has the same amounts in two currencies in which those of another option differ',
  judge: ({ usd, eur, gbp }) => {
    const pairs = [
      [eur, usd],
      [eur, gbp],
      [usd, gbp],
    ] as const
    const told = pairs
      .map(([earlier, answer]) => inBoth(earlier, answer))
      .filter((options) => options.some(({ isSame }) => !isSame))
    const findings = told.flatMap((options) => options.flatMap(({ isSame, finding }) => (isSame ? [finding] : [])))
    if (findings.length > 0) return fail(...findings)
    // Of one option alone, nothing tells whether that is its price in both.
    return told.some(({ length }) => length > 1)
      ? pass
      : unseen('no two options were quoted in two currencies, with amounts that differ')
  },
})

check(transfers, {
  id: 'pricing.every-option-in-each-currency',
  clause: '4.1/every-option-in-each-currency',
  title: 'no option has the same amounts in USD, EUR and GBP, where those of another option differ in each',
  judge: ({ usd, eur, gbp }) => {
    const pairs = [inBoth(eur, usd), inBoth(eur, gbp), inBoth(usd, gbp)]
    const names = new Set(pairs.flat().map(({ name }) => name))
    const isSame = (of: string, same: boolean): boolean =>
      pairs.every((options) => options.some((each) => each.name === of && each.isSame === same))
    const others = [...names].filter((name) => isSame(name, false))
    if (others.length === 0) return unseen('no option was quoted in three currencies, with amounts that differ')
    const wrong = new Set([...names].filter((name) => isSame(name, true)))
    const findings = (pairs[1] ?? []).flatMap(({ name, finding }) => (wrong.has(name) ? [finding] : []))
    return findings.length > 0 ? fail(...findings) : pass
  },
})

check(transfers, {
  id: 'pricing.free-in-no-currency',
  clause: '4.1/priced-in-each-currency',
  title: 'an option that costs something in one of USD, EUR and GBP costs something in each',
  judge: ({ usd, eur, gbp }) => {
    const quoted = [usd, eur, gbp].flatMap((answer) => (answer.accepted ? namedIn(answer) : []))
    const sold = new Map(quoted.flatMap((each) => (isPositive(each.retail) ? [[each.name, each] as const] : [])))
    const inTwo = quoted.flatMap((one) => {
      const other = sold.get(one.name)
      return other === undefined || other.currency === one.currency ? [] : [{ one, other }]
    })
    const findings = inTwo.flatMap(({ one: { answer, retail, currency, pointer }, other }) => {
      if (typeof retail !== 'number' || retail > 0) return []
      const [here, there] = [inWords(currency), inWords(other.currency)]
      return [
        findingAt(answer, `${pointer}/pricing/retail`, {
          message: `retail of an option is ${retail} in ${here}, and ${inWords(other.retail ?? null)} in ${there} (exchange ${other.answer.n})`,
          expected: `the retail price in ${here}`,
        }),
      ]
    })
    if (findings.length > 0) return fail(...findings.slice(0, 5))
    return inTwo.length > 0 ? pass : unseen('no option was quoted in two currencies with a price')
  },
})

check(transfers, {
  id: 'pricing.net-in-the-currency-asked',
  clause: '4.1/net-follows-currency',
  title: 'the net amount of an option is not the same number in currencies in which its retail price differs',
  judge: ({ usd, eur, gbp }) => {
    const quoted = [usd, eur, gbp].flatMap(pricedIn)
    const others = quoted.flatMap((one, index) => {
      const before = quoted
        .slice(0, index)
        .filter(({ name, currency, retail }) => name === one.name && currency !== one.currency && retail !== one.retail)
      return before.length === 0 ? [] : [{ one, same: before.find(({ net }) => net === one.net) }]
    })
    if (others.length === 0) return unseen('no option was quoted in two currencies, with retail prices that differ')
    const findings = others.flatMap(({ one, same }) => (same === undefined ? [] : [sameNet(one, same)]))
    // Once, a price list may happen to agree.
    return findings.length > 1 ? fail(...findings.slice(0, 5)) : pass
  },
})

function sameNet({ answer, net, retail, currency, pointer }: Priced, same: Priced): Finding {
  const [here, there] = [inWords(currency), inWords(same.currency)]
  return findingAt(answer, `${pointer}/pricing/net`, {
    message: `net of an option is ${net} in ${here} and the same in ${there} (exchange ${same.answer.n}), where retail is ${retail} and ${same.retail}`,
    expected: `the net amount in ${here}`,
  })
}

/** The options that two quotes in different currencies have in common, with whether their amounts are the same numbers. */
function inBoth(earlier: Answer, answer: Answer): readonly InBoth[] {
  const before = new Map(pricedIn(earlier).map((priced) => [priced.name, priced]))
  return pricedIn(answer).flatMap(({ name, original, retail, net, currency, pointer }) => {
    const was = before.get(name)
    if (was === undefined || was.currency === currency) return []
    const amounts = [original, retail, net]
    const finding = {
      message: `an option costs the same ${amounts.join(', ')} in ${inWords(currency)} and in ${inWords(was.currency)} (exchange ${earlier.n}), where another does not`,
      expected: `amounts in ${inWords(currency)}`,
      received: amounts,
      exchange: answer.n,
      pointer: `${pointer}/pricing`,
    }
    return [{ name, isSame: isDeepStrictEqual([was.original, was.retail, was.net], amounts), finding }]
  })
}

interface InBoth {
  readonly name: string
  readonly isSame: boolean
  readonly finding: Finding
}

interface Named {
  /** By which it is known in another quote, where it may have another id. */
  readonly name: string
  readonly original: Json | undefined
  readonly retail: Json | undefined
  readonly net: Json | undefined
  readonly currency: string
  readonly answer: Answer
  readonly pointer: string
}

interface Priced extends Named {
  readonly original: number
  readonly retail: number
  readonly net: number
}

/** The options that cost something, and of which there is one of that name. */
function pricedIn(answer: Answer): readonly Priced[] {
  return namedIn(answer).flatMap(({ original, retail, net, ...named }): readonly Priced[] =>
    isPositive(original) && isPositive(retail) && isPositive(net) ? [{ ...named, original, retail, net }] : [],
  )
}

/** The options of which there is one of that name, with their amounts as they stand. */
function namedIn(answer: Answer): readonly Named[] {
  const named = optionsOf(answer).flatMap((shown): readonly Named[] => {
    const { original, retail, net, currency } = pricingOf(shown) ?? {}
    if (typeof currency !== 'string') return []
    const name = JSON.stringify([shown.option['reference'], shown.option['vehicle']])
    return [{ name, original, retail, net, currency, answer, pointer: shown.pointer }]
  })
  return named.filter(({ name }) => named.filter((each) => each.name === name).length === 1)
}

function isPositive(amount: Json | undefined): amount is number {
  return typeof amount === 'number' && amount > 0
}

export default suite
