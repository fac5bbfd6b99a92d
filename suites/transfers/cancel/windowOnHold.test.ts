import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './windowJudged.js'
import './windowOnHold.js'

const soon = (cutOffMinutes: number): Profile => ({
  ...profile,
  bookable: { ...profile.bookable, closing: [{ productId: 'p', optionId: 'o', cutOffMinutes }] },
})
const checked = answer([], { purpose: 'availability' })
const held = answer(booking, { input: { expirationMinutes: 58 } })
const closed = (shown: object = { cancellable: false }): Answer =>
  answer({ ...booking, ...shown }, { purpose: 'get', clockMinutes: 48 })
const over = { clockMinutes: 48 }
const updated = answer(booking, { purpose: 'update', input: { reference: 'other' }, ...over })
const refused = answer({ error: 'TOO_LATE' }, { purpose: 'update', ...over }, 409)
const outcome = (id: string, data: object, cutOff = 45): string =>
  judgeTrial(id, { checked, ...data }, soon(cutOff)).outcome

test('a hold outlives its window, is not cancellable then, and is not updated', () => {
  expect(outcome('hold.outlives-the-window', { held, closed: closed() })).toBe('pass')
  expect(outcome('hold.outlives-the-window', { held, closed: closed({ status: 'EXPIRED' }) })).toBe('fail')
  expect(outcome('cancel.window-over-hold-not-cancellable', { held, closed: closed() })).toBe('pass')
  expect(outcome('cancel.window-over-hold-not-cancellable', { held, closed: closed({ cancellable: true }) })).toBe(
    'fail',
  )
  const update = 'update.window-over-refused-on-hold'
  expect(outcome(update, { held, openUpdate: updated, closedUpdate: refused })).toBe('pass')
  expect(outcome(update, { held, openUpdate: updated, closedUpdate: updated })).toBe('fail')
  expect(outcome(update, { held, openUpdate: refused, closedUpdate: refused })).toBe('untested')
  const ofNothing = answer(booking, { purpose: 'update', ...over })
  expect(outcome(update, { held, openUpdate: updated, closedUpdate: ofNothing })).toBe('untested')
  // All that it asks for is there: a target that takes no reference is asked for no change by what its bookings have.
  const asked = answer(booking, { purpose: 'update', input: { reference: 'mine' }, ...over })
  const as = (resellerReference: string): Answer => closed({ cancellable: false, resellerReference })
  expect(outcome(update, { held, openUpdate: updated, closed: as('mine'), closedUpdate: asked })).toBe('untested')
  expect(outcome(update, { held, openUpdate: updated, closed: as('other'), closedUpdate: asked })).toBe('fail')
})

test('it can be confirmed, as long as it is still what it was', () => {
  const confirm = (data: object): string =>
    outcome('confirm.window-over-accepted', { held, closed: closed(), closedUpdate: refused, ...data })
  expect(confirm({ confirmed: answer(booking, { purpose: 'confirm', ...over }) })).toBe('pass')
  const no = answer({ error: 'NO' }, { purpose: 'confirm', ...over }, 409)
  expect(confirm({ confirmed: no })).toBe('fail')
  expect(confirm({ confirmed: no, closed: closed({ status: 'EXPIRED' }) })).toBe('untested')
  expect(confirm({ confirmed: no, closedUpdate: updated })).toBe('untested')
})

test('without such a hold, it is said why', () => {
  const said = (cutOff: number): object => judgeTrial('hold.outlives-the-window', {}, soon(cutOff))
  expect(said(600)).toMatchObject({ outcome: 'untested', reason: expect.stringContaining('no hold lasts until') })
  expect(said(45)).toMatchObject({ outcome: 'untested', reason: 'bookable.closing could not be held' })
})

test('a window that closes when no hold lasts any more is told as that', () => {
  const own: Profile = {
    ...profile,
    clock: { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/minutes' } },
    bookable: {
      ...profile.bookable,
      closing: [{ productId: 'p', optionId: 'o', cutOffAt: '/start', cutOffBefore: 1440 }],
    },
  }
  const starting = (start: string): Answer => answer([{ id: 'a', start }], { purpose: 'availability' })
  const long = answer(
    { ...booking, expirationMinutes: 200, utcExpiresAt: '2027-06-01T15:20:00Z' },
    { purpose: 'reserve', input: { availabilityId: 'a', expirationMinutes: 200 } },
  )
  const said = (start: string): object =>
    judgeTrial('hold.outlives-the-window', { held: long, checked: starting(start) }, own)
  expect(said('2027-06-05T12:00:00Z')).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('closes later than a hold can last (200 minutes): in 3 days'),
  })
  expect(said('2027-06-02T13:00:00Z')).toMatchObject({ reason: expect.stringContaining('was missed') })
  expect(said('2027-12-24T12:00:00Z')).toMatchObject({ reason: expect.stringContaining('in 205 days') })
})

test('whether the window has closed is not known where its availability was checked late', () => {
  const late = answer([], { purpose: 'availability', durationMs: 150_000 })
  const ids = [
    'hold.outlives-the-window',
    'cancel.window-over-hold-not-cancellable',
    'update.window-over-refused-on-hold',
    'confirm.window-over-accepted',
  ]
  const wrong = {
    held,
    closed: closed({ cancellable: true }),
    openUpdate: updated,
    closedUpdate: updated,
    confirmed: answer({ error: 'NO' }, { purpose: 'confirm', ...over }, 409),
  }
  for (const id of ids) expect([id, outcome(id, { ...wrong, checked: late })]).toEqual([id, 'untested'])
  expect(outcome('cancel.window-over-hold-not-cancellable', { ...wrong, checked: null })).toBe('untested')
})

test('where the test clock shows its time and the window is too far all the same, nearer days are the remedy', () => {
  const outlives = (now: string | null): unknown =>
    judgeTrial(
      'hold.outlives-the-window',
      { checked, held, closed: null },
      { ...soon(600), clock: { method: 'POST', path: '/clock', now } },
    )
  const remedy = (words: unknown): object => ({ outcome: 'untested', remedy: words })
  expect(outlives('/now')).toMatchObject(remedy(expect.not.stringContaining('clock.now')))
  expect(outlives(null)).toMatchObject(remedy(expect.stringContaining('give clock.now')))
})
