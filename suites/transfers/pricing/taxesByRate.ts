import {
  answersBookings,
  askedForPricing,
  fail,
  findingAt,
  isJsonObject,
  notApplicable,
  openSuite,
  pass,
  untested,
  wants,
  type Answer,
  type Finding,
  type Json,
  type Judgement,
  type Suite,
  type Expected,
} from '../vocabulary/index.js'
import { optionsOf, pricingOf, type JsonObject } from '../quote/options.js'
import { ratedTaxes, taxIn } from './taxRate.js'

const suite: Suite = openSuite()
const { course } = suite

course({
  id: 'pricing.option-taxes-fit-their-rate',
  clause: '2.4/taxes-fit-their-rate',
  title: 'a tax of an option that tells its rate comes to that part of the price, as those of others do',
  of: ['transfers'],
  judge: (answers) => judged(answers.flatMap(inOptions)) ?? ifRated(answers.flatMap(pricedOptions)),
})

course({
  id: 'pricing.booking-taxes-fit-their-rate',
  clause: '2.5/taxes-fit-their-rate',
  title: 'a tax of a booking that tells its rate comes to that part of its net amount',
  of: answersBookings,
  restsOn: ['booking.pricing.taxes', 'booking.pricing.taxAmount', 'booking.pricing.net'],
  ofOwnRun: true,
  judge: (answers, { profile }) =>
    profile.booking.pricing.taxAmount === null
      ? notApplicable('the profile says that the taxes of bookings show no amount')
      : (judged(answers.flatMap(inBookings)) ?? ifRated(answers.flatMap(pricedBookings))),
})

course({
  id: 'pricing.tax-amounts-are-integers',
  clause: '2.4/tax-amounts-are-integers',
  title: 'the amount of a tax of an option is an integer, in the smallest unit',
  of: ['transfers'],
  judge: (answers) => {
    const rated = kindsOf(answers.flatMap(inOptions)).flatMap(({ alike }) => alike)
    const prices = answers.flatMap(pricedOptions)
    return judgedWhole([...rated, ...partsOf(prices)]) ?? ifShown(prices)
  },
})

/** An amount of a tax. */
interface Shown {
  readonly answer: Answer
  readonly pointer: string
  /** Where it stands in the tax. */
  readonly name: string
  readonly amount: number
}

/** That of a tax that tells its rate. */
interface Amount extends Shown {
  /** The member of the tax, and its rate: amounts of one kind are of the same price. */
  readonly of: string
  readonly net: number
  /** What it may come to by the net amount. */
  readonly ofNet: readonly number[]
  /** The same by the other prices, in the same order. */
  readonly ofOthers: readonly number[]
  /** That of the net amount is meant. */
  readonly isMeant: boolean
}

/** Amounts that are rounded, or added up of several parts, are this near to what they are; and this far, they are something else. */
const [near, far, farInParts] = [2, 5, 0.07]
/** Of less, rounding is too great a part. */
const least = 50
/** What goes with the price is this near to its part of it, and the prices this far apart: of nearly one, what never changes is a part, too. */
const [nearInParts, apart] = [0.005, 1.3]

/**
 * From which price servers reckon a tax, and how, is theirs to say. That they have reckoned several in one way is told by these; then one
 * that is far from that is wrong.
 */
function judged(amounts: readonly Amount[]): Judgement | null {
  const findings = new Map<Amount, string>()
  const known = kindsOf(amounts)
  for (const { alike, byNet, byOthers } of known)
    for (const each of alike) {
      const fits = [...byNet.map((way) => each.ofNet[way]), ...byOthers.map((way) => each.ofOthers[way])]
      const isOff = fits.every((tax = 0) => Math.abs(tax - each.amount) > Math.max(far, tax * farInParts))
      if (isOff) findings.set(each, 'is not what such a tax comes to, by which others were reckoned')
      else if (each.isMeant && isAmong(each, each.ofOthers) && !isAmong(each, each.ofNet))
        findings.set(each, 'is the tax in the whole price, not in the net amount')
    }
  if (findings.size > 0)
    return fail(
      ...[...findings].slice(0, 5).map(([amount, what]) =>
        found(amount, `beside a net amount of ${amount.net} ${what}`, {
          expected: 'the part of the price that its rate says',
        }),
      ),
    )
  return known.length > 0 ? pass : null
}

