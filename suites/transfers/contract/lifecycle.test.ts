import { expect, test } from 'vitest'
import type { LifecycleRow } from '../../../src/contract/clause.js'
import { contract } from './contract.js'

const { start, states, triggers, rows } = contract.lifecycle
const { clause: clauseById } = contract
const name = ({ from, trigger, condition }: LifecycleRow): string => [from, trigger, condition].join(' ')

test('every row is between states and by a trigger of the lifecycle', () => {
  const stateIds = states.map(({ id }) => id)
  const triggerIds = triggers.map(({ id }) => id)
  expect(stateIds).toContain(start)
  expect(
    rows.filter(({ from, to }) => !stateIds.includes(from) || !(to === 'adopted' || stateIds.includes(to))),
  ).toEqual([])
  expect(rows.filter(({ trigger }) => !triggerIds.includes(trigger))).toEqual([])
  expect(triggerIds.filter((id) => !rows.some(({ trigger }) => trigger === id))).toEqual([])
})

test('every clause of the lifecycle exists', () => {
  const ids = [
    ...rows.flatMap(({ clause, stateClause }) => [clause, stateClause]),
    ...states.map(({ clause }) => clause),
  ]
  const named = ids.filter((id) => id !== undefined)
  expect(named.length).toBeGreaterThan(rows.length)
  expect(named.filter((id) => clauseById(id) === undefined)).toEqual([])
})

test('a status that the documents do not name is left to a gap', () => {
  const open = states.filter(({ known, start: isStart }) => known !== true && isStart !== true)
  expect(open.filter(({ clause = '' }) => clauseById(clause)?.level !== 'gap')).toEqual([])
  expect(
    rows.filter(({ stateClause }) => stateClause !== undefined && clauseById(stateClause)?.level !== 'gap'),
  ).toEqual([])
})

test('a row is open exactly when its clause is a gap', () => {
  expect(rows.filter(({ outcome, clause }) => (outcome === 'open') !== (clauseById(clause)?.level === 'gap'))).toEqual(
    [],
  )
})

test('a refused trigger leaves the state as it was', () => {
  const staying = rows.filter(({ refused, repeat }) => refused === true || repeat === true)
  expect(staying.length).toBeGreaterThan(10)
  expect(staying.filter(({ from, to }) => from !== to)).toEqual([])
})

test('no two rows speak about the same state, trigger and condition', () => {
  expect(new Set(rows.map(name)).size).toBe(rows.length)
})

test('a row without a condition has no other beside it', () => {
  const always = rows.filter(({ condition }) => condition === undefined)
  const besides = always.filter((row) =>
    rows.some((o) => o !== row && o.from === row.from && o.trigger === row.trigger),
  )
  expect(besides.map(name)).toEqual([])
})

test('a condition that decides has a row for either case', () => {
  const opposite: Record<string, string> = {
    available: 'not-available',
    'not-available': 'available',
    cancellable: 'not-cancellable',
    'not-cancellable': 'cancellable',
  }
  const alone = rows.filter(
    ({ from, trigger, condition }) =>
      condition !== undefined &&
      !rows.some((row) => row.from === from && row.trigger === trigger && row.condition === opposite[condition]),
  )
  expect(alone.map(name)).toEqual([])
})
