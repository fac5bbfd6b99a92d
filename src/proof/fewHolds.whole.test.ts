import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

test.each(['five-open-holds', 'twelve-open-holds'])(
  'with %s an account is looked at as thoroughly as any other',
  { timeout: 60_000 },
  async (variant) => {
    const { report } = await runOnReference({ variants: [variant] })
    expect(report.checks.filter(({ outcome }) => outcome === 'untested').map(({ id }) => id)).toEqual([])
    expect(report.verdict).toBe('conforms')
  },
)
