import { expect as that, test } from 'vitest'
import type { Answer } from '../wire/answer.js'
import { answer, answerOf, booking, exchange, noAnswer, profile } from './answer.test.data.js'
import { expect, unusable } from './expect.js'
import { describeValue } from './words.js'

test('an accepted answer passes, a refused one fails with its status and rests on the path of the operation', () => {
  that(expect(answer(booking)).toBeAccepted().outcome).toBe('pass')
  const judged = expect(answer({ error: 'NOPE' }, { purpose: 'confirm' }, 409)).toBeAccepted('although it is on hold')
  that(judged).toMatchObject({
    outcome: 'fail',
    findings: [
      {
        message: 'confirm was not accepted, although it is on hold',
        received: 'HTTP 409 NOPE',
        restsOn: ['operations.confirm.request'],
      },
    ],
  })
})

test('2xx without the documented answer is no acceptance', () => {
  that(expect(answer({ ok: true })).toBeAccepted().outcome).toBe('fail')
  that(expect(answer({ error: 'NOPE', uuid: 'b-1' })).toBeAccepted().outcome).toBe('fail')
})

test('nor is it a refusal, and nothing can be read in it', () => {
  const undocumented = answer({ ok: true }, { purpose: 'cancel' })
  that(undocumented).toMatchObject({ accepted: false, refused: false, undocumented: true })
  that(expect(undocumented).toBeRefused(answer(booking), 'x').outcome).toBe('untested')
  that(unusable(undocumented)).toMatchObject({ outcome: 'untested', remedy: 'see what cancel answers' })
})

test.each([502, 503, 504, 408, 511, 520, 524, 530, 599])('HTTP %i is a gateway’s, and neither', (status) => {
  const gateway = answer({ error: 'Service Unavailable' }, {}, status)
  that(gateway).toMatchObject({ accepted: false, refused: false, undocumented: false })
  that(expect(gateway).toBeAccepted().outcome).toBe('untested')
  that(expect(gateway).toBeRefused(answer(booking), 'x').outcome).toBe('untested')
})

test('a gateway’s status without a gateway’s page may be a refusal of the target itself: what to declare then is told', () => {
  const declared =
    "if the target itself refuses so, and no gateway before it, give refusal.statuses: ['4xx', '520'] in the profile"
  that(unusable(answer({ error: 'SOLD_OUT' }, {}, 520))).toMatchObject({ remedy: that.stringContaining(declared) })
  const empty = answer(null, { response: { status: 408, headers: {} } })
  that(unusable(empty)).toMatchObject({ remedy: that.stringContaining("['4xx', '408']") })
  const page = answer(null, { response: { status: 520, headers: {}, text: '<html>520</html>' } })
  that(unusable(page)).toMatchObject({ remedy: 'run again when the target answers, and in time' })
})

test('a server error without JSON may be of a gateway, and is neither; that the target itself says so is for the profile to tell', () => {
  const page = (text?: string, of = profile): Answer =>
    answerOf(exchange({ response: { status: 500, headers: {}, ...(text !== undefined && { text }) } }), of)
  for (const of of [page('<h1>500</h1>'), page('Internal Server Error'), page()])
    that(expect(of).toBeAccepted()).toMatchObject({
      outcome: 'untested',
      remedy: that.stringContaining("['4xx', '500']"),
    })
  const classes = { ...profile, refusal: { statuses: ['4xx', '5xx'], body: null } }
  const named = { ...profile, refusal: { statuses: ['4xx', '500'], body: null } }
  that([page('x', classes).outcome, page('x', named).outcome]).toEqual(['none', 'refused'])
})

test('unless the profile calls it a refusal', () => {
  const of = { ...profile, refusal: { statuses: ['4xx', '503'], body: null } }
  that(answer({}, {}, 503, of).refused).toBe(true)
  that(answer({}, {}, 502, of).refused).toBe(false)
})

test('a class of statuses calls none of a gateway’s a refusal', () => {
  const of = { ...profile, refusal: { statuses: ['4xx', '5xx'], body: null } }
  that([408, 422, 500, 502].map((status) => answer({}, {}, status, of).refused)).toEqual([false, true, true, false])
})

test('an answer that never came says nothing', () => {
  for (const judged of [
    expect(noAnswer()).toBeAccepted(),
    expect(noAnswer()).toBeRefused(null, 'x'),
    expect(noAnswer()).at('/status').toBe('ON_HOLD'),
    expect(null).toBeAccepted(),
    expect(undefined).toBeRefused(answer(booking), 'x'),
  ])
    that(judged.outcome).toBe('untested')
})

test('HTTP 429 is neither accepted nor refused', () => {
  that(expect(answer({}, {}, 429)).toBeRefused(null, 'x').outcome).toBe('untested')
  that(expect(answer({}, {}, 429)).toBeAccepted().outcome).toBe('untested')
})

test('a refusal proves nothing when its control was refused as well', () => {
  const refused = answer({ error: 'NOPE' }, {}, 400)
  that(expect(refused).toBeRefused(answer(booking), 'x').outcome).toBe('pass')
  that(expect(refused).toBeRefused(refused, 'x').outcome).toBe('untested')
  that(expect(answer(booking)).toBeRefused(answer(booking), 'though it must not be').outcome).toBe('fail')
})

