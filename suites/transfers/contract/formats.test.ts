import { expect, test } from 'vitest'
import { formats, isUrl, isUtcTimestamp, isUuid, parseUtcTimestamp } from './formats.js'

test.each([
  '2027-03-01T09:30:00Z',
  '2027-03-01T09:30Z',
  '2027-03-01T09:30:00.123456789Z',
  '2027-03-01T09:30:00,5Z',
  '2027-03-01T09:30:00+00:00',
  '2027-03-01T09:30:00+00',
  '20270301T093000Z',
  '20270301T0930Z',
  '20270301T093000.5+0000',
  '2028-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
])('%s is a UTC timestamp', (text) => {
  expect(isUtcTimestamp(text)).toBe(true)
})

test.each([
  '',
  '2027-03-01',
  '2027-03-01 09:30:00Z',
  '2027-03-01T09:30:00',
  '2027-03-01T09:30:00+01:00',
  '2027-03-01T09:30:00-00:00',
  '2027-03-01T09:30:00+0000',
  '2027-03-01T0930Z',
  '20270301T09:30Z',
  '2027-02-29T00:00:00Z',
  '2027-13-01T00:00:00Z',
  '2027-04-31T00:00:00Z',
  '2027-00-10T00:00:00Z',
  '2027-03-01T24:00:00Z',
  '2027-03-01T09:60:00Z',
  '2027-03-01T09:30:60Z',
  '2016-12-31T23:58:60Z',
  '2016-12-31T22:59:60Z',
  '2016-12-31T23:59:61Z',
  '2016-12-31T23:59:75Z',
  '2016-12-31T09:59:99Z',
  '2027-03-01T09:30:00.Z',
  '2027-03-01t09:30:00z',
  '2027-03-01T09:30:00Z\n',
  '1772357400',
])('%j is no UTC timestamp', (text) => {
  expect(isUtcTimestamp(text)).toBe(false)
})

test('a timestamp names the same moment in every form', () => {
  const moment = Date.UTC(2027, 2, 1, 9, 30, 0, 500)
  expect(parseUtcTimestamp('2027-03-01T09:30:00.5Z')).toBe(moment)
  expect(parseUtcTimestamp('20270301T093000,500+0000')).toBe(moment)
  expect(parseUtcTimestamp('0001-01-01T00:00Z')).toBe(Date.parse('0001-01-01T00:00:00Z'))
})

test.each([
  ['123e4567-e89b-12d3-a456-426614174000', true],
  ['123E4567-E89B-12D3-A456-426614174000', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', false],
  ['{123e4567-e89b-12d3-a456-426614174000}', false],
  ['123e4567e89b12d3a456426614174000', false],
  ['123e4567-e89b-12d3-a456-42661417400g', false],
  ['123e4567-e89b-12d3-a456-4266141740000', false],
])('%s is a UUID: %s', (text, is) => {
  expect(isUuid(text)).toBe(is)
})

test.each([
  ['https://images.example/a.png', true],
  ['http://localhost:80/ü b.png?x=1', true],
  ['HTTPS://images.example', true],
  ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', true],
  ['/a.png', false],
  ['//images.example/a.png', false],
  ['ftp://images.example/a.png', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('%s is a URL: %s', (text, is) => {
  expect(isUrl(text)).toBe(is)
})

test.each([
  ['date-time', '2027-03-01T09:30:00.000Z', 15],
  ['uuid', '123e4567-e89b-12d3-a456-42661417400a', 2],
  ['uri', 'https://images.example/a.png', 1],
])('a %s can be written in ways that are all of the format', (name, standard, ways) => {
  const format = formats[name]
  expect(new Set(format?.ways(standard)).size).toBe(ways)
  expect(format?.ways(standard).filter((text) => !format.validate(text))).toEqual([])
  expect(format?.ways(standard).filter((text) => !new RegExp(format.pattern).test(text))).toEqual([])
})
