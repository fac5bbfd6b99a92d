import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeWallClock } from './wallClock.js'

const noon = Date.parse('2026-11-23T12:00:00.400Z')
let made = 0

/** A quote that was asked for so many seconds after noon, and says that it was created so many minutes before. */
function quote(seconds: number, behind: number, more: Partial<Answer['exchange']> = {}): Answer {
  made += 1
  const startedAt = noon + seconds * 1000
  const at = startedAt + (more.clockMinutes ?? 0) * 60_000 - behind * 60_000
  const utcCreatedAt = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  return answer({ id: `quote ${made}`, utcCreatedAt, options: [] }, { purpose: 'transfers', startedAt, ...more })
}

test('quotes that are four hours behind whenever they are asked for are stamped by a wall clock', () => {
  const quotes = [quote(0, 240), quote(4, 240), quote(14, 240)]
  expect(judgeWallClock(quotes, 0)).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/utcCreatedAt', message: expect.stringContaining('4 h') as string }, {}, {}],
  })
  expect(
    judgeWallClock(
      [0, 2, 4].map((day) => quote(7, 345, { clockMinutes: day * 1440 })),
      0,
    ).outcome,
  ).toBe('fail')
})

test.each<[why: string, quotes: readonly Answer[]]>([
  ['the right time', [quote(0, 0), quote(4, 0), quote(14, 0)]],
  ['a quote that is kept for a while', [quote(0, 60), quote(4, 60 + 4 / 60), quote(14, 60 + 14 / 60)]],
  ['prices that are made at a time of each day', [0, 2, 4].map((day) => quote(0, 720, { clockMinutes: day * 1440 }))],
  ['what is behind by ten minutes', [quote(0, 10), quote(4, 10), quote(14, 10)]],
  ['one that is behind and others that are not', [quote(0, 240), quote(4, 0), quote(14, 0)]],
  ['two alone', [quote(0, 240), quote(4, 240)]],
  ['a test clock that does not move quotes', [1, 5, 9].map((at) => quote(at, 240, { clockMinutes: 240 }))],
])('%s is no wall clock', (_why, quotes) => {
  expect(judgeWallClock(quotes, 0).outcome).toBe('pass')
})

test('where the clock of the target is another than ours, or is not known, nothing is said', () => {
  const quotes = [quote(0, 240), quote(4, 240), quote(14, 240)]
  expect(judgeWallClock(quotes, -240).outcome).toBe('pass')
  expect(judgeWallClock(quotes, 60).outcome).toBe('untested')
  expect(judgeWallClock(quotes, null).outcome).toBe('untested')
})
