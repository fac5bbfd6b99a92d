import { expect, test } from 'vitest'
import { clause, result } from './check.test.data.js'
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
  expect(countOutcomes([result(), result({ outcome: 'fail' }), result()])).toMatchObject({
    pass: 2,
    fail: 1,
    untested: 0,
  })
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

test('the headline names broken derived clauses, which are no must clauses', () => {
  const clauses = [clause(), clause({ level: 'derived', outcome: 'fail' })]
  expect(headlineOf('fails', countMust(clauses), clauses, [])).toBe(
    'fails: 0 of 1 must clauses broken; 1 derived clause broken; 0 could not be verified; 0 not applicable',
  )
})
