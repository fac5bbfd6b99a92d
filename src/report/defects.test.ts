import { expect, test } from 'vitest'
import type { CheckResult } from '../judge/report.js'
import { pack } from '../pack.js'
import type { Finding, Wanted } from '../suite/finding.js'
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

const value = (wanted: string | number | null): Wanted => ({ value: { const: wanted } })
const refused: Wanted = { answer: 'refused' }

/** Of a finding that something was not accepted. */
function accepted(operation: string): Pick<Finding, 'operation' | 'wanted'> {
  return { operation, wanted: { answer: 'accepted' } }
}

/** Of a finding of a check that looks at every answer. */
function serverError(operation: string): Pick<Finding, 'message' | 'operation' | 'wanted' | 'status' | 'pointer'> {
  const message = `a refusal is a server error: ${operation}`
  return { message, operation, wanted: { answer: 'no-server-error' }, status: 500, pointer: '' }
}

function defects(checks: readonly CheckResult[]): readonly Defect[] {
  return defectsOf(pack.contract, { checks })
}

function ids(checks: readonly CheckResult[]): string[][] {
  return defects(checks).map((defect) => defect.checks.map(({ id }) => id))
}

test('checks of one clause and of one place are one cause, whatever their messages', () => {
  expect(
    ids([
      failing('a', { clause: '4.2/same' }),
      failing('b', { clause: '4.2/same' }),
      failing('c', {}, { exchange: 3, pointer: '/status' }),
      failing('d', {}, { exchange: 3, pointer: '/status' }),
      failing('e', {}, { message: 'it was 60' }),
      failing('f', {}, { message: 'it was 60' }),
    ]),
  ).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['f']])
})

