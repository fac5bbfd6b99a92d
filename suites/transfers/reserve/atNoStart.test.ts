import { expect, test } from 'vitest'
import { atNoStart } from './atNoStart.js'

test('of ids that are moments of a timetable, one many years ahead and between its times', () => {
  const offered = ['2026-12-29T08:00:00+01:00', '2026-12-29T12:30:00+01:00', '2027-03-28T08:00:00+02:00']
  expect(atNoStart('2026-12-29T12:30:00+01:00', offered)).toBe('2046-12-29T03:37:00+01:00')
  expect(atNoStart('sedan_20280229T0337Z', ['sedan_20280229T0337Z', 'sedan_20280229T0900Z'])).toBe(
    'sedan_20480229T0413Z',
  )
})

test.each([
  ['nothing is offered beside it', '2026-12-29T08:00Z', ['2026-12-29T08:00Z']],
  [
    'one a day is offered, as by who asks at what time',
    '2026-12-29T08:00Z',
    ['2026-12-29T08:00Z', '2026-12-30T09:00Z'],
  ],
  ['something else tells them apart', '2026-12-29T08:00Z~7f', ['2026-12-29T08:00Z~7f', '2026-12-29T09:00Z~80']],
  ['they are no moments', 'av_1', ['av_1', 'av_2']],
])('none where %s', (_why, id, offered) => {
  expect(atNoStart(id, offered)).toBeNull()
})
