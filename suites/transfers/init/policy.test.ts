import { expect, test } from 'vitest'
import type { Json } from '../vocabulary/index.js'
import { isNeverRefunded } from './policy.js'

const entry = (type: string): Json => ({ type, cutoffAmount: 24, cutoffUnit: 'HOURS' })
const policy = (...types: string[]): Json => ({ cancellationPolicy: types.map(entry) })

test('what is never refunded is told by a policy that gives nothing back, or by a member of its own', () => {
  for (const json of [
    policy('NO_REFUND'),
    policy('NO_REFUND', 'CHANGES'),
    { nonRefundable: true },
    { refundable: false },
  ])
    expect(isNeverRefunded(json), JSON.stringify(json)).toBe(true)
  const others: Json[] = [
    policy('FULL_REFUND', 'NO_REFUND'),
    policy('PARTIAL_REFUND', 'NO_REFUND'),
    policy(),
    { refundable: true },
    { cancellable: 'no' },
    [],
    null,
  ]
  for (const json of others) expect(isNeverRefunded(json), JSON.stringify(json)).toBe(false)
})
