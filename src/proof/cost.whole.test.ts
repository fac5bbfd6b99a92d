// What a run costs a supplier: counted, so that it does not depend on the machine.
import { expect, test } from 'vitest'
import { silent } from '../act/runContext.js'
import { pack } from '../pack.js'
import { smokeRequests } from './kills.js'
import { runOnReference } from './runOnReference.js'

/** The most that a run may cost. What became cheaper is written down here; what must cost more is a decision. */
const most = { requests: 558, bookings: 65 }

test.each(pack.reference.dialects)(
  'a run (%s) asks for no more and books no more than it did',
  // A machine that is late all the same reads some bookings once more: the least of three runs counts.
  { timeout: 60_000, retry: 2 },
  async (dialect) => {
    const { report, evidence } = await runOnReference({
      dialect,
      concurrency: 16,
      plan: { seed: 1 },
      // Long enough for a busy machine: what a read shows within it counts as shown at once.
      profile: { reads: { settleSeconds: 2 } },
    })
    expect(report.verdict).toBe('conforms')
    expect(evidence.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(most.requests)
    expect(report.bookings.length).toBeLessThanOrEqual(most.bookings)
  },
)

test.each(pack.reference.dialects)(
  'a smoke run (%s) asks for little, and says that it is none of the whole',
  async (dialect) => {
    const { report } = await runOnReference({ dialect, plan: { effort: 'smoke' } })
    expect(report.verdict).toBe('conforms')
    expect(report.requests).toBeLessThanOrEqual(smokeRequests)
    expect(report.partial).toBe(true)
    expect(report.headline).toMatch(/^no failures in the \d+ requests of a smoke run\. \d+ checks: .* \d+ not run$/)
    expect(report.checks.some(({ outcome }) => outcome === 'untested')).toBe(false)
  },
)

test('the plain availability check alone books nothing', async () => {
  const { report } = await runOnReference({ plan: { only: ['availability.check-is-accepted'] } })
  expect(report).toMatchObject({ verdict: 'conforms', bookings: [] })
  expect(report.requests).toBeLessThanOrEqual(2)
})

test('where the availability check is refused, what it should have offered names the refusal', async () => {
  const only = 'availability.offered-can-be-reserved'
  const { report } = await runOnReference({ faults: ['availability-check-refused'], plan: { only: [only] } })
  expect(report.checks.find(({ id }) => id === only)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringMatching(/\(request \d+\)|was refused|was not accepted/) as string,
  })
})

test.each([
  [
    'closing',
    { productId: 'prod-soon', optionId: 'opt-soon', cutOffMinutes: 45 },
    'cancel.further-window-open-cancellable',
  ],
  ['late', { productId: 'prod-late', optionId: 'opt-late' }, 'update.window-passed-refused'],
  ['other', { productId: 'prod-tour', optionId: 'opt-tour' }, 'reserve.prices-in-the-currency-asked'],
])('a run books no more than it announces where the profile names many of bookable.%s', async (key, one, only) => {
  let announced = 0
  const { report } = await runOnReference({
    plan: { only: [only] },
    profile: { bookable: { [key]: Array.from({ length: 9 }, () => one) } },
    progress: {
      ...silent,
      plan: ({ bookings }) => {
        announced = bookings
      },
    },
  })
  expect(report.bookings.length).toBeGreaterThanOrEqual(9)
  expect(report.bookings.length).toBeLessThanOrEqual(announced)
})

test('a smoke run asks nothing of a target that not each of them has', async () => {
  const { report } = await runOnReference({
    plan: { effort: 'smoke' },
    profile: { clock: null, otherReseller: null, bookable: { closing: null, soldOut: null } },
  })
  expect(report.verdict).toBe('conforms')
})
