import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

test('what is sold in its default currency alone is reserved in that, with the notes that tell', async () => {
  const only = ['reserve.takes-any-text', 'reserve.keeps-notes', 'update.keeps-price']
  const { report } = await runOnReference({ variants: ['sold-in-the-default-currency-only'], plan: { only } })
  expect(report.checks.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()).toEqual(
    only.map((id) => `${id} pass`).toSorted(),
  )
})
