import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { judgeCourse } from '../judge.test.data.js'

const { standard } = profile.bookable
const { productId, optionId } = standard

/** What is said of a booking in EUR, where these default currencies are named of what was booked. */
function outcome(...currencies: readonly (string | undefined)[]): string | undefined {
  const other = currencies.map((defaultCurrency) => ({
    productId,
    optionId,
    ...(defaultCurrency === undefined ? { reserve: { currency: 'ISK' } } : { defaultCurrency }),
  }))
  const pricing = { ...profile.booking.pricing, currency: '/pricing/currency' }
  const bookable = { ...profile.bookable, standard: { ...standard, optionId: 'another' }, other }
  const of = { ...profile, booking: { ...profile.booking, pricing }, bookable }
  const request = { method: 'POST', url: 'http://x/bookings', headers: { 'Octo-Capabilities': 'octo/pricing' } }
  const made = answer(booking, { purpose: 'reserve', input: { productId, optionId }, request }, 201, of)
  return judgeCourse('reserve.each-in-its-default-currency', [made], of)?.outcome
}

test('one that is booked in a currency of its own does not keep the default of the same option from being seen', () => {
  expect([outcome('GBP'), outcome('GBP', undefined), outcome('EUR', undefined)]).toEqual(['fail', 'fail', 'pass'])
  expect([outcome(undefined), outcome('GBP', 'EUR')]).toEqual([undefined, undefined])
})
