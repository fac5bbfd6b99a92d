import {
  fail,
  inWords,
  notApplicable,
  openSuite,
  pass,
  wants,
  type Answer,
  type Finding,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { offersIn, type Offer } from './offersIn.js'
import { isByRate, tellsOfTax, waysToLackTax } from './waysToLackTax.js'

const suite: Suite = openSuite()
const { course } = suite

// What the availability check shows of prices is its own affair: they may move, be those of a unit or lack the tax. So a total that differs
// says nothing, unless it is to the digit what a defect makes of the price that was shown, and no other booking costs what was shown of it.
course({
  id: 'pricing.booking-in-the-unit-offered',
  clause: '2.4/booking-amounts-in-smallest-unit',
  title: 'a booking in a currency without cents does not cost what its availability showed as if that had cents',
  of: ['reserve'],
  ofOwnRun: true,
  judge: (answers) =>
    judged(
      answers,
      ({ digits, booking }) => digits !== 2 && booking.read('currencyPrecision') === digits,
      (offers) =>
        offers.flatMap((offer) => {
          const { booking, total, currency, digits, checked } = offer
          const shown = amountAsCents(offer, offers)
          if (shown === undefined) return []
          const finding = booking.finding('total', {
            message: `the booking costs ${total} in ${inWords(currency)} with currencyPrecision ${digits}, and its availability (exchange ${checked.n}) showed ${shown}, which would be ${total} if that currency had two decimal places`,
            ...wants.value(shown),
            restsOn: ['total', 'currency', 'currencyPrecision'].map((field) => `booking.pricing.${field}`),
            steps: [checked.n, booking.answer.n],
          })
          return [finding]
        }),
      'no booking was priced in a currency without cents: this is about those alone',
    ),
})

course({
  id: 'pricing.booking-with-the-tax-offered',
  clause: '2.5/total-with-what-was-offered',
  title:
    'the final prices of bookings do not lack exactly the tax that is in the prices that their availabilities showed',
  of: ['reserve'],
  ofOwnRun: true,
  judge: (answers) =>
    judged(
      answers,
      ({ taxes, amounts }) => taxes.size > 0 && amounts.some(({ kind }) => kind === 'final'),
      (offers) => {
        // One price that moved may have moved by the tax.
        if (new Set(offers.map(({ total }) => total)).size < 2 || offers.some(({ isShown }) => isShown)) return []
        const [first] = offers
        const ways = first?.amounts.flatMap(({ amount }) => waysTo(first, amount)) ?? []
        const way = ways.find((each) => {
          const lacking = offers.map((offer) => ({ offer, full: withTax(offer, each) }))
          const isAll = lacking.every(({ full }) => full !== undefined)
          return isAll && lacking.some(({ offer, full }) => full && tellsOfTax(each, full, offer.total))
        })
        return way === undefined ? [] : offers.map((offer) => lacksTax(offer, way))
      },
      'no availability check showed a final price of what was booked, and the taxes in it',
    ),
})

/**
 * Judges the offers that can be told from.
 * @param find given all of them
 * @param none why none can be told from
 */
function judged(
  answers: readonly Answer[],
  tells: (offer: Offer) => boolean,
  find: (offers: readonly Offer[]) => readonly Finding[],
  none: string,
): Judgement | null {
  const all = offersIn(answers)
  if (all === null) return null
  const offers = all.filter(tells)
  if (all.length > 0 && offers.length === 0) return notApplicable(none)
  const findings = find(offers)
  if (findings.length > 0) return fail(...findings.slice(0, 5))
  return offers.some(({ total, amounts }) => amounts.some(({ amount }) => amount === total))
    ? pass
    : notApplicable('no price that the availability check showed could be told to be that of a booking')
}

/** The amount of which this booking has the hundredths for its smallest unit; undefined: there is none, or another booking is right. */
function amountAsCents(offer: Offer, offers: readonly Offer[]): number | undefined {
  const { booking, total, currency, digits, amounts } = offer
  if (offers.some((each) => each.isShown && each.currency === currency)) return undefined
  const ofKind = (isNet: boolean): readonly number[] =>
    amounts
      .filter(({ kind, precision }) => (kind === 'net') === isNet && (precision ?? digits) === digits)
      .map(({ amount }) => amount)
  const [net, nets] = [booking.read('net'), ofKind(true)]
  const isNetToo = typeof net !== 'number' || nets.length === 0 || nets.some((each) => isAsCents(net, each, digits))
  return isNetToo ? ofKind(false).find((each) => isAsCents(total, each, digits)) : undefined
}

/** Whether an amount is what another would be if its currency had cents, as it has not. */
function isAsCents(amount: number, shown: number, digits: number): boolean {
  const exact = shown / 10 ** (digits - 2)
  // Of few digits, too many are alike when rounded.
  return amount >= 100 && (amount === Math.round(exact) || amount === Math.floor(exact))
}

/** The amount that was shown, where the total is that without the tax. */
function withTax(offer: Offer, way: string): number | undefined {
  return offer.amounts.find(({ kind, amount }) => kind === 'final' && waysTo(offer, amount).includes(way))?.amount
}

function waysTo({ booking, total, taxes }: Offer, amount: number): readonly string[] {
  const net = booking.read('net')
  return waysToLackTax(amount, total, typeof net === 'number' ? net : null, taxes)
}

function lacksTax(offer: Offer, way: string): Finding {
  const { booking, total, checked } = offer
  const shown = withTax(offer, way) ?? total
  return booking.finding('total', {
    message: `the booking costs ${total}, and its availability (exchange ${checked.n}) showed ${shown}, which is that and ${isByRate(way) ? `${shown - total} of tax, at the rate of that in the net amount` : `its tax of ${shown - total}`}: so it is with each of the bookings that could be compared`,
    ...wants.value(shown),
    restsOn: ['total', 'taxes', 'taxAmount'].map((field) => `booking.pricing.${field}`),
    steps: [checked.n, booking.answer.n],
  })
}

export default suite
