import { expect, test } from 'vitest'
import type { CauseRule } from '../suite/pack.js'
import { causesOf } from './causes.js'
import { result } from './check.test.data.js'
import type { JudgedCheck } from './checkOutcome.js'
import type { CheckResult } from './report.js'
import type { Finding } from '../suite/finding.js'

const untested = (id: string, reason: string, more: Partial<JudgedCheck> = {}): JudgedCheck => ({
  ...result({ id, clause: id, outcome: 'untested', reason }),
  ...more,
})
const refused = (said: string, operation = 'reserve'): Pick<JudgedCheck, 'obstacle'> => ({
  obstacle: { kind: 'refused', exchange: 33, operation, said },
})
const unseen = { obstacle: { kind: 'unseen' } } as const
const unshown = (...operations: readonly string[]): Partial<JudgedCheck> => ({
  scenario: null,
  obstacle: { kind: 'unshown', operations },
})
const failed = (id: string, message: string, more: Partial<Finding> = {}): CheckResult =>
  result({
    id,
    clause: id,
    outcome: 'fail',
    findings: [{ message, expected: 'a', received: 'b', exchange: 7, pointer: '', ...more }],
  })
const said = 'HTTP 422 UNPROCESSABLE_ENTITY: minimal restrictions not met'

test('the same refusal in the way of many checks is one cause, with the words of the server, whatever exchange shows it', () => {
  const checks = [
    untested('1/a', 'reserve was not accepted (request 33)', refused(said)),
    untested('1/b', 'reserve was not accepted (request 94)', refused(said)),
    untested('1/c', 'the same request without the flaw was not accepted either (request 52)', refused(said)),
    untested('1/d', 'the profile has no second reseller'),
  ]
  expect(causesOf(checks, [])).toMatchObject([
    { text: `reserve was not accepted: ${said}`, outcome: 'untested', checks: ['1/a', '1/b', '1/c'], exchange: 33 },
  ])
})

test('a refusal is the same cause whether its exchange is named or not, and with brackets in its words', () => {
  const words = 'HTTP 400 RULE: no more (rule 17)'
  const checks = [
    untested('1/a', 'reserve was not accepted (request 33)', refused(words)),
    untested('1/b', 'reserve was not accepted', refused(words)),
    untested('1/c', "the owner's own confirm was not accepted either", refused(words, 'confirm')),
    untested('1/d', 'a valid reservation was not accepted either', refused(words)),
  ]
  expect(causesOf(checks, [])).toMatchObject([
    { text: `reserve was not accepted: ${words}`, checks: ['1/a', '1/b', '1/c', '1/d'], exchange: 33 },
  ])
})

test('a cause has the remedy that most of its checks have', () => {
  const reason = `reserve was not accepted: ${said} (request 33)`
  const remedies = ['see whether they were accepted', 'make reserve succeed', 'make reserve succeed']
  const checks = remedies.map((remedy, at) => untested(`1/${at}`, reason, { remedy, ...refused(said) }))
  expect(causesOf(checks, [])).toMatchObject([{ remedy: 'make reserve succeed' }])
})

test('what says only that something failed before it goes back to that, by its scenario', () => {
  const checks = [
    untested('1/a', 'reserve was not accepted', { scenario: 's', ...refused(said) }),
    untested('1/b', 'the request was not made', { scenario: 's', ...unseen }),
    untested('1/c', 'the request was not made', { scenario: 'other', ...unseen }),
  ]
  expect(causesOf(checks, []).map((cause) => cause.checks)).toEqual([['1/a', '1/b']])
})

test('what no answer to an operation showed goes back to its refusal, and not to that which most others go back to', () => {
  const update = refused('HTTP 405 Method Not Allowed', 'update')
  const checks = [
    ...Array.from({ length: 12 }, (_, at) => untested(`u/${at}`, 'update was not accepted', update)),
    untested('t/1', 'transfers was not accepted', refused('HTTP 404 Not Found', 'transfers')),
    untested('t/2', 'no answer showed whether all is well', unshown('transfers')),
    untested('o/1', 'no answer showed whether all is well', unshown('extend', 'get')),
  ]
  const [first, second] = causesOf(checks, [])
  expect(first?.checks).toEqual([...checks.slice(0, 12), ...checks.slice(-1)].map(({ id }) => id))
  expect(second).toMatchObject({ text: 'transfers was not accepted: HTTP 404 Not Found', checks: ['t/1', 't/2'] })
})

