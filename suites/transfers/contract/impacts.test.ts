import { expect, test } from 'vitest'
import { matchesGlob } from '../../../src/judge/plan.js'
import { impactOf } from '../../../src/report/defects.js'
import type { Finding, Json } from '../../../src/suite/index.js'
import { contract } from './contract.js'

const judged = contract.clauses.filter(({ level, observable }) => level !== 'gap' && observable !== false)
const owner = (clause: string, found?: Partial<Finding>): string => {
  const finding = { message: '', expected: '', received: null, exchange: null, pointer: null }
  return impactOf(contract, { clause, findings: found === undefined ? [] : [{ ...finding, ...found }] })?.id ?? 'none'
}

test('every pattern of an impact names a clause that none says more of', () => {
  const idle = contract.impacts.flatMap(({ id, clauses }) =>
    clauses
      .filter((pattern) => !judged.some((clause) => matchesGlob(pattern, clause.id) && owner(clause.id) === id))
      .map((pattern) => `${id}: ${pattern}`),
  )
  expect(idle).toEqual([])
})

test('what a clause says that it means when it is broken is one of the impacts', () => {
  const known = contract.impacts.map(({ id }) => id)
  const said = contract.clauses.flatMap(({ impact }) => (impact === undefined ? [] : [impact]))
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((id) => !known.includes(id))).toEqual([])
})

test('what the catch-all names is told nowhere else: refusals and the form of answers', () => {
  const rest = judged.filter(({ id }) => owner(id) === 'refusals').map(({ id }) => id)
  expect(rest.filter((id) => !/refus|mistyped|^7\/|server-error|not-uuid/.test(id))).toEqual([])
})

test('the clauses that cost most have the consequence that they name', () => {
  expect(
    [
      '5/foreign-get-refused',
      '4.2/same-key-one-booking',
      '3/availability-held',
      '7/reserve-sold-out-refused',
      '3/confirm-persisted-get',
      '1.3/on-hold-before-end',
      '2.4/original-not-below-retail',
      '7/cancel-window-passed-refused',
      '8/expiration-max-extend',
      '4.3/list-own-bookings-once',
      '3/sequence-follows-table',
      '4.3/list-sort-price-ascending',
      '7/refusal-no-stack-trace',
      '9/base-booking-without-capability',
      '3/extend-stays-on-hold',
    ].map((id) => owner(id)),
  ).toEqual([
    'strangers',
    'double-booking',
    'oversold',
    'not-there',
    'lost-confirmation',
    'hold-ends-early',
    'wrong-price',
    'cancellation',
    'hold-time',
    'wrong-lists',
    'wrong-states',
    'wrong-lists',
    'inner-workings',
    'without-prices',
    'wrong-states',
  ])
})

test('where a clause holds for every field, the one that is wrong says what it means, unless it is not there at all', () => {
  const changed = (clause: string, field: string, was: Json, received: Json): string | undefined =>
    owner(clause, { field, received, before: { exchange: 4, value: was } })
  const agrees = '4.3/list-agrees-with-get'
  expect(changed(agrees, 'status', 'CONFIRMED', 'ON_HOLD')).toBe('wrong-records')
  expect(changed(agrees, 'total', 100, 101)).toBe('wrong-price')
  expect(changed(agrees, 'total', 100, '100')).toBe('wrong-records')
  expect(changed(agrees, 'total', null, 101)).toBe('wrong-records')
  expect(changed(agrees, 'total', 100, null)).toBe('wrong-records')
  expect(owner('4.2/same-key-same-booking', { field: 'expirationMinutes', received: 30 })).toBe('hold-time')
  expect(changed('3/update-persisted-get', 'total', 100, 101)).toBe('wrong-price')
  expect(owner('4.3/update-expiration-minutes-kept', { field: 'expirationMinutes', received: 60 })).toBe('changes-lost')
  // A text that is not there is lost, whichever clause says that nothing changed.
  expect(changed('3/update-persisted-get', 'notes', 'x', null)).toBe('reference-lost')
  expect(changed('3/cancel-changes-nothing-else', 'notes', 'x', 'y')).toBe('reference-lost')
  // One that is there though it was refused was kept too well.
  expect(changed('7/refused-update-changes-nothing', 'reference', null, 'x')).toBe('changes-lost')
})

test('an impact is plain words', () => {
  for (const { title, means, next } of contract.impacts) {
    expect(title.length).toBeLessThan(60)
    for (const text of [means, next]) expect(text).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${means}`).not.toMatch(/clause|payload|ON_HOLD|must|HTTP/)
  }
})
