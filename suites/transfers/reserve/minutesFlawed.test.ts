import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { neverBooked } from './minutesFlawed.js'

const { expirationMinutes: _, ...bare } = booking
const until = (minutes: number): Answer =>
  answer({ ...bare, utcExpiresAt: new Date(1_800_000_000_000 + minutes * 60_000).toISOString() })
const shows = (expirationMinutes: Json): Answer => answer({ ...booking, expirationMinutes })
const judge = (
  reserved: Answer,
  read: Answer | null = null,
  control: Answer = shows(60),
): ReturnType<typeof neverBooked> => neverBooked({ value: 580, control, reserved, read })

test('a refusal is right, and so is another hold time that the documents know', () => {
  expect(judge(answer({ error: 'BAD_REQUEST' }, {}, 400)).outcome).toBe('pass')
  expect(judge(shows(200)).outcome).toBe('pass')
})

test('no hold time but a whole number from 20 to 200 is right', () => {
  const outcomes = [19, 201, 580, 20.5, '25', null, true, [30]].map((minutes) => judge(shows(minutes)).outcome)
  expect(new Set(outcomes)).toEqual(new Set(['fail']))
})

test('what is read later counts as well', () => {
  const read = shows(580)
  expect(judge(shows(200), read)).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 580, exchange: read.n, pointer: '/expirationMinutes' }],
  })
})

test('without minutes in the booking, the end of the hold tells, against that of a control', () => {
  expect(judge(until(580), null, until(60))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 580, pointer: '/utcExpiresAt', restsOn: ['booking.holdEnd'] }],
  })
  expect(judge(until(120), null, until(60)).outcome).toBe('pass')
})

test('minutes that are allowed are belied by another end of the hold, where that place shows the end of the control', () => {
  const ending = (minutes: number, startedAt = 1_800_000_000_000): Answer =>
    answer(
      {
        ...booking,
        expirationMinutes: 200,
        utcExpiresAt: new Date(1_800_000_000_000 + minutes * 60_000).toISOString(),
      },
      { startedAt },
    )
  expect(judge(ending(580), null, ending(60))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 580, pointer: '/utcExpiresAt' }],
  })
  expect(judge(ending(200), null, ending(60)).outcome).toBe('pass')
  expect(judge(ending(580, 0), null, ending(60, 0)).outcome).toBe('pass')
})

test('an end too near to a bound, no end, no control and no answer tell nothing', () => {
  const outcomes = [
    judge(until(201), null, until(60)),
    judge(answer(bare), null, until(60)),
    judge(shows(580), null, answer({ error: 'BAD_REQUEST' }, {}, 400)),
    judge(noAnswer()),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['untested', 'untested', 'untested', 'untested'])
})
