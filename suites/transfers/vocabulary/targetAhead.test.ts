import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { targetAhead, tellsOtherTime } from './times.js'
import { momentOf, type Profile } from './words.js'

const clock: Profile['clock'] = { method: 'GET', path: '/clock', now: '/now' }
/** A hold of an hour whose end says that it began so many minutes after it was asked for. */
const hold = (ahead: number): ReturnType<typeof answer> => {
  const asked = momentOf(answer(booking)).earliest
  const utcExpiresAt = new Date((asked + 60 + ahead) * 60_000).toISOString()
  return answer({ ...booking, expirationMinutes: 60, holdEnd: utcExpiresAt, utcExpiresAt }, { purpose: 'reserve' })
}

test('a test clock that shows the time is believed, where a hold ends at another than it should', () => {
  expect(targetAhead(hold(-30), 0.5, clock)).toBe(0.5)
})

test.each([
  ['the clock does not say what time it is', 0, { method: 'GET', path: '/clock' } as const],
  ['the clock shows the time of another place, or was moved', 120, clock],
  ['there is no test clock', 0, null],
])('nothing is known where %s and a hold tells another', (_, shown, own) => {
  expect(targetAhead(hold(-30), shown, own)).toBeNull()
  expect(tellsOtherTime(hold(-30), shown)).toBe(true)
})
