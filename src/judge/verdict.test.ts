import { expect, test } from 'vitest'
import { clause, result } from './check.test.data.js'
import type { ClauseResult } from './report.js'
import { countMust, countOutcomes, headlineOf, verdictOf } from './verdict.js'

const of = (more: Partial<Parameters<typeof verdictOf>[0]>): string =>
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
  const problems = (
    state: Parameters<typeof verdictOf>[0]['waivers'][number]['state'],
    cut: string | null = null,
  ): readonly string[] =>
    verdictOf({ checks: [result()], clauses: [clause()], waivers: [{ ...waiver, state }], cut }).problems
  expect(problems('stale')).toEqual([expect.stringContaining('reserve.x is no longer needed')])
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

const waived = { reason: 'r', until: '2027-01-01' }

test.each<[string, Partial<Parameters<typeof headlineOf>[0]>, number, string]>([
  ['what conforms', {}, 0, 'conforms. 5 checks: 2 passed, 1 warning, 1 not checked, 1 does not apply'],
  [
    'what fails',
    { verdict: 'fails', checks: [result({ outcome: 'fail' }), result({ outcome: 'fail', waived })] },
    0,
    'fails. 2 checks: 0 passed, 1 failed, 1 waived',
  ],
  [
    'what fails for a waiver alone',
    { verdict: 'fails', problems: ['the waiver of x is no longer needed'], checks: [result()] },
    0,
    'fails. the waiver of x is no longer needed. 1 check: 1 passed',
  ],
  [
    'a must clause that nobody checked',
    { verdict: 'unverified', clauses: [clause({ outcome: 'untested' })], checks: [] },
    0,
    'unverified. 1 must clause was not checked. 0 checks: 0 passed',
  ],
  [
    'a run that was cut short',
    { verdict: 'aborted', problems: ['interrupted'], checks: [] },
    9,
    'aborted. interrupted. 9 checks: 0 passed, 9 not run',
  ],
  [
    'a fault of octospec',
    { verdict: 'suite-error', checks: [result({ outcome: 'error' })] },
    0,
    'suite-error. octospec itself broke. 1 check: 0 passed, 1 broke in octospec',
  ],
  [
    'a smoke run, which never conforms',
    { partial: true, effort: 'smoke', checks: [result()] },
    240,
    'no failures in the 98 requests of a smoke run. 241 checks: 1 passed, 240 not run',
  ],
  [
    'a part of the suite with a waived failure',
    { partial: true, checks: [result({ outcome: 'fail', waived })] },
    2,
    'no failures but 1 waived in the 98 requests of a partial run. 3 checks: 0 passed, 1 waived, 2 not run',
  ],
  [
    'a server whose failures are waived',
    { checks: [result({ outcome: 'fail', waived }), result({ outcome: 'fail', waived }), result()] },
    0,
    'passes with 2 waived failures. 3 checks: 1 passed, 2 waived',
  ],
])('the headline is the verdict in a sentence, and the counts: %s', (_, over, leftOut, said) => {
  const outcomes = ['pass', 'pass', 'warn', 'untested', 'not-applicable'] as const
  const checks = outcomes.map((outcome) => result({ outcome }))
  const whole = {
    verdict: 'conforms',
    partial: false,
    effort: 'normal',
    requests: 98,
    clauses: [],
    problems: [],
  } as const
  expect(headlineOf({ ...whole, checks, ...over }, leftOut)).toBe(said)
})
