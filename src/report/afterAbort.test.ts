import { expect, test } from 'vitest'
import { afterAbort } from './unverified.js'

test('a run that had too little time is to be given more, any other is to be mended first', () => {
  expect(afterAbort({ problems: ['the run took longer than its time limit of 3s'] })).toMatch(/longer --time-limit/)
  expect(afterAbort({ problems: ['GET /x got no answer', 'to do: start the target'] })).toBe(
    'start the target; then run it again',
  )
  expect(afterAbort({ problems: ['the target could not be reached'] })).toMatch(/^fix what ended/)
})
