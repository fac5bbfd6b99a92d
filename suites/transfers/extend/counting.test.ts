import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { countingOf } from './heldOutside.js'

const dated = { ...profile, booking: { ...profile.booking, holdEnd: '/ends' } }
const said = (expirationMinutes: Json, ends?: string): Answer =>
  answer({ ...booking, expirationMinutes, ...(ends !== undefined && { ends }) }, {}, 200, dated)

test('minutes that are shown as the sum of both were added', () => {
  expect(countingOf(said(60), said(90), 30)).toBe('added')
})

test('an end that moves by the minutes shows that they were added, whatever minutes are shown', () => {
  const before = said(60, '2030-01-01T10:00:00Z')
  expect(countingOf(before, said(30, '2030-01-01T10:30:00Z'), 30)).toBe('added')
  expect(countingOf(before, said(30, '2030-01-01T10:29:30Z'), 30)).toBe('added')
  expect(countingOf(before, said(30, '2030-01-01T10:30:30Z'), 30)).toBe('added')
})

test('an end that moves by a minute or more beside them shows that they count anew', () => {
  const before = said(60, '2030-01-01T10:00:00Z')
  expect(countingOf(before, said(90, '2030-01-01T10:31:00Z'), 90)).toBe('anew')
  expect(countingOf(before, said(30, '2030-01-01T10:29:00Z'), 30)).toBe('anew')
})

test('without an end in both answers and without a sum nothing is known', () => {
  expect(countingOf(said(60), said(30), 30)).toBe('unknown')
  expect(countingOf(said(60, '2030-01-01T10:00:00Z'), said(30), 30)).toBe('unknown')
  expect(countingOf(said(60), said(30, '2030-01-01T10:30:00Z'), 30)).toBe('unknown')
})

test('texts that happen to join to what is shown are no sum', () => {
  expect(countingOf(said('6'), said('630'), 30)).toBe('unknown')
})