test('a refusal with a 5xx of the target’s own, or with 3xx, is a refusal', () => {
  for (const status of [302, 500, 501, 507])
    that(expect(answer({}, {}, status)).toBeRefused(answer(booking), 'x').outcome).toBe('pass')
})

test('a place is compared by value and the finding points at it', () => {
  that(expect(answer(booking)).at('/status').toBe('ON_HOLD').outcome).toBe('pass')
  that(expect(answer(booking)).at('/pricing/net').toBe(801)).toMatchObject({
    outcome: 'fail',
    findings: [{ expected: '801', received: 800, pointer: '/pricing/net' }],
  })
})

test('a place of a refused answer is untested', () => {
  that(
    expect(answer({ error: 'x' }, {}, 400))
      .at('/status')
      .toBe('ON_HOLD').outcome,
  ).toBe('untested')
})

test('a field is read where the profile says, and a finding of it rests on that', () => {
  that(expect(answer(booking)).field('total').toBe(1000).outcome).toBe('pass')
  that(expect(answer(booking)).field('total').toBe(1)).toMatchObject({
    findings: [{ restsOn: ['booking.pricing.total'] }],
  })
  that(expect(answer(booking)).field('status').toBe('X')).not.toHaveProperty('findings.0.restsOn')
})

test('a field that the bookings do not carry is untested and names the key', () => {
  const bare = { ...profile, booking: { ...profile.booking, notes: null } }
  const notes = expect(answer(booking, {}, 200, bare)).field('notes')
  for (const judged of [notes.toBe('x'), notes.toSatisfy('x', () => true)])
    that(judged).toMatchObject({ outcome: 'untested', remedy: 'declare booking.notes in the profile' })
})

test('a finding of a place says what was expected and what is there, where it is', () => {
  const at = expect(answer({ ...booking, long: 'x'.repeat(500) })).at
  that(at('/status').toBe('X')).toMatchObject({
    findings: [{ message: 'in the answer to reserve, status is "ON_HOLD" and should be "X"', expected: '"X"' }],
  })
  that(at('/gone').toSatisfy('a number', (found) => typeof found === 'number')).toMatchObject({
    findings: [
      {
        message: 'in the answer to reserve, gone is missing and should be a number',
        expected: 'a number',
        received: null,
      },
    ],
  })
  that(at('/pricing/net').toSatisfy('a number', (found) => typeof found === 'number').outcome).toBe('pass')
  that(
    expect(answer([], { purpose: 'list' }))
      .at('')
      .toBe(1),
  ).toMatchObject({ findings: [{ message: 'in the answer to list, the body is [] and should be 1', pointer: '' }] })
})

test('an answer without JSON has no places', () => {
  const silent = answer(null, { purpose: 'cancel', response: { status: 204, headers: {} } }, 204)
  for (const judged of [expect(silent).at('/status').toBe('X'), expect(null).at('/status').toBe('X')])
    that(judged.outcome).toBe('untested')
  that(expect(undefined).field('status').toBe('X').outcome).toBe('untested')
})

test('what a check cannot look into says why, with the exchange', () => {
  that(unusable(null)).toMatchObject({ reason: 'the request was not made, because an earlier one did not succeed' })
  const silent = noAnswer()
  that(unusable(silent)).toMatchObject({
    outcome: 'untested',
    reason: that.stringContaining(`(request ${silent.n})`),
    remedy: 'run again when the target answers, and in time',
  })
  const refused = answer({ error: 'NOPE' }, { purpose: 'extend' }, 409)
  that(unusable(refused)).toEqual({
    outcome: 'untested',
    reason: `extend was not accepted: HTTP 409 NOPE (request ${refused.n})`,
    obstacle: { kind: 'refused', exchange: refused.n },
  })
  that(unusable(answer(booking))).toBeNull()
})

test('something accepted that had to be refused is a finding on the whole answer', () => {
  const accepted = answer(booking, { purpose: 'extend' })
  that(expect(accepted).toBeRefused(null, 'though it is confirmed')).toMatchObject({
    outcome: 'fail',
    findings: [
      {
        message: 'extend was accepted, though it is confirmed',
        expected: 'a refusal',
        exchange: accepted.n,
        pointer: '',
      },
    ],
  })
  that(expect(answer({ error: 'x' }, {}, 400)).toBeRefused(null, 'x').outcome).toBe('untested')
})

test('an acceptance that is missing says what an acceptance is', () => {
  that(expect(answer({}, { purpose: 'get' }, 404)).toBeAccepted()).toMatchObject({
    findings: [{ message: 'get was not accepted', expected: '2xx with the documented answer', pointer: '' }],
  })
})

test('a long value is shown bounded', () => {
  that(describeValue('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`)
  that(describeValue('x'.repeat(119))).toBe(`"${'x'.repeat(116)}...`)
  that(describeValue(undefined)).toBe('nothing')
})