/** @param shown what is a part of the price, by its rate or as it goes with the price, or both */
function judgedWhole(shown: readonly Shown[]): Judgement | null {
  const amounts = [...new Map(shown.map((each) => [`${each.answer.n} ${each.pointer}`, each])).values()]
  const findings = amounts
    .filter(({ amount }) => !Number.isInteger(amount))
    .map((amount) =>
      found(amount, 'is no integer', wants.fitting('an integer, in the smallest unit', { type: 'integer' })),
    )
  if (findings.length > 0) return fail(...findings.slice(0, 5))
  return amounts.length > 0 ? pass : null
}

function found({ answer, pointer, name, amount }: Shown, what: string, said: Expected): Finding {
  return findingAt(answer, pointer, {
    message: `a tax of ${amount} (${name.slice(1, 41)}) ${what}`,
    ...said,
    received: amount,
  })
}

interface Kind {
  readonly alike: readonly Amount[]
  readonly byNet: readonly number[]
  readonly byOthers: readonly number[]
}

/** The amounts of each kind that was reckoned in a way that shows. */
function kindsOf(amounts: readonly Amount[]): readonly Kind[] {
  return [...new Set(amounts.map((each) => each.of))].flatMap((of) => {
    const alike = amounts.filter((each) => each.of === of && each.amount >= least)
    const byNet = waysOf(alike, ({ ofNet }) => ofNet)
    const byOthers = waysOf(alike, ({ ofOthers }) => ofOthers)
    return byNet.length + byOthers.length === 0 ? [] : [{ alike, byNet, byOthers }]
  })
}

/** The ways of reckoning by which a good part of the amounts, and more than one, are what they are. */
function waysOf(alike: readonly Amount[], by: (amount: Amount) => readonly number[]): readonly number[] {
  const ways = alike[0] === undefined ? [] : by(alike[0]).map((_tax, way) => way)
  return ways.filter((way) => {
    const fitting = alike.filter((each) => Math.abs((by(each)[way] ?? 0) - each.amount) <= near)
    return new Set(fitting.map(({ amount }) => amount)).size > 1 && fitting.length >= alike.length * 0.4
  })
}

function isAmong({ amount }: Amount, taxes: readonly number[]): boolean {
  return taxes.some((tax) => Math.abs(tax - amount) <= near)
}

interface Priced {
  readonly answer: Answer
  readonly taxes: Json | undefined
  /** Where they stand in the answer. */
  readonly at: string
  readonly net: Json | undefined
  /** Beside the net amount. */
  readonly others: readonly (Json | undefined)[]
}

/** The amounts of the taxes of a price; `only`: of all that a tax shows, this one, which is that of the net amount. */
function amountsOf({ answer, taxes, at, net, others }: Priced, only: string | null): readonly Amount[] {
  const rated = ratedTaxes(taxes, only)
  const isWhole = Array.isArray(taxes) && rated.length === taxes.length
  const prices = others.filter((price) => typeof price === 'number')
  if (!isWhole || typeof net !== 'number' || net <= 0 || prices.length < others.length) return []
  return rated.flatMap((tax) =>
    [...tax.amounts]
      .filter(([name]) => (only === null ? !/original/iu.test(name) : name === only))
      .map(([name, amount]): Amount => {
        const ofNet = taxIn(net, tax, rated)
        // Where another amount of this tax is that of the net amount, it may be another that is meant.
        const isOther = ([other, value]: readonly [string, number]): boolean =>
          other !== name && ofNet.some((each) => Math.abs(each - value) <= near)
        return {
          answer,
          pointer: `${at}${tax.at}${name}`,
          name,
          of: `${tax.rate} ${name}`,
          amount,
          net,
          ofNet,
          ofOthers: prices.flatMap((price) => taxIn(price, tax, rated)),
          isMeant: only !== null && ![...tax.amounts].some(isOther),
        }
      }),
  )
}

function inOptions(answer: Answer): readonly Amount[] {
  // What another amount than these two is of is not known.
  return pricedOptions(answer).flatMap((priced) => amountsOf({ ...priced, others: [priced.price['retail']] }, null))
}

function inBookings(answer: Answer): readonly Amount[] {
  const { taxAmount } = answer.profile.booking.pricing
  return taxAmount === null ? [] : pricedBookings(answer).flatMap((priced) => amountsOf(priced, taxAmount))
}

