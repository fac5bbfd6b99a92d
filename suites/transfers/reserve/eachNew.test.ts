import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { transfers } from '../pack.js'
import type { Answer, Json, Judgement } from '../vocabulary/index.js'
import { isNew } from './eachNew.js'

const optionId = '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701'
const { standard } = profile.bookable
const { productId } = standard
const pricing = { ...profile.booking.pricing, currency: '/pricing/currency' }

/** What is said where the profile names these default currencies of the one option that is booked. */
function judged(
  answers: readonly ((of: typeof profile) => Answer)[],
  ...named: readonly (string | undefined)[]
): Judgement | null {
  const other = named.map((currency) => ({
    productId,
    optionId,
    ...(currency === undefined ? { reserve: { currency: 'ISK' } } : { defaultCurrency: currency }),
  }))
  const bookable = { ...profile.bookable, standard: { ...standard, optionId: 'another' }, other }
  const of = { ...profile, booking: { ...profile.booking, pricing }, bookable }
  const check = transfers.checks.get('reserve.each-in-its-default-currency')
  if (check?.kind !== 'whole') throw new Error('it judges the whole run')
  return check.judge(
    answers.flatMap((each) => check.keep(each(of))),
    { profile: of },
  )
}

let keys = 0
const booked =
  (currency: string, asked: Readonly<Record<string, Json>> = {}) =>
  (of: typeof profile): Answer => {
    const request = { method: 'POST', url: 'http://x/bookings', headers: { 'Octo-Capabilities': 'octo/pricing' } }
    const input = { productId, optionId, idempotencyKey: `key ${(keys += 1)}`, ...asked }
    const made = { ...booking, pricing: { currency } }
    return answer(made, { purpose: 'reserve', input, request }, 201, of)
  }
const quoted =
  (defaultCurrency: string) =>
  (of: typeof profile): Answer =>
    answer({ options: [{ id: optionId, defaultCurrency }] }, { purpose: 'transfers' }, 200, of)

test('a booking without a currency that is not in the one that its option was quoted with fails', () => {
  expect(judged([quoted('EUR'), booked('GBP')], 'GBP')).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 'GBP', pointer: '/pricing/currency', field: 'currency' }],
  })
  expect(judged([booked('EUR'), quoted('EUR')], 'EUR')).toMatchObject({ outcome: 'pass' })
})

test('two bookings of one option without a currency that are in two of them fail, whatever the profile says', () => {
  expect(judged([booked('EUR'), booked('GBP')], 'EUR')?.outcome).toBe('fail')
  expect(judged([booked('EUR'), booked('GBP')], 'USD')?.outcome).toBe('fail')
  expect(judged([booked('EUR'), booked('GBP')])?.outcome).toBe('fail')
  expect(judged([booked('EUR'), booked('GBP', { currency: 'GBP' })], 'EUR')?.outcome).toBe('pass')
})

test('where the profile alone says another one, it is untested, with the line to write', () => {
  const remedy = 'write bookable.other.defaultCurrency: EUR in the profile, if that is right'
  expect(judged([quoted('EUR'), booked('EUR')], 'GBP')).toMatchObject({ outcome: 'untested', remedy })
  expect(judged([booked('EUR'), booked('EUR')], 'GBP')).toMatchObject({ outcome: 'untested', remedy })
})

test('one that is booked in a currency of its own does not keep the default of the same option from being seen', () => {
  expect(judged([booked('EUR')], 'EUR', undefined)?.outcome).toBe('pass')
  expect([judged([booked('EUR')], undefined), judged([booked('EUR')], 'GBP', 'EUR')]).toMatchObject([
    { outcome: 'untested' },
    { outcome: 'untested' },
  ])
})

const reserved = (minutes: number, key: string, shown = minutes): ReturnType<typeof answer> =>
  answer({ ...booking, expirationMinutes: shown }, { input: { expirationMinutes: minutes, idempotencyKey: key } })

test('only the first reservation with a key makes a booking, whichever scenario sends it', () => {
  const answers = [
    reserved(60, 'k-1'),
    reserved(90, 'k-1', 60),
    reserved(30, 'k-2'),
    answer(booking, { scenario: 'cleanup' }),
  ]
  expect(answers.map((each) => isNew(each, answers))).toEqual([true, false, true, false])
})
