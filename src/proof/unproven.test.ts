import { expect, test } from 'vitest'
import type { Proof, ProofRow } from './proof.js'
import { unproven } from './unproven.js'

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
const proofOf = (rows: readonly ProofRow[]): Proof => ({
  rows,
  faults: [],
  variants: [],
  checks: [{ id: 'get.status', clause: '1/x', title: 'shows its status' }],
})

test('a check that no fault turns red is named', () => {
  expect(unproven(proofOf([]))).toEqual([expect.stringContaining('get.status [1/x]: no fault turns it red')])
  expect(unproven(proofOf([row('put-one', 'get.status')]))).toEqual([])
})

test('a fault that is not caught proves nothing, and is named itself', () => {
  expect(unproven(proofOf([row('left-out', 'get.status', false)]))).toEqual([
    'fault left-out (default): does not hold',
    expect.stringContaining('no fault turns it red'),
  ])
})
