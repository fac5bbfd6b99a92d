import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'

const asked = { idempotencyKey: 'key', notes: 'first', expirationMinutes: 60 }
const other = { idempotencyKey: 'key', notes: 'second', expirationMinutes: 45 }
const first = answer({ ...booking, notes: 'first' }, { input: asked })
const refused = (input = other): Answer => answer({ error: 'NO' }, { input, as: 'other' }, 409)
const read = answer({ ...booking, notes: 'first' }, { purpose: 'get' })
const gone = answer({ error: 'NO' }, { purpose: 'get' }, 404)
const own = answer({ ...booking, uuid: 'b-2', notes: 'second', expirationMinutes: 45 }, { input: other, as: 'other' })
const judged = (more: object): string =>
  judgeTrial('isolation.idempotency-keys', {
    keys: {
      first,
      second: own,
      control: null,
      verbatim: refused(asked),
      around: { before: read, after: read },
      ...more,
    },
  }).outcome

test('a booking of its own, or a refusal, keeps the accounts apart', () => {
  expect(judged({})).toBe('pass')
  expect(judged({ second: refused(), control: own })).toBe('pass')
})

test('a booking that is handed over fails, also where its new owner can book nothing else', () => {
  const given = answer({ ...booking, notes: 'first' }, { input: asked, as: 'other' })
  expect(judged({ second: refused(), control: refused(), verbatim: given })).toBe('fail')
  expect(judged({ second: answer({ ...booking, uuid: 'b-1', notes: null }, { input: other, as: 'other' }) })).toBe(
    'fail',
  )
})

test('a booking that its owner can no longer read fails, and not only where the other could book', () => {
  expect(judged({ around: { before: read, after: gone } })).toBe('fail')
  expect(judged({ second: refused(), control: refused(), around: { before: read, after: gone } })).toBe('fail')
})

test('a reseller who can book nothing proves nothing', () => {
  expect(judged({ second: refused(), control: refused() })).toBe('untested')
})

test('ids that are counted, or that are the key, may be alike in both accounts', () => {
  const counted = (notes: string, input: typeof other, as: 'reseller' | 'other'): Answer =>
    answer({ ...booking, uuid: '7', notes, expirationMinutes: input.expirationMinutes }, { input, as })
  expect(judged({ first: counted('first', asked, 'reseller'), second: counted('second', other, 'other') })).toBe('pass')
})

test('an id that is the key in upper case may be alike in both accounts, too', () => {
  const shown = (notes: string, input: typeof other, as: 'reseller' | 'other'): Answer =>
    answer({ ...booking, uuid: 'KEY', notes, expirationMinutes: input.expirationMinutes }, { input, as })
  expect(judged({ first: shown('first', asked, 'reseller'), second: shown('second', other, 'other') })).toBe('pass')
})
