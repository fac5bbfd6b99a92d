import { expect, test } from 'vitest'
import {
  expandTemplates,
  malformedTemplate,
  recallsFrom,
  type RunValues,
  onDay,
  overDays,
  rangeWrong,
} from './templates.js'

const now = new Date('2026-12-31T23:30:15.678Z')

test.each([
  ['{today}', '2026-12-31'],
  ['{today+1}', '2027-01-01'],
  ['{today-1}', '2026-12-30'],
  ['{today+30d}', '2027-01-30'],
  ['from {today} to {today+2}', 'from 2026-12-31 to 2027-01-02'],
  ['{now}', '2026-12-31T23:30:15Z'],
  ['{now+30m}', '2027-01-01T00:00:15Z'],
  ['{now-2h}', '2026-12-31T21:30:15Z'],
  ['{now+1d}', '2027-01-01T23:30:15Z'],
  ['{id} {x} {} {todays} {now+30}', '{id} {x} {} {todays} {now+30}'],
])('%s becomes %s', (text, expected) => {
  expect(expandTemplates(text, now)).toBe(expected)
})

test('texts are expanded at any depth, keys and other values are left alone', () => {
  const value = { '{today}': [1, null, true, { a: '{today}' }], b: { c: 'x' } }
  expect(expandTemplates(value, now)).toEqual({ '{today}': [1, null, true, { a: '2026-12-31' }], b: { c: 'x' } })
})

test('a date that the calendar does not reach throws', () => {
  expect(() => expandTemplates('{today+99999999999}', now)).toThrow(RangeError)
  expect(() => expandTemplates('{today+4000000}', now)).toThrow(RangeError)
})

test.each([
  '{today + 30}',
  '{Today}',
  '{today+x}',
  '{today+2h}',
  '{now+30}',
  '{ now }',
  '{today+30',
  '{today+4000000}',
])('%s is a template gone wrong', (text) => {
  expect(malformedTemplate(`a ${text}`, now)).toBe(text)
})

test.each(['{today}', '{now+30m} {today-1}', '{id}', "{today's menu}", '{nowhere}', 'today', ''])(
  '%s is no template gone wrong',
  (text) => {
    expect(malformedTemplate(text, now)).toBeNull()
  },
)

const run: RunValues = {
  uuid: '0b5e0000-0000-4000-8000-000000000000',
  number: 4711,
  recall: (operation, pointer) => (pointer === '/at' ? { of: operation } : `${operation} ${pointer}`),
}

test.each([
  ['{uuid}', '0b5e0000-0000-4000-8000-000000000000'],
  ['n-{number}', 'n-4711'],
  ['{number}', 4711],
  ['{availability:/localDateTimeStart}', 'availability /localDateTimeStart'],
  ['{availability:/at}', { of: 'availability' }],
  ['{today} {availability:/a/b} {uuid}', '2026-12-31 availability /a/b 0b5e0000-0000-4000-8000-000000000000'],
  ['{availability:}', '{availability:}'],
])('in a run, %s becomes %j', (text, expected) => {
  expect(expandTemplates(text, now, run)).toEqual(expected)
})

test('what an answer says is put in as it is, be it a template', () => {
  const hostile: RunValues = { ...run, recall: () => '{uuid} {today} {availability:/x}' }
  expect(expandTemplates('a {availability:/x} b', now, hostile)).toBe('a {uuid} {today} {availability:/x} b')
})

test('without a run its templates stay, and can be told', () => {
  expect(expandTemplates({ a: ['{uuid}'] }, now)).toEqual({ a: ['{uuid}'] })
  expect(recallsFrom({ a: ['x {availability:/b}'] }, 'availability')).toBe(true)
  expect(recallsFrom({ a: ['{availability}'] }, 'availability')).toBe(false)
})

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
