import { expect, test } from 'vitest'
import type { ProofRow } from './proof.js'
import { unproven } from './proofSummary.js'

const row = (check: string, holds = true): ProofRow => ({
  kind: 'fault',
  name: 'left-out',
  dialect: 'default',
  holds,
  by: [{ check, outcome: 'fail', clause: '1/x', operation: 'get', place: '/status', message: 'red' }],
  collateral: [],
  verdict: 'fails',
  requests: 1,
  milliseconds: 1,
})

test('a check that no fault turns red is named', () => {
  expect(unproven([], ['get.status'])).toEqual([expect.stringContaining('check get.status: no fault turns it red')])
  expect(unproven([row('get.status')], ['get.status'])).toEqual([])
})

test('a fault that is not caught proves nothing, and is named itself', () => {
  expect(unproven([row('get.status', false)], ['get.status'])).toEqual([
    'fault left-out (default): does not hold',
    expect.stringContaining('no fault turns it red'),
  ])
})
