import { expect, test } from 'vitest'
import { expandTemplates, malformedTemplate } from './expandTemplates.js'

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
