import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { runOnReference } from './runOnReference.js'

const must = ['7/cancel-window-passed-refused', '7/update-window-passed-refused']
const clauses = [...must, '7/cancel-window-over-refused', '7/update-window-over-refused']
const outcomes = async (faults: readonly string[], profile = {}): Promise<readonly unknown[]> => {
  const { report } = await runOnReference({ dialect: 'default', faults, profile, plan: { only: clauses } })
  return [report.verdict, ...clauses.map((id) => report.clauses.find((clause) => clause.id === id)?.outcome)]
}
const nothingLate = { bookable: { late: null } }
const nothingSoon = { bookable: { closing: null } }

test('that what comes too late is refused is seen of windows that close, where nothing is sold too late', async () => {
  expect(await outcomes([], nothingLate)).toEqual(['conforms', 'pass', 'pass', 'pass', 'pass'])
})

test('and of what is sold too late, where no window is seen to close', async () => {
  expect(await outcomes([], nothingSoon)).toEqual(['conforms', 'pass', 'pass', 'untested', 'untested'])
})

test('neither hides what the other one sees', async () => {
  expect(await outcomes(['cancel-an-hour-after-its-window-accepted'], nothingLate)).toEqual([
    'fails',
    'untested',
    'pass',
    'fail',
    'pass',
  ])
})

test('an option of another product is any that the profile names, but for one that several products call theirs', async () => {
  const outcome = async (bookable: Readonly<Record<string, Json>>): Promise<unknown> => {
    const plan = { only: ['reserve.option-id-foreign-refused'] }
    const { report } = await runOnReference({ dialect: 'default', profile: { bookable }, plan })
    return report.checks.map((check) => check.outcome)
  }
  const none = { late: null, closing: null, soldOut: null }
  expect(await outcome({ ...none, other: { productId: 'prod-tour', optionId: 'opt-tour' } })).toEqual(['pass'])
  expect(await outcome({ ...none, other: { productId: 'prod-tour', optionId: 'opt-sedan' } })).toEqual(['untested'])
})
