import { expect, test } from 'vitest'
import { onDay, overDays, rangeWrong } from './overDays.js'

test('a payload with a range of days is one a day, and ranges in it go on side by side', () => {
  expect(overDays({ from: '{today+30..32}', to: '{today+31..33}T08:00', seats: 2 })).toEqual([
    { from: '{today+30}', to: '{today+31}T08:00', seats: 2 },
    { from: '{today+31}', to: '{today+32}T08:00', seats: 2 },
    { from: '{today+32}', to: '{today+33}T08:00', seats: 2 },
  ])
  expect(overDays({ travel: { days: ['{today-1..1}'] } })).toEqual([
    { travel: { days: ['{today-1}'] } },
    { travel: { days: ['{today+0}'] } },
    { travel: { days: ['{today+1}'] } },
  ])
})

test('one without a range is itself', () => {
  for (const payload of [{}, { day: '{today+30}', words: 'from {today..} on' }])
    expect(overDays(payload)).toEqual([payload])
})

test('a range that is none, is too long, or is of another length than that beside it is wrong', () => {
  const wrong = (text: string, ...others: readonly string[]) => rangeWrong(text, { others, text })?.expected
  expect(wrong('{today+30..60}')).toBeUndefined()
  expect(wrong('{today+30..30}', '{today+31..31}')).toBeUndefined()
  expect(wrong('{today+60..30}')).toContain('1 to 400 days')
  expect(wrong('{today+1..401}')).toContain('1 to 400 days')
  expect(wrong('{today+1..3}', '{today+1..4}')).toContain('as many days')
  expect(overDays({ day: '{today+60..30}' })).toHaveLength(1)
  expect(overDays({ day: '{today+0..9999}' })).toHaveLength(400)
})

test('a text on one of its days is that of a day as profiles name it', () => {
  expect(onDay('{today-3..5}T10:00', 2)).toBe('{today-1}T10:00')
  expect(onDay('no range', 2)).toBe('no range')
})
