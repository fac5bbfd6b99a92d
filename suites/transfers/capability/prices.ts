import { describeValue, pass, wants, failAt, untested } from '../vocabulary/index.js'
import type { Answer, BookingField, Finding, Json, Judgement, ShownBooking } from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'

const places: readonly BookingField[] = ['pricing', 'total', 'net', 'taxes']

/** Is there something at a place? A member that is null, or an empty object or array, carries no data. */
export function carries(value: Json | undefined): value is Json {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Does a booking carry the price data that section 1.5 promises? Its inner fields are not documented. */
export function isPriced(answer: Answer): boolean {
  return answer.accepted && carries(answer.read('pricing'))
}

/** The first price data in a booking that should have none. */
export function priceIn(booking: ShownBooking): readonly Finding[] {
  const found = places.find((field) => carries(booking.read(field)))
  if (found === undefined) return []
  const value = describeValue(booking.read(found))
  const message = `a booking carries ${found === 'pricing' ? 'price data' : `its ${found}`} without octo/pricing: ${value}`
  return [booking.finding(found, { message, ...wants.nothing('no price data') })]
}

/** octo/pricing had its effect on a transfer. */
export function pricedTransfer(answer: Answer): Judgement {
  if (optionsOf(answer).length === 0) return untested(`the transfer has no options (request ${answer.n})`)
  if (optionsOf(answer).some((shown) => pricingOf(shown) !== undefined)) return pass
  return failAt(answer, '/options/0/pricing', {
    message: `no option of the transfer carries price data, with the capabilities ${sent(answer)}`,
    expected: 'pricing on the options',
  })
}

/** octo/pricing did not have its effect on a booking. */
export function notPriced(answer: Answer): Judgement {
  return failAt(answer, '/pricing', {
    message: `the answer to ${answer.exchange.purpose} carries no price data, with the capabilities ${sent(answer)}`,
    expected: 'price data',
  })
}

function sent({ exchange }: Answer): string {
  const header = Object.entries(exchange.request.headers).find(([name]) => name.toLowerCase() === 'octo-capabilities')
  return header === undefined ? 'not sent' : `${header[0]}: ${header[1]}`
}