test('an amount with decimals, and what another answer is held to by it, are one cause', () => {
  const place = { pointer: '/pricing/retail' }
  expect(
    ids([
      failing('a', {}, { ...place, exchange: 1, expected: 'an integer', received: 870.5 }),
      failing('b', {}, { ...place, exchange: 2, wanted: value(1355.01), received: 135500 }),
      failing('c', {}, { ...place, exchange: 3, wanted: value(900), received: 800 }),
    ]),
  ).toEqual([['a', 'b'], ['c']])
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

test('a warning is told with a failure in the same place, and apart from one that only reads alike', () => {
  const warning = { outcome: 'warn', level: 'convention' } as const
  const place = { exchange: 3, pointer: '/status' }
  expect(ids([failing('a', {}, place), failing('b', warning, place)])).toEqual([['a', 'b']])
  const alike = { message: 'same' }
  expect(ids([failing('a', {}, alike), failing('b', warning, alike)])).toEqual([['a'], ['b']])
})

test.each<[string, object, object, Partial<CheckResult>?]>([
  [
    'amounts beside each other that are of a wrong kind',
    { exchange: 1, pointer: '/0/net', expected: 'integer', received: 1.5 },
    { exchange: 1, pointer: '/0/retail', expected: 'integer', received: 2.5 },
  ],
  [
    'one field that is another than it should be, wherever it is read',
    { exchange: 1, pointer: '/status', wanted: value('CANCELLED'), received: 'CONFIRMED' },
    { exchange: 9, pointer: '/3/status', wanted: value('CANCELLED'), expected: 'y', received: 'CONFIRMED' },
  ],
  [
    'one field that is missing',
    { exchange: 1, pointer: '/reference', wanted: value('octo1234567890ab'), received: null },
    { exchange: 2, pointer: '/4/reference', expected: 'a text', received: null },
  ],
  [
    'one operation that is refused in the same words',
    { ...accepted('extend'), received: 'HTTP 400 NO: not 20' },
    { ...accepted('extend'), received: 'HTTP 400 NO: not 30' },
  ],
  [
    'one operation that is refused in the same words, by itself and at the end of a sequence',
    { ...accepted('cancel'), received: 'HTTP 400 no' },
    { ...accepted('cancel'), after: ['reserve', 'confirm'], received: 'HTTP 400 no' },
  ],
  [
    'one answer that is a server error',
    { ...accepted('get'), exchange: 1, pointer: '', status: 500, received: 'HTTP 500 it failed' },
    { exchange: 1, pointer: '', wanted: { answer: 'no-server-error' }, status: 500, received: 500 },
  ],
  [
    'one field that one operation shows and another does not',
    { exchange: 1, pointer: '/notes', wanted: value('octo1234567890ab'), received: null },
    { exchange: 2, pointer: '/notes', wanted: value(null), received: 'octo1234567890ab' },
  ],
  [
    'what should have been refused, and what its answer is like',
    { exchange: 1, pointer: '', wanted: refused, received: 'HTTP 200' },
    { exchange: 1, pointer: '/pricing', expected: 'object', received: null },
  ],
  [
    'what should have been refused, or answer the same again, and what its answer is like',
    { exchange: 1, pointer: '', wanted: { ...refused, ...value('a') }, received: 'HTTP 200' },
    { exchange: 1, pointer: '/status', wanted: value('CANCELLED'), received: 'CONFIRMED' },
  ],
  [
    'what should have been refused, and what most answers of that kind lack',
    { exchange: 1, also: [5, 6], pointer: '', wanted: refused, received: 'HTTP 200' },
    { exchange: 4, also: [5, 6], pointer: '/pricing', expected: 'object', received: null },
  ],
  [
    'a value that is wrong, and what another answer is held to by it',
    { exchange: 1, pointer: '/currency', wanted: value('EUR'), received: 'USD' },
    {
      before: { exchange: 1, value: 'USD' },
      exchange: 2,
      pointer: '/3/currency',
      wanted: value('USD'),
      received: 'EUR',
    },
  ],
  [
    'an item that is none, and what is missing in it',
    { exchange: 1, pointer: '/0', expected: 'a booking', received: {} },
    { exchange: 1, pointer: '/0/cancellable', expected: 'boolean', received: null },
  ],
  [
    'one operation that is refused in the same words, however much is said of the request',
    { ...accepted('extend'), message: 'extend was not accepted', received: 'HTTP 400 no' },
    { ...accepted('extend'), message: 'extend of a hold by 21 was not accepted', received: 'HTTP 400 no' },
  ],
  [
    'what one operation writes over, whatever was done to the booking meanwhile',
    { message: 'confirm was accepted, and the booking is held', overwrittenBy: 'extend' },
    { message: 'reference is "a"', overwrittenBy: 'extend' },
  ],
  [
    'one operation that breaks, and what is said of its server errors',
    { ...accepted('reserve'), exchange: 9, pointer: '', status: 500, received: 'HTTP 500 X' },
    { ...serverError('reserve'), exchange: 1, received: 'HTTP 500 X' },
    { scenario: null },
  ],
])('one defect: %s', (_, one, other, over = {}) => {
  expect(ids([failing('a', {}, one), failing('b', over, other)]).map((own) => own.toSorted())).toEqual([['a', 'b']])
})

test.each<[string, object, object, Partial<CheckResult>?]>([
  [
    'another field',
    { exchange: 1, pointer: '/status', wanted: value('A'), received: 'B' },
    { exchange: 2, pointer: '/reference', wanted: value('A'), received: 'B' },
  ],
  [
    'another state',
    { exchange: 1, pointer: '/status', wanted: value('A'), received: 'B' },
    { exchange: 2, pointer: '/status', wanted: value('A'), received: 'C' },
  ],
  [
    'another operation that is refused',
    { ...accepted('extend'), received: 'HTTP 400' },
    { ...accepted('update'), received: 'HTTP 400' },
  ],
  [
    'what should have been refused, and what nearly all answers lack',
    { exchange: 1, pointer: '', wanted: refused, received: 'HTTP 200' },
    { exchange: 1, also: [2, 3, 4], pointer: '/pricing', expected: 'object', received: null },
  ],
  [
    'two answers that are held to one that nobody found wrong',
    { before: { exchange: 1, value: 1 }, exchange: 2, pointer: '/a', wanted: value(1), received: 2 },
    { before: { exchange: 1, value: 1 }, exchange: 3, pointer: '/a', wanted: value(1), received: {} },
  ],
  [
    'what two operations write over',
    { message: 'confirm was accepted, and the booking is held', overwrittenBy: 'extend' },
    { message: 'cancel was accepted, and the booking is held', overwrittenBy: 'update' },
  ],
  [
    'what one operation writes over, and what is lost beside it',
    { message: 'confirm was accepted, and the booking is held', overwrittenBy: 'extend' },
    { message: 'reference is null, beside extend' },
  ],
  [
    'what is said of the server errors of another operation',
    { ...accepted('reserve'), exchange: 9, pointer: '', status: 500, received: 'HTTP 500 X' },
    { ...serverError('extend'), exchange: 1, received: 'HTTP 500 X' },
    { scenario: null },
  ],
])('two defects: %s', (_, one, other, over = {}) => {
  expect(ids([failing('a', {}, one), failing('b', over, other)])).toHaveLength(2)
})

test('what shows a cause by itself says what the defect means, and not the worst of what follows', () => {
  const checks = [
    failing('worse', { clause: '3/confirm-cancelled-refused' }),
    failing('shows', { clause: '3/cancel-persisted-get' }),
  ]
  const cause = {
    kind: 'rule',
    text: 'a cancel is not kept',
    outcome: 'fail',
    checks: ['worse', 'shows'],
    clauses: [],
  } as const
  const [defect] = defectsOf(pack.contract, { checks, causes: [{ ...cause, shownBy: 'shows' }] })
  expect(defect).toMatchObject({ title: 'A cancel is not kept', impact: { id: 'cancellation' } })
  expect(defect?.checks.map(({ id }) => id)).toEqual(['shows', 'worse'])
})

test('a text that is lost means that, whichever clause says that nothing else changed', () => {
  const [before, lost] = [
    { exchange: 23, value: 'octo1234567890ab' },
    { wanted: value('octo1234567890ab'), received: null, exchange: 1, pointer: '/notes', field: 'notes' },
  ]
  const alone = failing('update', { clause: '3/update-persisted-get' }, { ...lost, before, message: 'it is gone' })
  expect(defects([alone])).toMatchObject([{ impact: { id: 'reference-lost' } }])
  const kept = failing('reserve', { clause: '4.2/notes-kept' }, { ...lost, message: 'get does not show the notes' })
  expect(defects([alone, kept])).toMatchObject([
    { impact: { id: 'reference-lost' }, title: 'Get does not show the notes' },
  ])
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
  const cause = {
    kind: 'refused',
    text: 'reserve was not accepted: no',
    outcome: 'fail',
    checks: ['a', 'b', 'c'],
    clauses: [],
  } as const
  const [defect, ...others] = defectsOf(pack.contract, { checks, causes: [cause] })
  expect(others).toEqual([])
  expect(defect).toMatchObject({ title: 'Reserve was not accepted: no', checks: [{ id: 'a' }, { id: 'b' }] })
  expect(defect?.blocked.map(({ id }) => id)).toEqual(['c'])
})

test('a title says what the server did wrong', () => {
  const titles = (over: Partial<CheckResult>, message = 'the list leaks'): string[] =>
    defects([failing('a', over, { message })]).map(({ title }) => title)
  expect(titles({})).toEqual(['The list leaks'])
  expect(titles({ findings: [], title: 'a list is sorted' })).toEqual(['This is not so: a list is sorted'])
  expect(titles({ findings: [], outcome: 'error', reason: 'TypeError' })).toEqual(['TypeError'])
})

test('what is said of all server errors makes no two defects one', () => {
  const refused = { ...accepted('reserve'), pointer: '', status: 500 }
  const found = ids([
    failing('a', {}, { ...refused, message: 'reserve was not accepted, as a', exchange: 9, received: 'HTTP 500 X' }),
    failing('b', {}, { ...refused, message: 'reserve was not accepted, as b', exchange: 8, received: 'HTTP 500 Y' }),
    failing(
      'c',
      { outcome: 'warn', level: 'convention', scenario: null },
      { ...serverError('reserve'), exchange: 9, also: [8], received: 'HTTP 500 X' },
    ),
  ])
  expect(found).toEqual([['a', 'c'], ['b']])
})

test('a server error that nothing else tells of is a defect of its own, and what it is called', () => {
  const error = { expected: 'x', received: 'HTTP 500 X' }
  const findings = [
    { ...serverError('reserve'), ...error, exchange: 9 },
    { ...serverError('cancel'), ...error, exchange: 12 },
  ]
  const seen = { ...accepted('reserve'), message: 'reserve was not accepted', exchange: 9, pointer: '', status: 500 }
  const checks = [failing('a', {}, { ...seen, received: 'HTTP 500 X' }), failing('b', { scenario: null, findings })]
  expect(defects(checks).map(({ title }) => title)).toEqual([
    'Reserve was not accepted',
    'A refusal is a server error: cancel',
  ])
})
