import { expect as that, test } from 'vitest'
import { answer, booking, noAnswer, profile } from './answer.test.data.js'
import { describeValue, expect } from './expect.js'

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

test('a refusal with 5xx is a refusal', () => {
  that(expect(answer({}, {}, 500)).toBeRefused(answer(booking), 'x').outcome).toBe('pass')
})

test('a place is compared by value and the finding points at it', () => {
  that(expect(answer(booking)).at('/status').toBe('ON_HOLD').outcome).toBe('pass')
  that(expect(answer(booking)).at('/pricing/net').toBe(801)).toMatchObject({
    outcome: 'fail',
    findings: [{ expected: '801', received: 800, pointer: '/pricing/net' }],
  })
  that(expect(answer(booking)).at('/status').toBeOneOf(['A', 'ON_HOLD']).outcome).toBe('pass')
  that(expect(answer(booking)).at('/status').toBeOneOf(['A']).outcome).toBe('fail')
  that(expect(answer(booking)).at('/gone').toBeAbsent().outcome).toBe('pass')
  that(expect(answer(booking)).at('/status').toBeAbsent().outcome).toBe('fail')
  that(expect(answer(booking)).at('/gone').toExist().outcome).toBe('fail')
  that(expect(answer(booking)).at('/status').toExist().outcome).toBe('pass')
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
  that(
    expect(answer(booking, {}, 200, bare))
      .field('notes')
      .toBe('x'),
  ).toMatchObject({
    outcome: 'untested',
    remedy: 'declare booking.notes in the profile',
  })
})

test('a long value is shown bounded', () => {
  that(describeValue('x'.repeat(500)).length).toBeLessThanOrEqual(120)
  that(describeValue(undefined)).toBe('nothing')
})
