import { expect, test } from 'vitest'
import { hurriedClock } from '../cli/hostile/hurriedClock.test.data.js'
import { runOnReference } from './runOnReference.js'

test.each<[variants: string[], needMore: string[], only?: string[]]>([
  // What is sold out is only asked for beside holds of the same scenario.
  [
    ['a-fourth-hold-is-put-off', 'list-ends-with-204', 'list-takes-few-page-sizes'],
    ['reserve.refuses-what-is-sold-out'],
  ],
  // Holds that others have left are in the way of its key by then, as far as a refusal tells.
  [['key-at-work-is-a-late-conflict'], [], ['reserve.*']],
])(
  'with %j a target is looked at as thoroughly as any other, but for what needs more',
  async (variants, needMore, only: readonly string[] = []) => {
    const { report } = await runOnReference({ variants, clock: hurriedClock(), plan: { only } })
    const untested = report.checks.filter(({ outcome }) => outcome === 'untested').map(({ id }) => id)
    expect(untested.filter((id) => !needMore.includes(id))).toEqual([])
    expect(report.verdict).toBe('conforms')
  },
)

test('an availability that is offered and refused is seen though no hold can be given back', async () => {
  const { report } = await runOnReference({
    faults: ['last-offered-availability-not-reservable'],
    variants: ['holds-cannot-be-cancelled'],
    plan: { only: ['1.3/hold-from-availability'] },
  })
  const judged = report.checks.find(({ id }) => id === 'availability.offered-can-be-reserved')
  expect(judged?.outcome).toBe('fail')
})
