import { expect, test } from 'vitest'
import type { Json } from '../vocabulary/index.js'
import { neverIn } from './policy.js'

const entry = (type: string): Json => ({ type, cutoffAmount: 24, cutoffUnit: 'HOURS' })
const policy = (...types: string[]): Json => ({ cancellationPolicy: types.map(entry) })

test('what is never refunded is told by a policy that gives nothing back, or by a member of its own, and need not be what is never cancellable', () => {
  for (const json of [
    policy('NO_REFUND'),
    policy('NO_REFUND', 'CHANGES'),
    { nonRefundable: true },
    { refundable: false },
  ])
    expect(neverIn(json), JSON.stringify(json)).toBe('refunded')
  for (const json of [{ cancellable: false }, { is_cancelable: false, nonRefundable: true }])
    expect(neverIn(json), JSON.stringify(json)).toBe('cancellable')
  const others: Json[] = [
    policy('FULL_REFUND', 'NO_REFUND'),
    policy('PARTIAL_REFUND', 'NO_REFUND'),
    policy(),
    { refundable: true },
    { cancellable: 'no' },
    [],
    null,
  ]
  for (const json of others) expect(neverIn(json), JSON.stringify(json)).toBeNull()
})
