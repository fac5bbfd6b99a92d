import { expect, test } from 'vitest'
import { openSuite, type Judgement, type Profile } from '../../src/suite/index.js'
import type { Tried } from './account.js'
import { outcomeRules } from './outcomeRules.js'
import type { Step } from './step.js'

const step = (n: number, operation: string, outcome: Step<string>['outcome']): Step<string> => ({
  n,
  operation,
  channel: 'answer',
  caller: 'reseller',
  id: 'b',
  outcome,
  isServerError: false,
  from: n,
  to: n,
  clock: 0,
  isRecorded: false,
  effect: null,
  shown: [],
})

/** How a confirm of a cancelled booking is judged in a run of these steps. */
function judge(tried: readonly Tried<string>[], steps: readonly Step<string>[]): Judgement | null {
  const suite = openSuite()
  outcomeRules(
    suite,
    { keep: () => [], judged: () => ({ said: [], timed: [], tried }) },
    { clause: () => undefined },
    { 'confirm.of-cancelled': { clause: '3/confirm', by: 'confirm', of: 'cancelled' } },
  )
  const [rule] = suite.declared.checks
  if (rule?.kind !== 'whole') throw new Error('a rule is a check of the whole run')
  // The rule hands the profile on, and nobody here reads it.
  return rule.judge(steps, { profile: {} as Profile })
}

const cancel = step(2, 'cancel', 'accepted')
const [refused, accepted] = [step(3, 'confirm', 'refused'), step(3, 'confirm', 'accepted')]
const control = step(1, 'confirm', 'accepted')
const tried = (of: Step<string>): readonly Tried<string>[] => [{ situation: 'cancelled', step: of, since: cancel }]

test('what must be refused and is accepted breaks the rule, and says since when that is known', () => {
  expect(judge(tried(accepted), [cancel, accepted])).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: 3, steps: [2, 3], wanted: { answer: 'refused' } }],
  })
})

test('a refusal proves something where the same operation was accepted of another booking alone', () => {
  expect(judge(tried(refused), [control, cancel, refused])).toMatchObject({ outcome: 'pass' })
  expect(judge(tried(refused), [cancel, refused])).toMatchObject({ outcome: 'untested' })
})

test('an operation on a booking of which nobody knows how it stands says nothing', () => {
  expect(judge([], [control, cancel, refused])).toBeNull()
})