test('what no answer to an operation showed goes back to the failure of that operation', () => {
  const wrongly = { operation: 'cancel', wanted: { answer: 'accepted' }, received: 'HTTP 400' } as const
  const checks = [
    failed('4/cancel', 'cancel was not accepted, though cancellable is true', wrongly),
    untested('o/1', 'no answer showed whether all is well', unshown('cancel')),
    untested('o/2', 'no answer showed whether all is well', unshown('cancel', 'get')),
  ]
  expect(causesOf(checks, [])).toMatchObject([
    { text: 'cancel was not accepted, though cancellable is true', checks: ['4/cancel', 'o/1'] },
  ])
})

test('what no answer to the same operations showed is told once, whatever each check looked for', () => {
  const checks = ['a booking shows its net amount', 'a booking shows its currency'].map((title, at) =>
    untested(`o/${at}`, `no answer to get, list showed whether ${title}`, unshown('get', 'list')),
  )
  expect(causesOf(checks, [])).toMatchObject([
    { text: 'no answer to get, list showed what these checks look for', checks: ['o/0', 'o/1'] },
  ])
})

test('a field that is missing is told once, and the failure before what follows from it', () => {
  const missing = { received: null, missing: true, pointer: '/expirationMinutes' } as const
  const checks = [
    untested('4/echoed', 'the booking does not show it', { obstacle: { kind: 'missing', field: 'expirationMinutes' } }),
    failed('4/kept', 'in the answer to get, expirationMinutes is missing and should be 90', missing),
    failed('2/field', 'in the answer to list, expirationMinutes is missing and should be an integer from 20 to 200', {
      ...missing,
      pointer: '/0/expirationMinutes',
    }),
  ]
  expect(causesOf(checks, [])).toMatchObject([
    { text: 'expirationMinutes is missing in the answers', outcome: 'fail', checks: ['4/kept', '2/field', '4/echoed'] },
  ])
})

test('a rule of the pack names what no check alone can know, where enough of them say so', () => {
  const rule: CauseRule = {
    text: 'nothing is kept',
    when: (open) => open.length >= 2,
    covers: ({ clause }) => clause.startsWith('3/'),
  }
  const checks = [failed('3/a', 'one thing'), failed('3/b', 'another'), failed('4/c', 'a third')]
  expect(causesOf(checks, [rule])).toMatchObject([{ text: 'nothing is kept', checks: ['3/a', '3/b'] }])
  expect(causesOf(checks.slice(0, 1), [rule])).toEqual([])
})

test('what passed has no cause, and neither has a check alone', () => {
  expect(causesOf([result({ id: 'a', outcome: 'pass' }), failed('1/a', 'x')], [])).toEqual([])
})

test('of several checks that show a cause, the one that was seen first leads: it may have led to the rest', () => {
  const rule: CauseRule = {
    text: 'given twice',
    when: () => true,
    covers: () => true,
    shows: ({ outcome }) => outcome === 'fail',
  }
  const at = (id: string, exchange: number): CheckResult => {
    const check = failed(id, 'taken')
    return { ...check, findings: check.findings.map((finding) => ({ ...finding, exchange })) }
  }
  expect(causesOf([at('later', 40), at('first', 9)], [rule])).toMatchObject([{ shownBy: 'first' }])
})

test('what one key of the profile would make testable is told once, whatever each reason says', () => {
  const lacking = (id: string, key: string) => untested(id, `reason of ${id}`, { obstacle: { kind: 'lacking', key } })
  const checks = [lacking('1/a', 'clock'), lacking('1/b', 'clock'), lacking('1/c', 'redeem')]
  expect(causesOf(checks, [])).toMatchObject([{ kind: 'lacking', text: 'reason of 1/a', checks: ['1/a', '1/b'] }])
})