interface PricedOption extends Priced {
  readonly price: JsonObject
}

function pricedOptions(answer: Answer): readonly PricedOption[] {
  if (!answer.accepted || answer.exchange.purpose !== 'transfers' || !askedForPricing(answer.exchange)) return []
  return optionsOf(answer).flatMap((shown) => {
    const price = pricingOf(shown)
    if (price === undefined) return []
    const { includedTaxes: taxes, net } = price
    return [{ answer, taxes, at: `${shown.pointer}/pricing/includedTaxes`, net, others: [], price }]
  })
}

function pricedBookings(answer: Answer): readonly Priced[] {
  return answer.bookings.flatMap((booking) => {
    const [taxes, net, total] = (['taxes', 'net', 'total'] as const).map((field) => booking.read(field))
    // Taxes that nothing shows may stand elsewhere.
    return taxes === undefined ? [] : [{ answer, taxes, at: booking.place('taxes'), net, others: [total] }]
  })
}

/** The amounts of a price, which a tax that tells no rate may have as well, under the same names: as numbers, or in price objects. */
const ofPrice = ['original', 'retail', 'net'] as const

/**
 * The members of taxes that are named as one of a price, where they go with it from price to price: whatever else such a member
 * might be, as a percentage, that it is an amount shows by this.
 */
function partsOf(prices: readonly PricedOption[]): readonly Shown[] {
  const named = prices.flatMap(({ answer, taxes, at, price }) =>
    (Array.isArray(taxes) ? taxes : []).slice(0, 20).flatMap((tax: Json, index) =>
      ofPrice.flatMap((member) => {
        const [whole, part] = [price[member], isJsonObject(tax) ? tax[member] : undefined]
        const [amount, name] = isJsonObject(part) ? [part['amount'], `/${member}/amount`] : [part, `/${member}`]
        const isKnown = typeof amount === 'number' && amount >= least && typeof whole === 'number' && whole > 0
        const pointer = `${at}/${index}${name}`
        return isKnown ? [{ answer, pointer, name, amount, whole, of: `${index}${name}` }] : []
      }),
    ),
  )
  return [...new Set(named.map(({ of }) => of))].flatMap((of) => {
    const alike = named.filter((each) => each.of === of)
    const parts = alike.map(({ amount, whole }) => amount / whole).toSorted((a, b) => a - b)
    const usual = parts[Math.floor(parts.length / 2)] ?? 0
    const going = alike.filter(
      ({ amount, whole }) => Math.abs(whole * usual - amount) <= Math.max(near, amount * nearInParts),
    )
    const wholes = going.map(({ whole }) => whole).toSorted((a, b) => a - b)
    const areApart = (wholes.at(-1) ?? 0) >= (wholes[0] ?? 0) * apart
    const isPart = areApart && new Set(wholes).size > 2 && going.length * 2 >= alike.length
    return isPart ? alike : []
  })
}

/** Whether a tax tells its rate, and how, the documents leave open. */
function ifRated(prices: readonly Priced[]): Judgement | null {
  if (prices.length === 0) return null
  return prices.some(({ taxes }) => ratedTaxes(taxes, null).length > 0)
    ? untested('too few amounts of taxes that tell their rate were shown to see how they are reckoned', more)
    : notApplicable(
        'no tax that was shown tells its rate, as by a member with percent in its name, or a text such as "VAT 20 %": the documents ask for none',
      )
}

/** What the members of a tax are called, the documents leave open. */
function ifShown(prices: readonly PricedOption[]): Judgement | null {
  if (prices.length === 0) return null
  const isAmount = ([name, value]: readonly [string, Json]): boolean =>
    ofPrice.some((member) => member === name) && (typeof value === 'number' || isJsonObject(value))
  const mayTell = prices.some(
    ({ taxes }) =>
      ratedTaxes(taxes, null).length > 0 ||
      (Array.isArray(taxes) && taxes.some((tax: Json) => isJsonObject(tax) && Object.entries(tax).some(isAmount))),
  )
  return mayTell
    ? untested('too few amounts of taxes were shown to see which members of a tax are amounts', more)
    : notApplicable(
        'no tax that was shown has a member original, retail or net, or tells its rate: which of its members are amounts, the documents leave open',
      )
}

const more =
  'let it ask for more: further routes in operations.transfers.routes, at other prices, or a run of the whole'

export default suite
