import { expect, test } from 'vitest'
import { hurriedClock } from '../cli/hostile/hurriedClock.test.data.js'
import { redChecks } from './judgeRow.js'
import { runOnReference } from './runOnReference.js'

/** Legal habits that were failed only together, which of each is tested by itself. */
test.each<[why: string, dialect: string, variants: readonly string[]]>([
  ['others take the room that was made', 'default', ['twelve-open-holds', 'get-takes-another-id-too']],
  ['a late copy shows what was before', 'default', ['cancel-takes-a-while', 'confirm-takes-a-while', 'reads-are-late']],
  ['it shows nothing of an update as yet', 'partner', ['update-takes-a-while', 'reads-are-late']],
])('where %s, habits that are legal one by one are so together', async (...group) => {
  const [, dialect, variants] = group
  // Both sides use it, so nobody waits for what is late. One script at a time: a jump is meant for its own writes.
  const clock = hurriedClock()
  const { report, evidence } = await runOnReference({
    dialect,
    variants,
    clock,
    concurrency: 1,
    plan: { effort: 'low' },
  })
  const red = redChecks({ report, evidence }).filter(({ clause }) => clause !== '4.3/read-shows-writes-at-once')
  expect(red.map(({ check }) => check)).toEqual([])
})
