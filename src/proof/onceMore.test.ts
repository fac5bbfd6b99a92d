import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { onceMore } from './onceMore.js'
import type { Proof, ProofRow } from './proof.js'

/** Two faults of one clause, of which each turned the check red that is named beside it. */
function proofOf(shown: readonly (readonly [fault: string, check: string])[]): Proof {
  const faults = shown.map(([name]) => pack.reference.fault(name))
  const rows = shown.map(([name, check]): ProofRow => ({
    kind: 'fault',
    names: [name],
    dialect: 'default',
    verdict: 'fails',
    holds: true,
    by: [{ check, clause: '', outcome: 'fail', message: '', operation: 'get', place: '' }],
    collateral: [],
    untested: 0,
    requests: 1,
    milliseconds: 1,
  }))
  const clause = faults[0]?.clause ?? ''
  const checks = ['read.equals-created'].map((id) => ({ id, clause, level: 'must' as const, title: '' }))
  return { rows, faults, variants: [], checks }
}

test('faults are run by themselves that break the clause of a check that too few turned red in groups', () => {
  const seen = proofOf([
    ['get-loses-notes', 'read.equals-created'],
    ['get-shows-one-minute-less', 'read.equals-created'],
  ])
  expect(onceMore(seen)).toEqual([])
  const hidden = proofOf([
    ['get-loses-notes', 'read.equals-created'],
    ['get-shows-one-minute-less', 'another'],
    ['extend-accepts-201', 'extend.minutes-outside-refused'],
  ])
  expect(onceMore(hidden)).toEqual(
    ['get-loses-notes', 'get-shows-one-minute-less'].map((name) => ({
      kind: 'fault',
      names: [name],
      dialect: 'default',
      focused: true,
    })),
  )
})
