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
  expect(of({ checks: [open], clauses: [clause({ outcome: 'untested', level: 'derived' })] })).toBe('conforms')
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
  expect(headlineOf('fails', must, clauses, [])).toBe(
    'fails: 1 of 4 must clauses broken; 1 could not be verified; 1 not applicable',
  )
  expect(headlineOf('conforms', must, clauses, [])).toMatch(/^conforms: 1 of 4 must clauses verified/)
  expect(headlineOf('unverified', must, clauses, [])).toMatch(/none broken/)
  expect(headlineOf('aborted', must, clauses, ['gone'])).toMatch(/^aborted: gone;/)
})

test('a must clause with a warning is verified, one in which octospec broke is untested', () => {
  const must = countMust([clause({ outcome: 'warn' }), clause({ outcome: 'error' })])
  expect(must).toMatchObject({ total: 2, verified: 1, broken: 0, untested: 1 })
})

test('the headline names broken derived clauses, which are no must clauses', () => {
  const clauses = [clause(), clause({ level: 'derived', outcome: 'fail' })]
  expect(headlineOf('fails', countMust(clauses), clauses, [])).toBe(
    'fails: 0 of 1 must clauses broken; 1 derived clause broken; 0 could not be verified; 0 not applicable',
  )
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

test('the headline counts what is broken of each level', () => {
  const must = { total: 9, verified: 5, broken: 1, untested: 2, notApplicable: 1, unobservable: 0 }
  const broken = (level: ClauseResult['level'], count: number): ClauseResult[] =>
    Array.from({ length: count }, () => clause({ level, outcome: 'fail' }))
  const headline = (...clauses: readonly ClauseResult[]): string => headlineOf('fails', must, clauses, [])
  const end = '2 could not be verified; 1 not applicable'
  expect(headline()).toBe(`fails: 1 of 9 must clauses broken; ${end}`)
  expect(headline(...broken('derived', 1), ...broken('convention', 1), clause({ level: 'convention' }))).toBe(
    `fails: 1 of 9 must clauses broken; 1 derived clause broken; 1 convention broken; ${end}`,
  )
  expect(headline(...broken('derived', 2), ...broken('convention', 2))).toContain(
    '2 derived clauses broken; 2 conventions broken',
  )
  const said = (verdict: Parameters<typeof headlineOf>[0], ...problems: readonly string[]): string =>
    headlineOf(verdict, must, [], problems)
  expect(said('conforms')).toBe(`conforms: 5 of 9 must clauses verified; ${end}`)
  expect(said('unverified')).toBe(`unverified: 5 of 9 must clauses verified, none broken; ${end}`)
  expect(said('aborted', 'interrupted', 'x')).toBe('aborted: interrupted; 5 of 9 must clauses verified, 1 broken')
  expect(said('aborted')).toBe('aborted: the run was cut short; 5 of 9 must clauses verified, 1 broken')
  expect(said('suite-error')).toBe('suite-error: octospec itself broke; 5 of 9 must clauses verified, 1 broken')
})
