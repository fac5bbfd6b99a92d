import { expect, test } from 'vitest'
import type { CheckResult } from '../judge/report.js'
import { pack } from '../pack.js'
import { defectsOf, type Defect } from './defects.js'

function failing(id: string, over: Partial<CheckResult> = {}, finding = {}): CheckResult {
  return {
    id,
    title: id,
    clause: `4.2/${id}`,
    level: 'must',
    outcome: 'fail',
    scenario: 'reserve',
    judged: 1,
    findings: [{ message: `${id} is wrong`, expected: 'x', received: null, exchange: null, pointer: null, ...finding }],
    ...over,
  }
}

function defects(checks: readonly CheckResult[]): readonly Defect[] {
  return defectsOf(pack.contract, { checks })
}

function ids(checks: readonly CheckResult[]): string[][] {
  return defects(checks).map((defect) => defect.checks.map(({ id }) => id))
}

test('checks of one clause, of one place, and with messages that differ in numbers are one cause', () => {
  expect(
    ids([
      failing('a', { clause: '4.2/same' }),
      failing('b', { clause: '4.2/same' }),
      failing('c', {}, { exchange: 3, pointer: '/status' }),
      failing('d', {}, { exchange: 3, pointer: '/status' }),
      failing('e', {}, { message: 'was 60 in exchange 4' }),
      failing('f', {}, { message: 'was 90 in exchange 7' }),
      failing('g'),
    ]),
  ).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']])
})

test('a check that belongs to two causes makes them one', () => {
  expect(
    ids([
      failing('a', {}, { exchange: 1, pointer: '/a' }),
      failing('b', { clause: '4.2/same' }),
      failing('c', { clause: '4.2/same' }, { exchange: 1, pointer: '/a' }),
    ]),
  ).toEqual([['a', 'b', 'c']])
})

test('the gravest come first: errors, must, derived, warnings, then what is waived', () => {
  const waived = { reason: 'known', until: '2027-01-01' }
  const found = defects([
    failing('waived', { waived }),
    failing('warning', { outcome: 'warn', level: 'convention' }),
    failing('derived', { level: 'derived' }),
    failing('must'),
    failing('error', { outcome: 'error', findings: [] }),
    failing('passing', { outcome: 'pass' }),
  ])
  expect(found.map(({ number, outcome, checks }) => [number, outcome, checks[0]?.id])).toEqual([
    [1, 'error', 'error'],
    [2, 'fail', 'must'],
    [3, 'fail', 'derived'],
    [4, 'warn', 'warning'],
    [5, 'waived', 'waived'],
  ])
})

test('a warning in the same place is not put under a failure', () => {
  const place = { exchange: 3, pointer: '/status', message: 'same' }
  expect(ids([failing('a', {}, place), failing('b', { outcome: 'warn', level: 'convention' }, place)])).toHaveLength(2)
})

test('what costs a business most comes first, whatever its level', () => {
  const found = defects([
    failing('a', { clause: '2.1/distance-unit' }),
    failing('b', { clause: '1.3/on-hold-before-end' }),
    failing('c', { clause: '5/foreign-cancel-no-effect', level: 'derived' }),
  ])
  expect(found.map(({ impact }) => impact?.id)).toEqual(['strangers', 'hold-ends-early', 'unreadable'])
})

test('a cause is one defect, with what could not be verified because of it', () => {
  const checks = [failing('a'), failing('b'), failing('c', { outcome: 'untested', findings: [], reason: 'no booking' })]
  const cause = { text: 'reserve was not accepted: no', outcome: 'fail', checks: ['a', 'b', 'c'], clauses: [] } as const
  const [defect, ...others] = defectsOf(pack.contract, { checks, causes: [cause] })
  expect(others).toEqual([])
  expect(defect).toMatchObject({ title: 'Reserve was not accepted: no', checks: [{ id: 'a' }, { id: 'b' }] })
  expect(defect?.blocked.map(({ id }) => id)).toEqual(['c'])
})

test('a title is in words: what a check says of pointers and values is told as what should be so', () => {
  const title = (message: string, should = 'it is so'): string | undefined =>
    defects([failing('a', { title: should }, { message })])[0]?.title
  expect(title('Expected /voucherNumber to be "x" but received null')).toBe('Not so: it is so')
  expect(title('Expected string at /id', 'A transfer has an id, a string.')).toBe(
    'Not so: a transfer has an id, a string',
  )
  expect(title('the list leaks')).toBe('The list leaks')
})
