import { expect, test } from 'vitest'
import { type ChangeKind, compareReports } from './compareReports.js'
import { reportOf } from './report.test.data.js'
import type { CheckResult } from './report.js'

const found = { message: 'no status', expected: 'status', received: null, exchange: 3, pointer: '/0/status' }
const inOwn = { outcome: 'fail', findings: [{ ...found, ofOthers: true }, found] } as const
const inOthers = { outcome: 'fail', findings: [{ ...found, ofOthers: true }] } as const

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
  ['pass to fail in own and others', { outcome: 'pass' }, inOwn, 'broke', true],
  ['pass to fail in bookings of others alone', { outcome: 'pass' }, inOthers, 'broken-in-others', false],
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

test('a change says what was and what is, and whether it is a new failure; a clause never is one', () => {
  const before = reportOf([
    { id: 'a', clause: '1/a', outcome: 'fail', waived },
    { id: 'b', clause: '1/b', outcome: 'pass' },
    { id: 'c', clause: '1/c', outcome: 'fail' },
  ])
  const after = reportOf([
    { id: 'b', clause: '1/b', outcome: 'fail' },
    { id: 'c', clause: '1/c', outcome: 'fail' },
    { id: 'd', clause: '1/d', outcome: 'pass' },
  ])
  const compared = compareReports(before, after)
  expect(compared.checks).toEqual([
    { id: 'b', kind: 'broke', before: 'pass', after: 'fail', newFailure: true },
    { id: 'd', kind: 'appeared', before: null, after: 'pass', newFailure: false },
    { id: 'a', kind: 'vanished', before: 'fail, waived', after: null, newFailure: false },
  ])
  expect(compared.clauses).toEqual([
    { id: '1/b', kind: 'broke', before: 'pass', after: 'fail', newFailure: false },
    { id: '1/d', kind: 'appeared', before: null, after: 'pass', newFailure: false },
    { id: '1/a', kind: 'vanished', before: 'fail', after: null, newFailure: false },
  ])
  expect(compared).toMatchObject({ newFailures: ['b'], stillFailing: ['c'] })
})

test.each<[string, Was, Was, ChangeKind | undefined]>([
  ['error to pass', { outcome: 'error' }, { outcome: 'pass' }, 'other'],
  ['not applicable to pass', { outcome: 'not-applicable' }, { outcome: 'pass' }, 'other'],
  ['fail to warn', { outcome: 'fail' }, { outcome: 'warn' }, 'mended'],
  ['untested to not applicable', { outcome: 'untested' }, { outcome: 'not-applicable' }, 'other'],
  ['waived to waived', { outcome: 'fail', waived }, { outcome: 'fail', waived }, undefined],
])('%s', (_, was, is, kind) => {
  expect(change(was, is).kind).toBe(kind)
})
