import { expect, test } from 'vitest'
import type { Clause } from '../contract/clause.js'
import { result } from './check.test.data.js'
import { clauseResults } from './verdict.js'

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

test('a clause hears of its own checks alone, and says why in the words of the one that decides', () => {
  const results = clauseResults(
    [clause, { ...clause, id: '4.2/y' }],
    [
      result({ id: 'c.1' }),
      result({ id: 'c.2', outcome: 'untested', reason: 'no slot' }),
      result({ id: 'c.3', clause: '4.2/y', outcome: 'fail' }),
      result({ id: 'c.4', clause: '4.2/y', outcome: 'untested', reason: 'no slot' }),
    ],
  )
  const shown = { section: '4.2', level: 'must', text: 'x' }
  expect(results).toEqual([
    { ...shown, id: '4.2/x', outcome: 'untested', reason: 'no slot', checks: ['c.1', 'c.2'] },
    { ...shown, id: '4.2/y', outcome: 'fail', checks: ['c.3', 'c.4'] },
  ])
  expect(clauseResults([{ ...clause, observable: false }], [])[0]).not.toHaveProperty('reason')
})

test('what the checks of a clause could not see is verified by the clause that says the same of another case', () => {
  type Ended = ReturnType<typeof result>['outcome']
  const clauses: readonly Clause[] = [
    { ...clause, verifiedBy: '4.2/y' },
    { ...clause, id: '4.2/y', level: 'derived' },
  ]
  const ended = (own: Ended, ...others: readonly Ended[]): unknown =>
    clauseResults(clauses, [
      result({ id: 'c.0', outcome: own, judged: 0, reason: 'nothing starts so late' }),
      ...others.map((outcome, index) => result({ id: `c.${index + 1}`, clause: '4.2/y', judged: 0, outcome })),
    ])[0]
  expect(ended('untested', 'pass')).toMatchObject({ outcome: 'pass', checks: ['c.0', 'c.1'] })
  expect(ended('untested', 'pass')).not.toHaveProperty('reason')
  expect(ended('untested', 'untested', 'pass')).toMatchObject({ outcome: 'pass', checks: ['c.0', 'c.2'] })
  for (const other of ['fail', 'untested', 'not-applicable', 'error'] as const)
    expect(ended('untested', other)).toMatchObject({ outcome: 'untested', checks: ['c.0'] })
  expect(ended('untested', 'pass', 'fail')).toMatchObject({ outcome: 'untested' })
  expect(ended('fail', 'pass')).toMatchObject({ outcome: 'fail' })
  expect(ended('not-applicable', 'pass')).toMatchObject({ outcome: 'not-applicable' })
})
