import { expect, test } from 'vitest'
import type { Proof, ProofRow } from './proof.js'
import { unproven } from './unproven.js'

const fault = (name: string, kind: string | null): Proof['faults'][number] => ({
  name,
  clause: '1/x',
  title: name,
  kind,
  shows: [{ operation: 'get', place: '/status' }],
})
const row = (name: string, check: string, holds = true): ProofRow => ({
  kind: 'fault',
  names: [name],
  dialect: 'default',
  holds,
  by: [{ check, outcome: 'fail', clause: '1/x', operation: 'get', place: '/status', message: 'red' }],
  collateral: [],
  untested: 0,
  verdict: 'fails',
  requests: 1,
  milliseconds: 1,
})
const proofOf = (faults: Proof['faults'], rows: readonly ProofRow[], level: 'must' | 'convention' = 'must'): Proof => ({
  rows,
  faults,
  variants: [],
  checks: [{ id: 'get.status', clause: '1/x', level, title: 'shows its status' }],
})
const alike = [fault('put-one', 'put'), fault('put-another', 'put')]
const rows = [row('put-one', 'get.status'), row('put-another', 'get.status')]

test('a check that no fault turns red is named', () => {
  expect(unproven(proofOf([], []))).toEqual([expect.stringContaining('get.status [1/x]: no fault turns it red')])
})

test('so is one whose faults all break its clause in one way', () => {
  expect(unproven(proofOf(alike, rows))).toEqual([expect.stringContaining('get.status [1/x]: no two faults')])
})

test('two faults that differ in kind prove it, and one is enough for a convention', () => {
  const left = [...alike, fault('left-out', 'without')]
  expect(unproven(proofOf(left, [...rows, row('left-out', 'get.status')]))).toEqual([])
  expect(unproven(proofOf(alike, rows, 'convention'))).toEqual([])
})

test('a fault that is not caught proves nothing, and is named itself', () => {
  const left = [...alike, fault('left-out', 'without')]
  expect(unproven(proofOf(left, [...rows, row('left-out', 'get.status', false)]))).toEqual([
    'fault left-out (default): does not hold',
    expect.stringContaining('no two faults'),
  ])
})
