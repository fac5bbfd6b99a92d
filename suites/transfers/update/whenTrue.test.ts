import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer, Exchange } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const about = (purpose: 'get' | 'update' | 'extend', at: number, body?: object): Partial<Exchange> => ({
  purpose,
  bookingId: 'b-1',
  startedAt: at,
  ...(body && { request: { method: 'PATCH', url: 'http://a/b-1', headers: {}, body: JSON.stringify(body) } }),
})
const held = { ...booking, status: 'ON_HOLD', cancellable: true }
const shown = (at: number, more: object = {}): Answer => answer({ ...held, ...more }, about('get', at))
const taken = (at: number, body: object): Answer => answer(held, about('update', at, body))
const refused = (at: number, body: object): Answer => answer({ error: 'NO' }, about('update', at, body), 409)
const first = { reference: 'octo0123456789abcdef' }
const second = { reference: 'octo0123456789abcxyz' }
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('update.taken-again-on-hold', answers)?.outcome

test('an update that is refused though one like it was taken, and cancellable is true before and after, fails', () => {
  const extended = answer(held, about('extend', 20))
  expect(outcome(taken(10, first), extended, shown(30), refused(40, second), shown(50))).toBe('fail')
  expect(outcome(taken(10, first), extended, shown(30), taken(40, second))).toBe('pass')
})

test('a refusal of another form, of a text of its own, or of what is not sure to be cancellable says nothing', () => {
  expect(outcome(taken(10, first), shown(30), refused(40, { ...second, more: 1 }), shown(50))).toBe('untested')
  expect(outcome(taken(10, first), shown(30), refused(40, { reference: '00123' }), shown(50))).toBe('untested')
  expect(outcome(shown(30), refused(40, second), shown(50))).toBe('untested')
  expect(outcome(taken(10, first), shown(30), refused(40, second))).toBe('untested')
  expect(outcome(taken(10, first), shown(30), refused(40, second), shown(50, { cancellable: false }))).toBe('untested')
  expect(outcome(taken(10, first), shown(30, { status: 'PAID' }), refused(40, second), shown(50))).toBe('untested')
})
