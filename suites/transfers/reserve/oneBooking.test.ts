import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { listedOnce, oneBooking } from './oneBooking.js'

const made = (uuid: string, key = 'key'): Answer => answer({ ...booking, uuid }, { input: { idempotencyKey: key } })
const conflict = answer({ error: 'CONFLICT' }, {}, 409)
const list = (...items: Json[]): Answer => answer(items, { purpose: 'list' })

test('the same booking again, a conflict and an answer of another key are no second booking', () => {
  expect(oneBooking(made('a'), [made('a')]).outcome).toBe('pass')
  expect(oneBooking(made('a'), [conflict]).outcome).toBe('pass')
  expect(oneBooking(made('a'), [made('b')], [made('b')]).outcome).toBe('pass')
})

test('another booking for the same key is one too many, at the place of its id', () => {
  const second = made('b')
  expect(oneBooking(made('a'), [made('a'), second])).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 'b', exchange: second.n, pointer: '/uuid', restsOn: ['operations.reserve.idempotencyKey'] }],
  })
})

test('a key that became the id shows that the key is sent in the right place, a conflict alone does not', () => {
  expect(oneBooking(made('key'), [conflict])).toEqual({
    outcome: 'pass',
    confirms: ['operations.reserve.idempotencyKey'],
  })
  expect(oneBooking(made('a'), [conflict])).toEqual({ outcome: 'pass' })
})

test('nothing is said without a first booking, without an id, without an answer and without a place for the key', () => {
  const { uuid: _, ...nameless } = booking
  const keyless = { ...profile, operations: { ...profile.operations, reserve: null } }
  const outcomes = [
    oneBooking(conflict, [made('a')]),
    oneBooking(answer(nameless), [made('a')]),
    oneBooking(made('a'), [noAnswer(), null]),
    oneBooking(answer(booking, {}, 200, keyless), [made('a')]),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['untested', 'untested', 'untested', 'untested'])
})

test('a list with two bookings of one key has one too many', () => {
  const own = { ...booking, uuid: 'a', notes: 'mine' }
  const twice = list({ ...booking, uuid: 'x' }, own, { ...own, uuid: 'b' })
  expect(listedOnce(twice, 'mine', made('a'))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 2, pointer: '/2' }],
  })
  expect(listedOnce(list({ ...booking, uuid: 'x' }, own), 'mine', made('a')).outcome).toBe('pass')
})

test('a list without the booking says nothing', () => {
  expect(listedOnce(list({ ...booking, uuid: 'x' }), 'mine', made('a')).outcome).toBe('untested')
  expect(listedOnce(null, 'mine', made('a')).outcome).toBe('untested')
})

test('of one key at once, refusals beside one booking prove something only where there was room for another', () => {
  const id = 'reserve.same-key-at-once-makes-one-booking'
  const notes = 'mine'
  const listed = list({ ...booking, uuid: 'a', notes })
  const race = { notes, answers: [conflict, made('a'), conflict], listed, ofOthers: [] }
  expect(judgeTrial(id, { ...race, control: made('b', 'other') }).outcome).toBe('pass')
  for (const control of [conflict, null])
    expect(judgeTrial(id, { ...race, control })).toMatchObject({
      outcome: 'untested',
      reason: expect.stringContaining('room for one booking') as string,
    })
  const twice = { ...race, answers: [made('a'), conflict, made('c')], control: null }
  expect(judgeTrial(id, twice).outcome).toBe('fail')
  expect(judgeTrial(id, { ...race, answers: [made('a'), made('a'), conflict], control: null }).outcome).toBe('pass')
})
