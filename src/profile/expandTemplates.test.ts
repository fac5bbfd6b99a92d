import { expect, test } from 'vitest'
import { expandTemplates, malformedTemplate, recallsFrom, type RunValues } from './expandTemplates.js'

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
