import { expect, test } from 'vitest'
import { compareReports, type ChangeKind } from './compareReports.js'
import { reportOf } from './report.test.data.js'
import type { CheckResult } from './report.js'

const waived = { reason: 'ticket 1', until: '2027-01-31' }

type Was = Partial<CheckResult> | null

function change(was: Was, is: Was): { readonly kind: ChangeKind | undefined; readonly newFailure: boolean } {
  const of = (check: Was): ReturnType<typeof reportOf> =>
    reportOf(check === null ? [] : [{ id: 'reserve.x', ...check }])
  const { checks, newFailures } = compareReports(of(was), of(is))
  expect(checks.length).toBeLessThan(2)
  return { kind: checks[0]?.kind, newFailure: newFailures.length === 1 }
}

test.each<[string, Was, Was, ChangeKind | undefined, boolean]>([
  ['pass to fail', { outcome: 'pass' }, { outcome: 'fail' }, 'broke', true],
  ['untested to fail', { outcome: 'untested' }, { outcome: 'fail' }, 'broke', true],
  ['warn to fail', { outcome: 'warn' }, { outcome: 'fail' }, 'broke', true],
  ['nothing to fail', null, { outcome: 'fail' }, 'appeared', true],
  ['waived fail to fail', { outcome: 'fail', waived }, { outcome: 'fail' }, 'unwaived', true],
  ['pass to waived fail', { outcome: 'pass' }, { outcome: 'fail', waived }, 'broke', false],
  ['fail to waived fail', { outcome: 'fail' }, { outcome: 'fail', waived }, 'waived', false],
  ['fail to fail', { outcome: 'fail' }, { outcome: 'fail' }, undefined, false],
  ['fail to pass', { outcome: 'fail' }, { outcome: 'pass' }, 'mended', false],
  ['warn to pass', { outcome: 'warn' }, { outcome: 'pass' }, 'mended', false],
  ['fail to untested', { outcome: 'fail' }, { outcome: 'untested' }, 'became-untested', false],
  ['fail to error', { outcome: 'fail' }, { outcome: 'error' }, 'other', false],
  ['pass to warn', { outcome: 'pass' }, { outcome: 'warn' }, 'broke', false],
  ['pass to untested', { outcome: 'pass' }, { outcome: 'untested' }, 'became-untested', false],
  ['untested to pass', { outcome: 'untested' }, { outcome: 'pass' }, 'became-tested', false],
  ['pass to nothing', { outcome: 'pass' }, null, 'vanished', false],
  ['nothing to pass', null, { outcome: 'pass' }, 'appeared', false],
])('%s', (_, was, is, kind, newFailure) => {
  expect(change(was, is)).toEqual({ kind, newFailure })
})

test('a clause that --only left out and is checked now appeared', () => {
  const before = reportOf([])
  const left = { ...before, clauses: [{ ...clauseOf('not-selected') }] }
  const after = { ...before, clauses: [{ ...clauseOf('pass') }] }
  expect(compareReports(left, after).clauses).toMatchObject([
    { kind: 'appeared', before: 'not-selected', after: 'pass' },
  ])
  expect(compareReports(left, left).clauses).toEqual([])
})

function clauseOf(outcome: 'pass' | 'not-selected'): ReturnType<typeof reportOf>['clauses'][number] {
  return { id: '4.2/x', section: '4.2', level: 'must', text: 'x', outcome, checks: [] }
}
