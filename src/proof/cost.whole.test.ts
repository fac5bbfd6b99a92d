// What a run costs a supplier, and how long it takes on any network: counted, so that it does not depend on the machine.
import { expect, test } from 'vitest'
import { inLockStep } from './inLockStep.js'
import { runOnReference } from './runOnReference.js'

/**
 * The most that a run may cost: requests, bookings, and round trips that nothing else is under way beside. What became cheaper is
 * written down here; what must cost more is a decision.
 */
const most = [
  { concurrency: 4, requests: 710, bookings: 105, rounds: 245 },
  { concurrency: 16, requests: 710, bookings: 105, rounds: 136 },
]

test.each(most)(
  'a run with $concurrency at once asks for no more, books no more and waits no longer than it did',
  { timeout: 60_000 },
  async ({ concurrency, requests, bookings, rounds }) => {
    const steps = inLockStep()
    const { report, evidence } = await runOnReference({ concurrency, plan: { seed: 1 }, through: steps.through })
    expect(report.verdict).toBe('conforms')
    expect(evidence.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(requests)
    expect(report.bookings.length).toBeLessThanOrEqual(bookings)
    expect(steps.rounds).toBeLessThanOrEqual(rounds)
  },
)
