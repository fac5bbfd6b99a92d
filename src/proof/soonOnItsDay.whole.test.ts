import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

const only = [
  'cancel.window-over-hold-not-cancellable',
  'update.window-over-refused-on-hold',
  'hold.outlives-the-window',
  'confirm.window-over-accepted',
]

test('what is asked for by {today+2} is still that of the first day when the clock has been moved near its window', async () => {
  const variants = ['soon-on-the-day-that-is-asked-for']
  const { report } = await runOnReference({ dialect: 'default', variants, plan: { only } })
  expect(report.checks.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual(
    only.map((id) => [id, 'pass', undefined]),
  )
})
