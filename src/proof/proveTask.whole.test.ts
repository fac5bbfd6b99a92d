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
