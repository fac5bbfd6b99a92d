import { expect, test } from 'vitest'
import { answer, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { judgeAnswer } from '../judge.test.data.js'

const soon = { productId: 'p', optionId: '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701', cutOffAt: '/startsAt' }
const livingBy = (cutOffBefore: number): Profile => ({
  ...profile,
  bookable: { ...profile.bookable, soon: [{ ...soon, cutOffBefore }] },
})

/** A quote of that option, with policies of these hours. */
function quote(...policies: readonly (readonly [hours: number, description: string])[]): Answer {
  return quoteBy(24 * 60, ...policies)
}

/** The same, of a profile that says these minutes. */
function quoteBy(minutes: number, ...policies: readonly (readonly [hours: number, description: string])[]): Answer {
  const cancellationPolicy = policies.map(([cutoffAmount, description]) => ({
    type: 'FULL_REFUND',
    cutoffAmount,
    cutoffUnit: 'HOURS',
    description,
  }))
  const quoted = { id: 't', options: [{ id: soon.optionId, cancellationPolicy }] }
  return answer(quoted, { purpose: 'transfers' }, 200, livingBy(minutes))
}
const outcome = (answered: Answer): string | undefined => judgeAnswer('transfers.cutoff-in-its-unit', answered)?.outcome

test('a description that is made of the same wrong number does not clear a cut-off in minutes', () => {
  expect(outcome(quote([1440, 'Until 1440 hours before'], [1440, 'Changes until 1440 hours before']))).toBe('fail')
  expect(outcome(quote([24, 'Until 24 hours before']))).toBe('pass')
})

test('a cut-off that is described otherwise stands where another entry is what bookings live by, or where it is another length', () => {
  expect(outcome(quote([24, 'Changes until 24 hours before'], [1440, 'Full refund until 1440 hours before']))).toBe(
    'pass',
  )
  expect(outcome(quote([48, 'Full refund until 48 hours before']))).toBe('pass')
  expect(outcome(quote([48, 'Full refund']))).toBeUndefined()
})

test('a profile that counts in hours what is minutes is not held against a policy that its description confirms', () => {
  expect(outcome(quoteBy(24, [24, 'Until 24 hours before']))).toBe('pass')
})

test('a cut-off that is what bookings live by is one that is known, whatever its description leaves out', () => {
  expect(outcome(quote([24, 'Full refund until the cut-off before the start'], [48, 'Changes are free']))).toBe('pass')
})

test('what the profile says of another product is not held against a quote of an option of the same id', () => {
  const cancellationPolicy = [{ type: 'FULL_REFUND', cutoffAmount: 1440, cutoffUnit: 'HOURS', description: 'In time' }]
  const of = (productId: string): Answer =>
    answer(
      { productId, options: [{ id: soon.optionId, cancellationPolicy }] },
      { purpose: 'transfers' },
      200,
      livingBy(1440),
    )
  expect([outcome(of('p')), outcome(of('another'))]).toEqual(['fail', undefined])
})
