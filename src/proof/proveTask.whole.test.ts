import { expect, test } from 'vitest'
import type { ProofRow } from './proof.js'
import { proveTask } from './judgeRow.js'

const prove = (name: string, check: string): Promise<ProofRow> =>
  proveTask({ kind: 'fault', name, dialect: 'partner', only: [check] })

test('a fault is run against the checks that are known to catch it', async () => {
  const { holds, by, collateral, requests } = await prove('get-shows-another-price', 'read.equals-created')
  expect({ holds, by: by.map(({ check, place }) => [check, place]) }).toEqual({
    holds: true,
    by: [['read.equals-created', '/pricing/payable/amount']],
  })
  expect(collateral).toEqual([])
  expect(requests).toBeLessThan(200)
})

test('what these do not show is shown by the whole suite', async () => {
  const { holds, requests } = await prove('get-shows-another-price', 'transfers.accepted')
  expect(holds).toBe(true)
  expect(requests).toBeGreaterThan(300)
})
