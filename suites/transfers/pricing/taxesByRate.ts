import {
  askedForPricing,
  fail,
  findingAt,
  openSuite,
  pass,
  type Answer,
  type Finding,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { bookingPurposes } from '../booking/purposes.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { ratedTaxes, taxIn } from './taxRate.js'

const suite: Suite = openSuite()
const { course } = suite

course({
  id: 'pricing.option-taxes-fit-their-rate',
  clause: '2.4/taxes-fit-their-rate',
  title: 'a tax of an option that tells its rate comes to that part of the price, as those of others do',
  of: ['transfers'],
  judge: (answers) => judged(answers.flatMap(inOptions)),
})

course({
  id: 'pricing.booking-taxes-fit-their-rate',
  clause: '2.5/taxes-fit-their-rate',
  title: 'a tax of a booking that tells its rate comes to that part of its net amount',
  of: bookingPurposes,
  restsOn: ['booking.pricing.taxes', 'booking.pricing.taxAmount', 'booking.pricing.net'],
  ofOwnRun: true,
  judge: (answers) => judged(answers.flatMap(inBookings)),
})

course({
  id: 'pricing.tax-amounts-are-integers',
  clause: '2.4/tax-amounts-are-integers',
  title: 'the amount of a tax of an option is an integer, in the smallest unit',
  of: ['transfers'],
  judge: (answers) => judgedWhole(answers.flatMap(inOptions)),
})

/** An amount of a tax that tells its rate. */
interface Amount {
  readonly answer: Answer
  readonly pointer: string
  /** Where it stands in the tax. */
  readonly name: string
  /** The member of the tax, and its rate: amounts of one kind are of the same price. */
  readonly of: string
  readonly amount: number
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
      ...[...findings]
        .slice(0, 5)
        .map(([amount, what]) =>
          found(amount, `beside a net amount of ${amount.net} ${what}`, 'the part of the price that its rate says'),
        ),
    )
  return known.length > 0 ? pass : null
}

/** What is a part of the price by its rate is an amount. */
function judgedWhole(amounts: readonly Amount[]): Judgement | null {
  const known = kindsOf(amounts)
  const findings = known
    .flatMap(({ alike }) => alike)
    .filter(({ amount }) => !Number.isInteger(amount))
    .map((amount) => found(amount, 'is no integer', 'an integer, in the smallest unit'))
  if (findings.length > 0) return fail(...findings.slice(0, 5))
  return known.length > 0 ? pass : null
}

function found({ answer, pointer, name, amount }: Amount, what: string, expected: string): Finding {
  return findingAt(answer, pointer, {
    message: `a tax of ${amount} (${name.slice(1, 41)}) ${what}`,
    expected,
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
  if (!answer.accepted || answer.exchange.purpose !== 'transfers' || !askedForPricing(answer.exchange)) return []
  return optionsOf(answer).flatMap((shown) => {
    const pricing = pricingOf(shown)
    const at = `${shown.pointer}/pricing/includedTaxes`
    if (pricing === undefined) return []
    const { includedTaxes: taxes, net, retail } = pricing
    // Taxes are those in the net or the retail price; what another amount is of is not known.
    return amountsOf({ answer, taxes, at, net, others: [retail] }, null)
  })
}

function inBookings(answer: Answer): readonly Amount[] {
  const { taxAmount } = answer.profile.booking.pricing
  if (taxAmount === null) return []
  return answer.bookings.flatMap((booking) => {
    const [taxes, net, total] = (['taxes', 'net', 'total'] as const).map((field) => booking.read(field))
    return amountsOf({ answer, taxes, at: booking.place('taxes'), net, others: [total] }, taxAmount)
  })
}

export default suite
