import { describe, expect, test } from 'vitest'
import { answer, answerOf, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './movedWindow.js'
import './windowJudged.js'

const minute = 60_000
const aClock: Profile['clock'] = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/minutes' } }
const of: Profile = {
  ...profile,
  bookable: { ...profile.bookable, closing: [{ productId: 'p', optionId: 'o', cutOffMinutes: 45 }] },
}
const outcome = (id: string, data: object): string => judgeTrial(id, data, of).outcome

/** An availability check that was answered so many minutes after it was asked. */
const checkedFor = (minutes: number): Answer => answer([], { purpose: 'availability', durationMs: minutes * minute })
const confirmed = answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'confirm' })
const at = (purpose: string, clockMinutes: number, cancellable: boolean, more: object = {}): Answer =>
  answer({ ...booking, status: 'CONFIRMED', cancellable }, { purpose, clockMinutes, ...more })
const refused = (purpose: string, clockMinutes: number, more: object = {}): Answer =>
  answer({ error: 'TOO_LATE' }, { purpose, clockMinutes, ...more }, 409)

const before = 43
const after = 48

/** What a server does that closes the window so many minutes late, or early. */
const closesLate = {
  booked: confirmed,
  open: at('get', before, true),
  openUpdate: at('update', before, true, { input: { reference: 'open' } }),
  closed: at('get', after, true),
  closedUpdate: at('update', after, true, { input: { reference: 'closed' } }),
  closedCancel: answer({ ...booking, status: 'CANCELLED' }, { purpose: 'cancel', clockMinutes: after }),
  reread: at('get', after, true),
}
const overIds = ['cancel.window-over-not-cancellable', 'update.window-over-refused', 'cancel.window-over-refused']

test.each(overIds)('%s is untested where the availability check was answered so late that it may not be over', (id) => {
  expect(outcome(id, { ...closesLate, bookedChecked: checkedFor(0.1) })).toBe('fail')
  expect(outcome(id, { ...closesLate, bookedChecked: checkedFor(2.5) })).toBe('untested')
  expect(outcome(id, closesLate)).toBe('untested')
})

test('a booking that was moved to another start has the window of what was checked for that', () => {
  const id = 'update.moves-the-window'
  const here = { here: confirmed, hereRead: at('get', after, true), hereCancel: refused('cancel', after) }
  expect(outcome(id, { ...here, hereChecked: checkedFor(0.1) })).toBe('fail')
  expect(outcome(id, { ...here, hereChecked: checkedFor(2.5) })).toBe('untested')
  const gone = { away: confirmed, awayRead: at('get', after, false), awayCancel: refused('cancel', after) }
  expect(outcome(id, { ...gone, hereChecked: null })).toBe('fail')
  // The clock of a server that earlier runs have moved on by days: what departs then can be changed no more.
  expect(outcome(id, { ...gone, here: refused('update', 0) })).toBe('untested')
})

test('a move that is refused is told in the words of the refusal, with advice that fits them', () => {
  const input = { availabilityId: 'a' }
  const remedyOf = (error: string): string => {
    const here = answer({ error, errorMessage: 'No.' }, { purpose: 'update', input }, 400)
    const bookedReserved = answer(booking, { purpose: 'reserve', input })
    const judged = judgeTrial(
      'update.moves-the-window',
      { away: confirmed, awayRead: at('get', after, true), here, bookedReserved },
      of,
    )
    expect(judged).toMatchObject({ outcome: 'untested', reason: expect.stringContaining(error) })
    return judged.outcome === 'untested' ? (judged.remedy ?? '') : ''
  }
  expect(remedyOf('INVALID_CURRENCY')).toMatch(/default currency of bookable\.standard/)
  expect(remedyOf('NOT_AVAILABLE')).toMatch(/room for 3 bookings/)
})

test.each([
  ['cancel.window-open-cancellable', 'open', at('get', before, false)],
  ['update.window-open-accepted', 'openUpdate', refused('update', before)],
  ['cancel.window-open-accepted', 'earlyCancel', refused('cancel', before)],
])('%s is untested where the window may be over by the time of the answer', (id, name, wrong) => {
  const { exchange } = wrong
  const slow = { ...wrong, exchange: { ...exchange, startedAt: 1.5 * minute } }
  const some = { ...closesLate, early: confirmed, bookedChecked: checkedFor(0.1), earlyChecked: checkedFor(0.1) }
  expect(outcome(id, { ...some, [name]: wrong })).toBe('fail')
  expect(outcome(id, { ...some, [name]: slow })).toBe('untested')
})

test('minutes that were counted by hand fail nobody where the check names several availabilities', () => {
  const several = answer([{ id: 'a' }, { id: 'b' }], { purpose: 'availability' })
  for (const id of overIds) expect(outcome(id, { ...closesLate, bookedChecked: several })).toBe('untested')
})

