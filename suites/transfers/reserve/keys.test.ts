import { expect, test } from 'vitest'
import { answer, booking, profile as plain } from '../../../src/suite/answer.test.data.js'
import type { Judgement } from '../../../src/suite/index.js'
import { judgeWhole } from '../judge.test.data.js'
import type { Answer, Json, Profile } from '../vocabulary/index.js'

const inputs = ['notes', 'availabilityId', 'idempotencyKey'].map(
  (name) => [name, { in: 'body', pointer: `/${name}` }] as const,
)
const { reserve } = plain.operations
const profile: Profile = {
  ...plain,
  operations: { ...plain.operations, reserve: reserve && { ...reserve, fields: Object.fromEntries(inputs) } },
}

const [key, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
let now = 0

/** A reservation, and what answers it: the id of a booking, or a status that refuses it. */
function reserved(
  made: string | number,
  sent: {
    readonly key?: string
    readonly availabilityId?: string
    readonly notes?: string
    readonly startedAt?: number
    readonly durationMs?: number
  } = {},
): Answer {
  const { key: idempotencyKey = key, availabilityId = 'a', startedAt = (now += 1000), durationMs = 10 } = sent
  const input = { idempotencyKey, availabilityId, notes: sent.notes ?? `of ${idempotencyKey}` }
  const request = { method: 'POST', url: 'http://x/bookings', headers: {}, body: JSON.stringify(input) }
  const asked = { n: now, purpose: 'reserve', input, request, startedAt, durationMs }
  const shown = typeof made === 'string' ? { ...booking, uuid: made, notes: input.notes } : { error: 'NO' }
  return answer(shown, asked, typeof made === 'string' ? 200 : made, profile)
}
const listed = (...ids: readonly string[]): Answer => {
  const items: readonly Json[] = ids.map((uuid) => ({ ...booking, uuid, notes: `of ${key}` }))
  return answer([...items], { n: (now += 1000), purpose: 'list', startedAt: now, durationMs: 10 }, 200, profile)
}
const cancelled = (id: string): Answer => {
  const asked = { n: (now += 1000), purpose: 'cancel', bookingId: id, startedAt: now, durationMs: 10 }
  return answer({ ...booking, uuid: id, status: 'CANCELLED' }, asked, 200, profile)
}
const judged = (rule: string, ...answers: readonly Answer[]): Judgement | null =>
  judgeWhole(`reserve.${rule}`, answers, profile)
const said = (rule: string, ...answers: readonly Answer[]): string | undefined => judged(rule, ...answers)?.outcome

const again = 'same-key-makes-one-booking'

test('another booking for the same key is one too many, at the place of its id', () => {
  const [first, second] = [reserved('a'), reserved('b')]
  expect(judged(again, first, second)).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 'b', exchange: second.n, pointer: '/uuid', restsOn: ['operations.reserve.idempotencyKey'] }],
  })
})

test('the same booking again, a conflict and a booking of another key are no second booking', () => {
  expect(said(again, reserved('a'), reserved('a'))).toBe('pass')
  expect(said(again, reserved('a'), reserved(409))).toBe('pass')
  expect(said(again, reserved('b', { key: other }), reserved('a'), reserved('b'))).toBe('pass')
})

test('a key that was accepted again or became the id shows that it is sent in the right place, a conflict alone does not', () => {
  const confirms = ['operations.reserve.idempotencyKey']
  expect(judged(again, reserved(key), reserved(409))).toEqual({ outcome: 'pass', confirms })
  expect(judged(again, reserved('a'), reserved('a'))).toEqual({ outcome: 'pass', confirms })
  expect(judged(again, reserved('a'), reserved(409))).toEqual({ outcome: 'pass' })
})

test('nothing is said where the first was refused, or the booking is cancelled by then', () => {
  expect(judged(again, reserved(409), reserved('a'))).toBeNull()
  expect(judged(again, reserved('a'), cancelled('a'), reserved('b'))).toBeNull()
})

