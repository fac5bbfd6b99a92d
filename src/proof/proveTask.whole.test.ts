import { expect, test } from 'vitest'
import type { ProofRow } from './proof.js'
import { proveTask } from './proveTask.js'

function focused(name: string): Promise<ProofRow> {
  return proveTask({ kind: 'fault', names: [name], dialect: 'partner', focused: true })
}

test('a focused run asks only what the checks of the broken clause need', async () => {
  const { holds, by, collateral, requests } = await focused('get-shows-another-price')
  expect({ holds, by: by.map(({ check, place }) => [check, place]) }).toEqual({
    holds: true,
    by: [['read.equals-created', '/pricing/payable/amount']],
  })
  expect(collateral).toEqual([])
  expect(requests).toBeLessThan(200)
})

test('what the checks of its clause do not show alone is shown by the whole suite', async () => {
  const { holds, requests } = await focused('every-tenth-cancel-answers-another-booking')
  expect(holds).toBe(true)
  expect(requests).toBeGreaterThan(300)
})

function together(...names: readonly string[]): Promise<ProofRow> {
  return proveTask({ kind: 'fault', names, dialect: 'default', focused: true, each: true })
}

test('of faults that are on together each is caught for its own reason, in one run', async () => {
  const { holds, alone, by, requests } = await together(
    'get-loses-notes',
    'extend-accepts-201',
    'list-beyond-end-refused',
  )
  expect({ holds, alone }).toEqual({ holds: true, alone: [] })
  expect(by.map(({ operation, place }) => `${operation ?? ''} ${place ?? ''}`)).toEqual([
    'get /notes',
    'extend /expirationMinutes',
    'list ',
  ])
  expect(requests).toBeLessThan(300)
})

test('one that another keeps from showing is run by itself', async () => {
  const { holds, alone, by } = await together('reserve-always-refused', 'get-loses-notes')
  expect({ holds, alone }).toEqual({ holds: true, alone: ['get-loses-notes'] })
  expect(by.map(({ clause }) => clause)).toEqual(['4.2/reserve-accepted', '4.3/get-equals-created'])
})
