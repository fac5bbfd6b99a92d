import { isDeepStrictEqual } from 'node:util'
import {
  bookingPointer,
  failAt,
  notApplicable,
  pass,
  type Answer,
  type Context,
  type Json,
  type Judgement,
  type Profile,
} from '../vocabulary/index.js'
import { isBooked } from '../quote/isBooked.js'
import { optionsOf, pricingOf } from '../quote/options.js'

/** A booking of one start, and what it costs in its currency. */
export interface Amounts {
  readonly answer: Answer
  readonly slot: Json | undefined
  readonly currency: string
  readonly total: number
  readonly net: number
}

/** Two bookings of one start in different currencies. */
export interface Pair {
  readonly one: Amounts
  readonly other: Amounts
}

/** The bookings of one start in different currencies, each two of them. */
export function pairsOf(answers: readonly Answer[]): readonly Pair[] {
  const shown = answers.flatMap(amountsOf)
  return shown.flatMap((one, index) =>
    shown
      .slice(index + 1)
      .filter(({ slot, currency }) => slot === one.slot && currency !== one.currency)
      .map((other) => ({ one, other })),
  )
}

function amountsOf(answer: Answer): readonly Amounts[] {
  const [currency, total, net] = [answer.read('currency'), answer.read('total'), answer.read('net')]
  const isTold = typeof currency === 'string' && typeof total === 'number' && typeof net === 'number'
  return answer.accepted && isTold && net > 0
    ? [{ answer, slot: answer.exchange.input['availabilityId'], currency, total, net }]
    : []
}

function isSame({ one, other }: Pair): boolean {
  return one.total === other.total && one.net === other.net
}

/** The quotes in the currencies of two bookings of one start whose amounts are the same numbers; none: there are no such two. */
export async function quotesOf(answers: readonly Answer[], { target, offers }: Context): Promise<readonly Answer[]> {
  const pair = pairsOf(answers).find(isSame)
  if (pair === undefined || !offers('transfers')) return []
  const { one, other } = pair
  return [await target.transfers({ currency: one.currency }), await target.transfers({ currency: other.currency })]
}

/** Judges that bookings of one start are not priced at the same numbers in two currencies in which quotes differ: one is a label alone. */
export function judgeRelabelled(answers: readonly Answer[], quotes: readonly Answer[], profile: Profile): Judgement {
  const pairs = pairsOf(answers)
  if (pairs.length === 0) return notApplicable('no start was booked in two currencies, with its total and net amount')
  const same = pairs.find(isSame)
  if (same === undefined) return pass
  const { one, other } = same
  const own = inBoth(quotes, one.currency, other.currency, profile).filter((each) => each.isBooked)
  // Of another option, or of what is no transfer, the prices may be converted where these are set.
  if (own.length === 0)
    return notApplicable('what was booked is not surely an option that was quoted in both currencies')
  // A supplier may have one price list for several currencies.
  if (own.some(({ isDifferent }) => !isDifferent)) return pass
  const seen = quotes.map(({ n }) => n)
  return failAt(other.answer, bookingPointer(other.answer.profile, 'total') ?? '', {
    message: `the booking costs ${other.total}, ${other.net} net, in ${other.currency}, and the same start costs these numbers in ${one.currency} (exchange ${one.answer.n}), where quotes in the two currencies differ (exchanges ${seen.join(' and ')})`,
    expected: `amounts in ${other.currency}`,
    restsOn: ['booking.pricing.total', 'booking.pricing.net', 'booking.pricing.currency'],
    steps: [one.answer.n, other.answer.n, ...seen],
  })
}

interface InBoth {
  /** Whether it is surely what was booked. */
  readonly isBooked: boolean
  readonly isDifferent: boolean
}

/** The options that were quoted in one currency and in another, each known by its reference and vehicle. */
function inBoth(quotes: readonly Answer[], one: string, other: string, profile: Profile): readonly InBoth[] {
  const quoted = quotes.flatMap((quote) =>
    optionsOf(quote).flatMap((shown) => {
      const { retail, net, currency } = pricingOf(shown) ?? {}
      const { reference, vehicle } = shown.option
      return typeof retail === 'number' && retail > 0
        ? [
            {
              isBooked: isBooked(shown, quote, profile.bookable.standard, profile),
              what: [reference, vehicle],
              amounts: [retail, net],
              currency,
            },
          ]
        : []
    }),
  )
  return quoted
    .filter(({ currency }) => currency === one)
    .flatMap(({ isBooked, what, amounts }) => {
      const there = quoted.find((each) => each.currency === other && isDeepStrictEqual(each.what, what))
      return there === undefined ? [] : [{ isBooked, isDifferent: !isDeepStrictEqual(there.amounts, amounts) }]
    })
}
