import { askedForPricing, currencyPrecision, type Answer, type ShownBooking } from '../vocabulary/index.js'
import { madeWithoutPrices } from '../booking/madeWithoutPrices.js'
import { sumOfTaxes } from '../booking/sumOfTaxes.js'
import { isNew } from '../reserve/isNew.js'
import { offeredPrices, taxSums, type OfferedAmount } from './offeredPrices.js'

/** A new booking, and what the availability check had shown of its price. */
export interface Offer {
  readonly booking: ShownBooking
  readonly checked: Answer
  readonly total: number
  readonly currency: string
  /** Decimal places of the currency. */
  readonly digits: number
  /** That were shown, in the currency of the booking. */
  readonly amounts: readonly OfferedAmount[]
  /** The total is among the numbers that were shown. */
  readonly isShown: boolean
  /** What the taxes come to, by what was added up; empty: the booking has none, or the profile does not tell their amounts. */
  readonly taxes: ReadonlyMap<string, number>
}

/** The new bookings whose availability was shown with prices before; null: there is no priced booking at all. */
export function offersIn(answers: readonly Answer[]): readonly Offer[] | null {
  const reserves = answers.filter(
    (answer) => askedForPricing(answer.exchange) && !madeWithoutPrices(answer) && isNew(answer, answers),
  )
  return reserves.length === 0 ? null : reserves.flatMap((reserved) => offerOf(reserved, answers) ?? [])
}

function offerOf(reserved: Answer, answers: readonly Answer[]): Offer | undefined {
  const [booking] = reserved.bookings
  const [total, currency] = [booking?.read('total'), booking?.read('currency')]
  const digits = typeof currency === 'string' ? currencyPrecision(currency) : undefined
  const { availabilityId } = reserved.exchange.input
  if (booking === undefined || typeof currency !== 'string' || digits === undefined) return undefined
  if (typeof total !== 'number' || !Number.isInteger(total) || typeof availabilityId !== 'string') return undefined
  const isItem = (checked: Answer) => (item: (typeof checked.items)[number]) =>
    checked.availabilityIdOf(item) === availabilityId
  const checked = answers.findLast(
    (answer) =>
      answer.exchange.purpose === 'availability' &&
      answer.n < reserved.n &&
      answer.accepted &&
      answer.exchange.as === reserved.exchange.as &&
      answer.items.some(isItem(answer)),
  )
  const item = checked?.items.find(isItem(checked))
  if (checked === undefined || item === undefined) return undefined
  const { amounts, numbers, taxes } = offeredPrices(item)
  const sum = sumOfTaxes(booking) ?? 0
  return {
    booking,
    checked,
    total,
    currency,
    digits,
    amounts: amounts.filter((each) => each.currency === currency),
    isShown: numbers.has(total),
    taxes: new Map(sum > 0 ? [['taxAmount', sum], ...taxSums(booking.read('taxes')), ...taxes] : []),
  }
}