test('each use is judged by how it comes: third, of a later key, after another key', () => {
  const uses = [
    reserved('a'),
    reserved('b', { key: other }),
    reserved('b', { key: other }),
    reserved('a'),
    reserved('c'),
  ]
  const names = ['many-times-makes-one-booking', 'later-key-makes-one-booking', 'earlier-key-makes-one-booking']
  expect([`same-key-${names[0]}`, names[1] ?? '', names[2] ?? '', again].map((name) => said(name, ...uses))).toEqual([
    'fail',
    'pass',
    'fail',
    'pass',
  ])
})

test('a list with two bookings of one key has one too many, unless the first was cancelled', () => {
  const conflict = (): readonly Answer[] => [reserved('a'), reserved(409)]
  expect(judged(again, ...conflict(), listed('x', 'a', 'b'))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 3, pointer: '/1' }],
  })
  expect(said(again, ...conflict(), listed('a'))).toBe('pass')
  expect(said(again, ...conflict(), cancelled('a'), listed('a', 'b'))).toBe('pass')
})

test('of one key at once, refusals beside one booking prove something only where there was room for another', () => {
  const rule = 'same-key-at-once-makes-one-booking'
  const race = (...made: readonly (string | number)[]): readonly Answer[] => {
    const startedAt = (now += 1000)
    return made.map((each) => {
      now += 1
      return reserved(each, { startedAt })
    })
  }
  expect(said(rule, ...race(409, 'a', 409), reserved('b', { key: other }))).toBe('pass')
  expect(said(rule, ...race(409, 'a', 409), reserved('b', { key: other, availabilityId: 'z' }))).toBe('untested')
  expect(said(rule, ...race(409, 'a', 'c'))).toBe('fail')
  expect(said(rule, ...race('a', 'a', 409))).toBe('pass')
})

test('uses of one key in one millisecond may have met, and may have come in turn', () => {
  const startedAt = (now += 1000)
  const first = reserved('a', { startedAt, durationMs: 0 })
  now += 1
  const second = reserved('b', { startedAt, durationMs: 0 })
  for (const rule of ['same-key-at-once-makes-one-booking', 'same-key-makes-one-booking'])
    expect(said(rule, first, second)).toBe('fail')
})

test('an answer with another booking, or with other minutes, is not that of the first time', () => {
  const rule = 'same-key-answers-its-booking'
  expect(said(rule, reserved('a'), reserved('a'))).toBe('pass')
  expect(said(rule, reserved('a'), reserved('b'))).toBe('fail')
  expect(judged(rule, reserved('a'), reserved(409))).toMatchObject({ outcome: 'untested', applies: false })
})

test('two keys with one booking, and a server error for a key that was used before, fail', () => {
  const keys = 'different-keys-make-different-bookings'
  expect(said(keys, reserved('a'), reserved('a', { key: other }))).toBe('fail')
  expect(said(keys, reserved('a'), reserved('b', { key: other }))).toBe('pass')
  expect(said('same-key-is-no-server-error', reserved('a'), reserved(500))).toBe('fail')
})

const left = 'refused-leaves-no-booking'

test('a booking that a refused reservation left is found in the list by its notes, and by its key', () => {
  expect(judged(left, reserved(409), listed('b'))).toMatchObject({ outcome: 'fail', findings: [{ pointer: '/0' }] })
  const byKey = answer({ ...booking, uuid: key }, { n: (now += 1000), purpose: 'get', bookingId: key, startedAt: now })
  expect(judged(left, reserved(409, { startedAt: now - 5000 }), byKey)).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/uuid' }],
  })
})

test('what was accepted with the same notes, or got no answer, is not what a refused reservation left', () => {
  expect(said(left, reserved(409), reserved('a'), listed('a'))).toBe('pass')
  expect(said(left, reserved(409), reserved(503), listed('a'))).toBe('untested')
})

test('notes that are the beginning of those of a refused reservation are of another', () => {
  const long = `of ${key} and more than this server takes`
  expect(said(left, reserved(409, { key: other, notes: long }), reserved('a'), listed('a'))).toBe('pass')
  expect(said(left, reserved(409, { key: other, notes: long }), reserved(503), listed('a'))).toBe('untested')
})

test('that nothing was left shows only in a list that has what was accepted', () => {
  const accepted = (): Answer => reserved('x', { key: other })
  expect(said(left, reserved(409), accepted())).toBeUndefined()
  expect(judged(left, accepted())).toBeNull()
})
