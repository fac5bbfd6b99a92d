import { expect, test } from 'vitest'
import { answer, answerOf, booking, exchange, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './foreign.js'

const own = answer({ ...booking, notes: 'mine' })
const theirs = answer({ ...booking, uuid: 'b-2', notes: 'theirs' })
const refused = answer({ error: 'INVALID_BOOKING_UUID' }, {}, 404)
const credentials = answer([], { purpose: 'list' })
const get = (got: readonly Answer[], more: object = {}): string =>
  judgeTrial('isolation.get-of-foreign-booking', { reserved: own, seen: { read: own, got }, credentials, ...more })
    .outcome
const attempt = { answer: refused, before: own, after: own, own }
/** What the owner and the other reseller were answered. */
const asked = ({ own: granted = own, ...other }: Partial<typeof attempt>): object => ({ own: granted, other })
const write = (id: string, made: Partial<typeof attempt> | null, more: object = {}): string => {
  const done = {
    credentials,
    asked: made === null ? {} : { extend: asked(made), update: asked(made), cancel: asked(made), confirm: asked(made) },
    ...more,
  }
  return judgeTrial(`isolation.${id}`, { ...done, confirmed: done }).outcome
}

test('another reseller is refused a booking, or shown one of its own', () => {
  expect(get([refused, refused])).toBe('pass')
  expect(get([refused, theirs])).toBe('pass')
  expect(get([refused, own])).toBe('fail')
  expect(get([noAnswer(), refused])).toBe('pass')
})

test('another reseller is shown nothing by an answer with nothing in it', () => {
  const of = { purpose: 'get' }
  const empty = answerOf(exchange({ ...of, response: { status: 200, headers: {}, text: '' } }), profile)
  for (const nothing of [empty, ...[null, {}, { found: false, data: [null] }].map((body) => answer(body, of))])
    expect([get([nothing]), get([nothing], { seen: { read: refused, got: [nothing] } })]).toEqual(['pass', 'untested'])
  expect(get([answer({ data: 'somebody' }, of)])).toBe('untested')
  const extended = { ...attempt, answer: answer(null, { purpose: 'extend' }) }
  expect(write('extend-of-foreign-booking', extended)).toBe('untested')
})

test('where the owner is led elsewhere, too, the line of the profile to write is named', () => {
  const elsewhere = answerOf(
    exchange({ bookingId: 'b-1', response: { status: 308, headers: { location: '/v2/bookings/b-1' } } }),
    profile,
  )
  expect(
    judgeTrial('isolation.get-of-foreign-booking', {
      reserved: own,
      seen: { read: elsewhere, got: [refused, refused] },
      credentials,
    }),
  ).toMatchObject({
    outcome: 'untested',
    remedy: expect.stringMatching(/operations\.\w+\.request .*: to "\/v2\/bookings\/\{id\}"$/) as unknown,
  })
})

test('a number that both accounts have given to a booking of theirs tells nothing, and the notes do', () => {
  const numbered = (notes: string | null): Answer => answer({ ...booking, uuid: '85', notes })
  const mine = numbered('mine')
  const got = (shown: Answer): string => get([shown], { reserved: mine, seen: { read: mine, got: [shown] } })
  expect(got(numbered('theirs'))).toBe('pass')
  expect(got(numbered(null))).toBe('pass')
  expect(got(numbered('mine'))).toBe('fail')
})

test('a refusal that quotes the notes of the booking shows it all the same', () => {
  const quoting = answer({ error: 'NO', message: 'say "no" may not be read' }, {}, 404)
  const named = answer({ ...booking, notes: 'say "no"' })
  const sent = answer(booking, { input: { notes: 'say "no"' } })
  const got = (reserved: Answer, read: Answer): string => get([quoting], { reserved, seen: { read, got: [quoting] } })
  expect(got(named, named)).toBe('fail')
  expect(got(sent, sent)).toBe('fail')
  expect(got(own, own)).toBe('pass')
  expect(got(answer({ ...booking, notes: '' }), own)).toBe('pass')
  expect(write('extend-of-foreign-booking', { ...attempt, before: named, answer: quoting })).toBe('fail')
})

test('without a second reseller, or without an answer to it, nothing is known of reads', () => {
  expect(get([], { seen: null })).toBe('untested')
  expect(get([noAnswer()])).toBe('untested')
})

test('a refusal proves nothing where the credentials of the second reseller are not good', () => {
  expect(get([refused], { credentials: answer({ error: 'WHO' }, {}, 401) })).toBe('untested')
  expect(get([refused], { credentials: null })).toBe('untested')
  expect(get([own], { credentials: null })).toBe('fail')
})

test('a write by another reseller is refused, where the same is granted to the owner', () => {
  for (const operation of ['extend', 'update', 'confirm', 'cancel']) {
    const id = `${operation}-of-foreign-booking`
    expect(write(id, attempt)).toBe('pass')
    expect(write(id, { ...attempt, answer: own })).toBe('fail')
    expect(write(id, { ...attempt, answer: theirs })).toBe('pass')
    expect(write(id, { ...attempt, own: refused })).toBe('untested')
  }
})

test('a hold that its owner cannot cancel either is no matter of whose it is', () => {
  const data = { credentials, asked: { cancel: asked({ ...attempt, own: refused }) } }
  expect(judgeTrial('isolation.cancel-of-foreign-held-booking', data)).toMatchObject({ applies: false })
  expect(write('cancel-of-foreign-held-booking', { ...attempt, answer: own, own: refused })).toBe('fail')
  expect(write('cancel-of-foreign-held-booking', attempt)).toBe('pass')
})

test('a booking is as it was after what another reseller tried', () => {
  const after = answer({ ...booking, notes: 'mine', status: 'CANCELLED' })
  for (const id of ['foreign-extend', 'foreign-update', 'foreign-confirm', 'foreign-held-cancel', 'foreign-cancel']) {
    expect(write(`${id}-has-no-effect`, attempt)).toBe('pass')
    expect(write(`${id}-has-no-effect`, { ...attempt, after })).toBe('fail')
    expect(write(`${id}-has-no-effect`, attempt, { credentials: null })).toBe('untested')
  }
})

test('an operation that is not offered is not tried', () => {
  expect(write('extend-of-foreign-booking', null)).toBe('untested')
  expect(write('foreign-extend-has-no-effect', null)).toBe('untested')
})

test('an attempt for which nothing was left is told as that', () => {
  const data = { credentials, asked: {} }
  expect(judgeTrial('isolation.cancel-of-foreign-held-booking', data)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('no booking was left with which its owner could show') as string,
  })
})

test("without notes, a booking of the stranger's own under the same key is told by whatever differs, and else unknown", () => {
  const uuid = 'cb213e1e-90b2-44ff-923f-1ec0a02de61f'
  const shown = (n: number, supplierReference: string): Answer =>
    answer({ ...booking, uuid, notes: null, supplierReference }, { n, input: { idempotencyKey: uuid } })
  const [mine, theirOwn] = [shown(1, 'mine'), shown(5, 'theirs')]
  const judged = (n: number, reference: string, underKey = theirOwn): readonly string[] => {
    const given = shown(n, reference)
    return [
      get([given], { reserved: mine, seen: { read: mine, got: [given] }, underKey }),
      write(
        'extend-of-foreign-booking',
        { answer: given, before: mine, after: mine, own: mine },
        { reserved: mine, underKey },
      ),
    ]
  }
  expect(judged(9, 'theirs')).toEqual(['pass', 'pass'])
  expect(judged(9, 'mine')).toEqual(['fail', 'fail'])
  expect(judged(4, 'mine')).toEqual(['fail', 'fail'])
  expect(judged(9, 'mine', shown(5, 'mine'))).toEqual(['untested', 'untested'])
})
