import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

const only = ['reserve.*', 'confirm.*', 'extend.*', 'cancel.*']

test('behind a gateway that puts every fourth write off, nothing more stays untested than without it', async () => {
  const untestedOf = async (...variants: readonly string[]): Promise<readonly string[]> => {
    const { report } = await runOnReference({ dialect: 'default', variants, concurrency: 1, plan: { only } })
    return report.checks.flatMap(({ id, outcome }) => (['pass', 'not-applicable'].includes(outcome) ? [] : [id]))
  }
  expect(await untestedOf('writes-put-off-by-a-gateway')).toEqual(await untestedOf())
})
