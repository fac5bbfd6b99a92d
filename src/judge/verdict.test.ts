import { expect, test } from 'vitest'
import { clause, result } from './check.test.data.js'
import type { ClauseResult } from './report.js'
import { countMust, countOutcomes, headlineOf, verdictOf, type VerdictInput } from './verdict.js'

const of = (more: Partial<VerdictInput>): string =>
  verdictOf({ checks: [result()], clauses: [clause()], waivers: [], cut: null, ...more }).verdict

test('what passes conforms', () => {
  expect(of({})).toBe('conforms')
})

test('a failure fails, unless it is waived', () => {
  const failed = result({ outcome: 'fail' })
  expect(of({ checks: [failed] })).toBe('fails')
  expect(of({ checks: [{ ...failed, waived: { reason: 'r', until: '2027-01-01' } }] })).toBe('conforms')
})

test('a stale waiver fails by itself, one that is over does not', () => {
  const waiver = { check: 'reserve.x', reason: 'r', until: '2027-01-01' }
  expect(of({ waivers: [{ ...waiver, state: 'stale' }] })).toBe('fails')
  expect(of({ waivers: [{ ...waiver, state: 'over' }] })).toBe('conforms')
})

test('an untested must clause leaves the verdict open, unless it is allowed', () => {
  const open = result({ outcome: 'untested' })
  const clauses = [clause({ outcome: 'untested' })]
  expect(of({ checks: [open], clauses })).toBe('unverified')
  expect(of({ checks: [{ ...open, allowed: true }], clauses })).toBe('conforms')
})

test('an untested derived clause leaves the verdict open only where nothing else was verified', () => {
  const checks = [result({ outcome: 'untested' })]
  const derived = clause({ outcome: 'untested', level: 'derived' })
  expect(of({ checks, clauses: [clause(), derived] })).toBe('conforms')
  expect(of({ checks, clauses: [derived, clause({ outcome: 'not-selected' })] })).toBe('unverified')
})

test('a fault of octospec outweighs a failure, a run cut short outweighs both', () => {
  const checks = [result({ outcome: 'fail' }), result({ outcome: 'error' })]
  expect(of({ checks })).toBe('suite-error')
  expect(of({ checks, cut: 'interrupted' })).toBe('aborted')
})

test('a warning changes no verdict', () => {
  expect(of({ checks: [result({ outcome: 'warn', level: 'convention' })] })).toBe('conforms')
})

test('outcomes are counted', () => {
  const outcomes = { pass: 2, fail: 1, warn: 3, untested: 0, 'not-applicable': 4, error: 5 } as const
  const results = Object.entries(outcomes).flatMap(([outcome, count]) =>
    // The keys of the constant above.
    Array.from({ length: count }, () => result({ outcome: outcome as keyof typeof outcomes })),
  )
  expect(countOutcomes(results)).toEqual(outcomes)
  expect(countOutcomes([result({ outcome: 'untested' })]).untested).toBe(1)
})

test('must clauses are counted without those that nobody can observe or that were not chosen', () => {
  const clauses = [
    clause(),
    clause({ outcome: 'fail' }),
    clause({ outcome: 'untested' }),
    clause({ outcome: 'not-applicable' }),
    clause({ outcome: 'unobservable' }),
    clause({ outcome: 'not-selected' }),
    clause({ level: 'derived' }),
  ]
  const must = countMust(clauses)
  expect(must).toEqual({ total: 4, verified: 1, broken: 1, untested: 1, notApplicable: 1, unobservable: 1 })
})

test('a must clause with a warning is verified, one in which octospec broke is untested', () => {
  const must = countMust([clause({ outcome: 'warn' }), clause({ outcome: 'error' })])
  expect(must).toMatchObject({ total: 2, verified: 1, broken: 0, untested: 1 })
})

