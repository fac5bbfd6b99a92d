import { expect, test } from 'vitest'
import { TookTooLong } from '../wire/stop.js'
import { afterAbort } from './unverified.js'

test('a run that had too little time is to be given more, any other is to be mended first', () => {
  expect(afterAbort({ remedy: new TookTooLong('3s').remedy })).toMatch(/longer --time-limit/)
  expect(afterAbort({ remedy: 'start the target' })).toBe('start the target; then run it again')
  expect(afterAbort({})).toMatch(/^fix what ended/)
})
