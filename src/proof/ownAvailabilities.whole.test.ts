import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'

test.each(pack.reference.dialects)(
  'where an availabilityId is that of the account which asked for it, the second account books by its own (%s)',
  async (dialect) => {
    const ids = ['isolation.idempotency-keys', 'isolation.held-for-all-accounts']
    const { report } = await runOnReference({
      dialect,
      variants: ['availability-ids-of-each-account'],
      plan: { only: ids },
    })
    const outcomes = report.checks.filter(({ id }) => ids.includes(id)).map(({ id, outcome }) => [id, outcome])
    expect(outcomes).toEqual(expect.arrayContaining(ids.map((id) => [id, 'pass'])))
    expect(report.verdict).toBe('conforms')
  },
)