test('waivers that waive nothing any more are problems, those in force are none', () => {
  const waiver = { check: 'reserve.x', reason: 'r', until: '2027-01-01' }
  const problems = (state: VerdictInput['waivers'][number]['state'], cut: string | null = null): readonly string[] =>
    verdictOf({ checks: [result()], clauses: [clause()], waivers: [{ ...waiver, state }], cut }).problems
  expect(problems('stale')).toEqual([expect.stringContaining('reserve.x matches no failure any more')])
  expect(problems('over')).toEqual([expect.stringContaining('reserve.x ended on 2027-01-01')])
  expect(problems('matches')).toEqual([])
  expect(problems('over', 'interrupted')).toEqual(['interrupted', expect.stringContaining('ended')])
})

test('a must clause is open while one of its checks is, whatever the others say', () => {
  const checks = [
    result({ id: 'a', outcome: 'pass' }),
    result({ id: 'b', outcome: 'untested', allowed: true }),
    result({ id: 'c', outcome: 'untested' }),
  ]
  const clauses = (...ids: readonly string[]): ClauseResult[] => [clause({ outcome: 'untested', checks: ids })]
  expect(of({ checks, clauses: clauses('a', 'b', 'c') })).toBe('unverified')
  expect(of({ checks, clauses: clauses('a', 'b') })).toBe('conforms')
  expect(of({ checks, clauses: clauses('a', 'gone') })).toBe('conforms')
  expect(of({ checks, clauses: [clause({ outcome: 'pass', checks: ['c'] })] })).toBe('conforms')
})

test('the headline says what is broken and what was not verified, of every level', () => {
  const several = (level: ClauseResult['level'], outcome: ClauseResult['outcome'], count: number): ClauseResult[] =>
    Array.from({ length: count }, () => clause({ level, outcome }))
  const fails = (...clauses: readonly ClauseResult[][]): string => headlineOf('fails', clauses.flat(), [])
  expect(fails(several('derived', 'fail', 2), several('must', 'pass', 9))).toBe(
    'fails: 2 derived clauses broken; all others that apply and can be observed were verified',
  )
  expect(
    fails(
      several('must', 'fail', 1),
      several('derived', 'fail', 2),
      several('convention', 'warn', 1),
      several('must', 'untested', 1),
      several('derived', 'error', 3),
    ),
  ).toBe(
    'fails: 1 must clause and 2 derived clauses broken; 1 convention not followed; 1 must clause and 3 derived clauses could not be verified',
  )
  expect(fails(several('convention', 'fail', 2))).toBe('fails: 2 conventions not followed; nothing else was verified')
  expect(fails(several('must', 'fail', 1), several('must', 'pass', 1), several('derived', 'not-selected', 1))).toBe(
    'fails: 1 must clause broken; all others that were chosen and apply were verified',
  )
  expect(headlineOf('fails', several('must', 'pass', 2), ['a waiver is stale'])).toBe(
    'fails: a waiver is stale; all others that apply and can be observed were verified',
  )
})

test('a headline that is no failure hides nothing either', () => {
  const of = (level: ClauseResult['level'], outcome: ClauseResult['outcome']): ClauseResult =>
    clause({ level, outcome })
  const open = [of('must', 'pass'), of('derived', 'untested'), of('derived', 'untested'), of('convention', 'warn')]
  expect(headlineOf('conforms', open, [])).toBe(
    'conforms: 1 must clause verified; 2 derived clauses could not be verified; 1 convention not followed',
  )
  expect(headlineOf('conforms', [of('must', 'fail'), of('derived', 'pass')], [])).toBe(
    'conforms: 1 derived clause verified; 1 must clause broken, as waived',
  )
  expect(headlineOf('unverified', [of('must', 'untested'), ...open], [])).toBe(
    'unverified: 1 must clause and 2 derived clauses could not be verified; none is known to be broken; 1 convention not followed; 1 must clause verified',
  )
  expect(headlineOf('aborted', [of('must', 'pass'), of('must', 'fail')], ['interrupted', 'x'])).toBe(
    'aborted: interrupted; until then 1 must clause verified; 1 must clause broken',
  )
  expect(headlineOf('aborted', [], [])).toBe('aborted: the run was cut short; until then no clause verified')
  expect(headlineOf('suite-error', [of('must', 'pass'), of('derived', 'fail')], [])).toBe(
    'suite-error: octospec itself broke; 1 must clause verified; 1 derived clause broken',
  )
})
