import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json, Judgement } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './sequences.js'

type Said = readonly [purpose: string, changes: Record<string, Json> | null, at?: number]

/** Answers about one booking, so many minutes after it was reserved; null: a refusal. */
function story(...steps: readonly Said[]): readonly Answer[] {
  const said: readonly Said[] = [['reserve', {}], ...steps]
  return said.map(([purpose, changes, at = 0], index) => {
    const n = index + 1
    const more = { n, purpose, startedAt: n * 10_000, durationMs: 10, clockMinutes: at, bookingId: 'b-1' } as const
    const minutes = purpose === 'extend' ? 60 : 20
    return changes === null
      ? answer({ error: 'NO' }, more, 409)
      : answer({ ...booking, expirationMinutes: 20, ...changes }, { ...more, input: { expirationMinutes: minutes } })
  })
}

const judge = (answers: readonly Answer[]): Judgement => judgeTrial('lifecycle.sequence-follows-table', { answers })
const judged = (...steps: readonly Said[]): string => judge(story(...steps)).outcome
const confirmed = { status: 'CONFIRMED' }
const cancelled = { status: 'CANCELLED', cancellable: false }
const confirm: readonly Said[] = [
  ['confirm', confirmed],
  ['get', confirmed],
]

test('a booking that is confirmed and cancelled follows the table', () => {
  expect(judged(...confirm, ['cancel', cancelled], ['get', cancelled])).toBe('pass')
})

test('a confirm that answers the hold is judged by the read after it', () => {
  expect(judged(['confirm', {}], ['get', confirmed])).toBe('pass')
  expect(judged(['confirm', {}], ['get', {}])).toBe('fail')
})

test('a status that the profile does not name may change by itself', () => {
  expect(judged(['confirm', { status: 'ISSUING' }], ['get', { status: 'ISSUED' }])).toBe('pass')
})

test('extend of a confirmed booking must be refused', () => {
  expect(judged(...confirm, ['extend', confirmed], ['get', confirmed])).toBe('fail')
  expect(judged(...confirm, ['extend', null], ['get', confirmed])).toBe('pass')
})

test('what the table allows must be accepted, where it is known to hold', () => {
  const updated: readonly Said[] = [
    ['update', {}],
    ['get', {}],
  ]
  expect(judged(...updated, ['extend', null])).toBe('fail')
  expect(judged(...updated, ['confirm', null])).toBe('fail')
  expect(judged(...updated, ['update', null])).toBe('fail')
  // How often a hold can be extended, which fields an update may leave out and what a cancel must carry is left open.
  expect(judged(['extend', {}], ['extend', null])).toBe('pass')
  expect(judged(['update', null])).toBe('pass')
  expect(judged(...confirm, ['cancel', null])).toBe('pass')
})

test('whether a hold can be cancelled is left open', () => {
  expect(judged(['cancel', null], ['get', {}])).toBe('pass')
  expect(judged(['cancel', { status: 'CANCELLED' }], ['get', { status: 'CANCELLED' }])).toBe('pass')
})

test('a hold lasts until its end and not beyond, whatever its extension is counted from', () => {
  expect(judged(['get', {}, 10])).toBe('pass')
  expect(judged(['get', { status: 'EXPIRED' }, 10])).toBe('fail')
  expect(judged(['get', {}, 32])).toBe('fail')
  expect(judged(['get', null, 32])).toBe('pass')
  const extended: readonly Said[] = [
    ['extend', {}],
    ['get', {}],
  ]
  expect(judged(...extended, ['get', {}, 50])).toBe('pass')
  expect(judged(...extended, ['get', {}, 100])).toBe('fail')
})

test('an extension of a hold that ran out unread must be refused', () => {
  const expired = { status: 'EXPIRED' }
  expect(judged(['extend', null, 195], ['get', expired, 195])).toBe('pass')
  expect(judged(['extend', {}, 195], ['get', {}, 195])).toBe('fail')
})

test('the first thing that is broken is told, with all that led there', () => {
  const answers = story(...confirm, ['extend', confirmed], ['get', {}])
  expect(judge(answers)).toMatchObject({ findings: [{ after: ['reserve', 'confirm', 'get'], steps: [1, 2, 3, 4] }] })
})

test('a sequence of which no step got an answer says nothing', () => {
  expect(judge([...story(), noAnswer()]).outcome).toBe('untested')
})