describe('where the availability says when its window closes', () => {
  const day = 24 * 60
  const bookable = { ...profile.bookable, closing: [{ productId: 'p', optionId: 'o', cutOffAt: '/until' }] }
  // The target is a year ahead, as the end of the hold that it has just made shows.
  const bookedReserved = answer(
    { ...booking, expirationMinutes: 60, utcExpiresAt: '2027-06-01T13:00:00Z' },
    { purpose: 'reserve', input: { availabilityId: 'b', expirationMinutes: 60 } },
  )
  const check = (until: string): Answer => answer([{ id: 'a' }, { id: 'b', until }], { purpose: 'availability' })
  const id = 'cancel.window-over-not-cancellable'
  const own: Profile = { ...profile, bookable, clock: aClock }
  const seen = (minutes: number, until: string, reserved: object = { bookedReserved }): string => {
    const [closed, reread] = [at('get', minutes, true), at('get', minutes, true)]
    return judgeTrial(id, { booked: confirmed, bookedChecked: check(until), closed, reread, ...reserved }, own).outcome
  }

  test('it is judged once that moment is over for the target, be it days ahead, and not before', () => {
    expect(seen(2 * day + 4, '2027-06-03T12:00:00Z')).toBe('fail')
    expect(seen(2 * day + 1, '2027-06-03T12:00:00Z')).toBe('untested')
    expect(seen(2 * day - 4, '2027-06-03T12:00:00Z')).toBe('untested')
  })

  test('nothing is said where it stands nowhere, its zone is not known, or the time of the target is not', () => {
    expect(seen(2 * day + 4, 'on Thursday')).toBe('untested')
    expect(seen(2 * day + 4, '2027-06-03T12:00:00')).toBe('untested')
    expect(seen(2 * day + 4, '2027-06-03T12:00:00Z', {})).toBe('untested')
    const silent = answer({ ...booking, expirationMinutes: 60 }, { purpose: 'reserve', input: { availabilityId: 'b' } })
    expect(seen(2 * day + 4, '2027-06-03T12:00:00Z', { bookedReserved: silent })).toBe('untested')
  })

  test('what was never cancellable fails nobody, and the key that may be wrong is named', () => {
    const never = answer(
      { ...booking, cancellable: false, expirationMinutes: 60, utcExpiresAt: '2027-06-01T13:00:00Z' },
      { purpose: 'reserve', input: { availabilityId: 'b', expirationMinutes: 60 } },
    )
    const shown = (purpose: string, cancellable: boolean): Answer => at(purpose, 10, cancellable)
    const trial = (bookedReserved: Answer, confirmedAs: boolean): object => ({
      bookedChecked: check('2027-06-01T13:00:00Z'),
      bookedReserved,
      booked: at('confirm', 0, confirmedAs),
      open: shown('get', false),
    })
    const said = (data: object, name = 'cancel.window-open-cancellable'): object => judgeTrial(name, data, own)
    const wrong = { outcome: 'untested', remedy: expect.stringContaining('bookable.closing.cutOffAt') }
    expect(said(trial(never, false))).toMatchObject(wrong)
    expect(said(trial(never, false), 'update.window-open-accepted')).toMatchObject(wrong)
    // Such as a server that lets nobody cancel a hold: it was cancellable once.
    expect(said(trial(never, true))).toMatchObject({ outcome: 'fail' })
    const other = { early: at('confirm', 0, true), earlyReserved: never }
    expect(said({ ...trial(never, false), ...other })).toMatchObject({ outcome: 'fail' })
  })

  test('the time of a target whose holds show no end is that of its test clock, unless holds say otherwise', () => {
    const silent = answer({ ...booking, expirationMinutes: 60 }, { purpose: 'reserve', input: { availabilityId: 'b' } })
    const inMinutes = Date.parse('2027-06-01T12:00:00Z') / minute
    const byClock = (ahead: number, reserved: Answer): string =>
      seen(2 * day + 4, '2027-06-03T12:00:00Z', { bookedReserved: reserved, ahead })
    expect(byClock(inMinutes, silent)).toBe('fail')
    expect(byClock(inMinutes, bookedReserved)).toBe('fail')
    expect(byClock(inMinutes + day, bookedReserved)).toBe('untested')
  })
})

test('a move to what another booking has is refused for that, and no clock is blamed', () => {
  const there = { input: { availabilityId: 'b' } }
  const trial = {
    away: confirmed,
    awayRead: at('get', after, true),
    bookedReserved: answer(booking, { purpose: 'reserve', ...there }),
    here: refused('update', 0, there),
  }
  expect(judgeTrial('update.moves-the-window', trial, of)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('what other bookings of bookable.closing have'),
  })
})

test('a move is not judged by a window that may have closed where the booking was before', () => {
  const id = 'update.moves-the-window'
  const closed = { here: confirmed, hereRead: at('get', after, false), hereCancel: refused('cancel', after) }
  const come = { ...closed, hereChecked: checkedFor(0.1) }
  const away = { away: confirmed, awayRead: at('get', after, true), awayCancel: at('cancel', after, false) }
  expect(outcome(id, { ...come, ...away })).toBe('pass')
  // Nothing shows that what it left could still be cancelled by then.
  expect(outcome(id, come)).toBe('untested')
})

test('a booking that was moved to what closes first may be closed by then', () => {
  const bookable = {
    ...profile.bookable,
    standard: { ...profile.bookable.standard, cutOffAt: '/until' },
    closing: [{ productId: 'p', optionId: 'o', cutOffAt: '/until' }],
  }
  const own: Profile = { ...profile, bookable, clock: aClock }
  const { exchange } = answer(
    { ...booking, expirationMinutes: 60, utcExpiresAt: '2027-06-01T13:00:00Z' },
    { purpose: 'reserve', input: { availabilityId: 'b', expirationMinutes: 60 } },
  )
  const seen = (until: string): string =>
    judgeTrial(
      'update.moves-the-window',
      {
        bookedReserved: answerOf(exchange, own),
        away: at('update', 0, true, { input: { availabilityId: 'b' } }),
        awayChecked: answer([{ id: 'b', until }], { purpose: 'availability' }),
        awayRead: at('get', after, false),
        awayCancel: refused('cancel', after),
      },
      own,
    ).outcome
  expect(seen('2027-06-05T12:00:00Z')).toBe('fail')
  expect(seen('2027-06-01T12:40:00Z')).toBe('untested')
})
