import { expect, test } from 'vitest'
import type { Clause } from '../contract/clauses.js'
import { result } from './check.test.data.js'
import { clauseResults } from './clauseResults.js'

const clause: Clause = { id: '4.2/x', section: '4.2', level: 'must', text: 'x' }

const outcomeOf = (...outcomes: readonly ReturnType<typeof result>['outcome'][]): unknown =>
  clauseResults(
    [clause],
    outcomes.map((outcome, index) => result({ id: `c.${index}`, outcome })),
  )[0]?.outcome

test('a clause is only verified when all its checks passed', () => {
  expect(outcomeOf('pass', 'pass')).toBe('pass')
  expect(outcomeOf('pass', 'untested')).toBe('untested')
  expect(outcomeOf('pass', 'not-applicable')).toBe('pass')
  expect(outcomeOf('not-applicable')).toBe('not-applicable')
  expect(outcomeOf('untested', 'fail')).toBe('fail')
  expect(outcomeOf('fail', 'error')).toBe('error')
  expect(outcomeOf('warn', 'untested')).toBe('warn')
})

test('a clause without a chosen check says so, or why nobody can observe it', () => {
  expect(clauseResults([clause], [])).toMatchObject([{ outcome: 'not-selected' }])
  expect(clauseResults([{ ...clause, observable: false, reason: 'inside' }], [])).toMatchObject([
    { outcome: 'unobservable', reason: 'inside' },
  ])
})

test('gaps are no clauses that a target keeps or breaks', () => {
  expect(clauseResults([{ ...clause, level: 'gap' }], [])).toEqual([])
})
