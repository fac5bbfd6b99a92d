import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'
import { scenarioCosts } from './proof.js'

test('a scenario costs what it sends, and a request for each booking that it leaves', async () => {
  const { evidence } = await runOnReference({ plan: { only: ['reserve.notes-are-optional', 'cancel.persisted-get'] } })
  const sent = (scenario: string, ...purposes: readonly string[]): number =>
    evidence.filter(
      (line) =>
        line.type === 'exchange' &&
        line.exchange.scenario === scenario &&
        (purposes.length === 0 || purposes.includes(line.exchange.purpose)),
    ).length
  const costs = new Map(scenarioCosts(evidence, pack.operations).map((cost) => [cost.id, cost]))
  expect(costs.has('cleanup')).toBe(false)
  for (const [id, { requests, operations }] of costs) {
    expect(operations.every((operation) => sent(id, operation) > 0)).toBe(true)
    expect(requests).toBeGreaterThanOrEqual(sent(id))
  }
  const total = [...costs.values()].reduce((sum, { requests }) => sum + requests, 0)
  expect(total).toBeGreaterThanOrEqual(evidence.filter(({ type }) => type === 'exchange').length)
  expect(sent('cleanup')).toBeGreaterThan(0)
})
