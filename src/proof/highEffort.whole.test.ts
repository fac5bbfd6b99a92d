import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

// The proof runs at low effort: what only more values try would break unseen.
test('at high effort, too, the reference service is accused of nothing', async () => {
  const { report } = await runOnReference({ dialect: 'partner', concurrency: 16, plan: { effort: 'high' } })
  const { fail, warn, error } = report.summary.checks
  expect(report.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').map(({ id }) => id)).toEqual(
    [],
  )
  expect({ fail, warn, error }).toEqual({ fail: 0, warn: 0, error: 0 })
  expect(report.verdict).toBe('conforms')
})
