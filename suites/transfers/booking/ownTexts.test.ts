import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { markerOf } from '../../../src/suite/index.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const [notes, others] = ['test', 'elsewhere'].map((scenario) => markerOf('0123456789abcdef', scenario, 'notes'))
const made = answer(booking, { input: { notes: notes ?? '' } })
const shownWith = (reference: string | undefined): Answer =>
  answer({ ...booking, resellerReference: reference ?? '' }, { purpose: 'get', bookingId: 'b-1' })
const outcome = (reference: string | undefined): string | undefined =>
  judgeCourse('booking.no-texts-of-another', [made, shownWith(reference)])?.outcome

test('a booking may show its own text, and none that another scenario sent', () => {
  expect(outcome(notes)).toBe('pass')
  expect(outcome(others)).toBe('fail')
})

test('a text that begins with that of another booking is that of its own', () => {
  const long = `${notes} ${markerOf('0123456789abcdef', 'test', 'more')}`
  const second = answer({ ...booking, uuid: 'b-2' }, { input: { notes: long } })
  const shown = answer({ ...booking, uuid: 'b-2', notes: long }, { purpose: 'get', bookingId: 'b-2' })
  expect(judgeCourse('booking.no-texts-of-another', [made, second, shown])?.outcome).toBe('pass')
})

test('a hold that was confirmed to make room may show the reference of that confirm', () => {
  expect(outcome(markerOf('0123456789abcdef', 'cleanup', 'voucher'))).toBe('pass')
})

test('what is answered in place of a booking may be that of another scenario, and shows its own text', () => {
  const theirs = { ...booking, uuid: 'b-9', notes: others ?? '' }
  const instead = answer(theirs, { purpose: 'get', bookingId: 'b-1' })
  const listed = answer([theirs], { purpose: 'list' })
  expect(judgeCourse('booking.no-texts-of-another', [made, instead, listed])?.outcome).toBe('pass')
})

test('a booking that goes by another id may show its own text there, and none of another booking', () => {
  const text = markerOf('0123456789abcdef', 'test', 'other notes')
  const second = answer({ ...booking, uuid: 'b-2' }, { input: { notes: text } })
  const renamed = (shown: string | undefined): Answer =>
    answer({ ...booking, uuid: 'b-9', notes: shown ?? '' }, { purpose: 'get', bookingId: 'b-1' })
  const said = (shown: string | undefined): string | undefined =>
    judgeCourse('booking.no-texts-of-another', [made, second, renamed(shown)])?.outcome
  expect(said(notes)).toBe('pass')
  expect(said(text)).toBe('fail')
})
