import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import { momentsOf } from './moments.js'
import './availabilityAgain.js'

const { after, extension } = momentsOf(profile)
const held = answer(booking)
const reserved = (clockMinutes = after + 1): Answer => answer(booking, { clockMinutes })
const soldOut = (clockMinutes = after + 1): Answer => answer({ error: 'SOLD_OUT' }, { clockMinutes }, 409)
const overAgain = reserved()
/** Other holds, whose places are refused as well. */
const second = { second: held, secondFreed: soldOut(10 * extension) }
const twin = { twin: held, twinFreed: soldOut(10 * extension), ...second }

test('what is held can be reserved by nobody else', () => {
  const keeps = (heldAgain: Answer): string =>
    judgeTrial('hold.keeps-availability-until-end', { held, heldAgain }).outcome
  expect(keeps(soldOut(17))).toBe('pass')
  expect(keeps(reserved(17))).toBe('fail')
  expect(keeps(noAnswer())).toBe('untested')
})

test('what is reserved twice after the end of a hold proves nothing where that hold is not known to have ended', () => {
  const again = reserved(10 * extension)
  const once = (data: object): object =>
    judgeTrial('hold.frees-availability-once', { over: held, overAgain: again, overTwice: again, ...data })
  expect(once({})).toMatchObject({ outcome: 'fail', findings: [{ steps: [held.n, again.n] }] })
  const overTwice = soldOut(10 * extension)
  expect(once({ overTwice })).toMatchObject({ outcome: 'pass' })
  for (const data of [{ over: noAnswer() }, { overAgain: reserved(10) }])
    expect(once({ ...data, overTwice })).toMatchObject({ outcome: 'untested' })
})

test('nothing is said without a hold, and when its place was asked for before the hold was surely over', () => {
  const frees = (data: object): string =>
    judgeTrial('hold.frees-availability-unread', { over: held, overAgain: reserved(10 * extension), ...data }).outcome
  expect(frees({})).toBe('pass')
  for (const data of [{ over: noAnswer() }, { overAgain: undefined }, { overAgain: reserved(20) }])
    expect(frees(data)).toBe('untested')
})

test('what a booking has that was extended, confirmed or moved is refused to another', () => {
  for (const [id, own] of [
    ['hold.extended-keeps-availability', { extended: held, extend: held, extendedAgain: soldOut() }],
    ['hold.confirmed-keeps-availability', { confirmed: held, confirm: held, confirmedAgain: soldOut() }],
    ['hold.moved-takes-availability', { moved: held, move: held, movedAgain: soldOut(0) }],
  ] as const) {
    expect(judgeTrial(id, { ...own, overAgain }).outcome, id).toBe('pass')
    // What cannot be reserved again at all was not refused for the booking that has it.
    expect(judgeTrial(id, { ...own, overAgain: soldOut() }).outcome, id).toBe('untested')
    const given = Object.fromEntries(Object.keys(own).map((name) => [name, reserved()]))
    expect(judgeTrial(id, { ...given, ...first(own), overAgain: soldOut() }).outcome, id).toBe('fail')
  }
})

/** The booking and the write, without what was wanted then. */
function first(own: object): object {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !name.endsWith('Again')))
}

test('nothing is said once the extended hold may be over, nor before the hold of a confirmed booking would be', () => {
  const extended = (extendedAgain: Answer): string =>
    judgeTrial('hold.extended-keeps-availability', { extended: held, extend: held, extendedAgain, overAgain }).outcome
  expect(extended(reserved(extension))).toBe('untested')
  expect(extended(noAnswer())).toBe('untested')
  const confirmed = { confirmed: held, confirm: held, confirmedAgain: reserved(10), overAgain }
  expect(judgeTrial('hold.confirmed-keeps-availability', confirmed).outcome).toBe('untested')
})

test('what a booking was moved to is free when its hold is over, and a move that gives it other minutes makes that later', () => {
  const freed = (input: object, minutes = 60, movedFreed = soldOut(), movedControl = reserved(), more = {}): string => {
    const move = answer({ ...booking, expirationMinutes: minutes }, { purpose: 'update', input: { ...input } })
    const trial = { moved: held, move, movedFreed, movedControl, overAgain, ...twin, ...more }
    return judgeTrial('hold.moved-frees-availability', trial).outcome
  }
  expect(freed({})).toBe('fail')
  expect(freed({}, 60, reserved())).toBe('pass')
  expect(freed({}, 60, soldOut(), reserved(), { secondFreed: reserved(10 * extension) })).toBe('untested')
  // There may be no room for any.
  expect(freed({}, 60, soldOut(), soldOut())).toBe('untested')
  // Some take no update without minutes, and some give 60 to a hold that is updated without.
  expect(freed({ expirationMinutes: 60 })).toBe('untested')
  expect(freed({}, 160)).toBe('untested')
})

test('where what holds had is never given back, what nobody had and what a move left show that their availabilities last', () => {
  const late = reserved(10 * extension)
  const lost = { overAgain: soldOut(10 * extension), overControl: late, movedLeft: reserved(0), ...twin }
  const moved = { moved: held, move: answer(booking, { purpose: 'update' }), movedAgain: soldOut(0) }
  const movedFreed = { ...lost, ...moved, movedFreed: soldOut(), movedControl: reserved() }
  expect(judgeTrial('hold.moved-frees-availability', movedFreed).outcome).toBe('fail')
  const extended = { ...lost, extended: held, extend: held, extendedAgain: soldOut() }
  const extendedFreed = (control: Answer | null): object =>
    judgeTrial('hold.extended-frees-availability', { ...extended, extendedFreed: soldOut(10 * extension), control })
  expect(extendedFreed(late)).toMatchObject({ outcome: 'fail' })
  expect(extendedFreed(soldOut())).toMatchObject({ outcome: 'untested' })
  expect(extendedFreed(null)).toMatchObject({ reason: expect.stringContaining('nothing else was left') as string })
  expect(judgeTrial('hold.extended-keeps-availability', extended).outcome).toBe('pass')
  // Of an id for one use, nothing can be wanted twice.
  const once = { ...extended, movedLeft: soldOut(0), extendedFreed: soldOut(10 * extension), control: late }
  expect(judgeTrial('hold.extended-frees-availability', once)).toMatchObject({
    reason: expect.stringContaining('reserved once only') as string,
  })
})

test('one refusal proves nothing: somebody else may have taken what was free', () => {
  const late = reserved(10 * extension)
  const refused = { over: held, overAgain: soldOut(10 * extension), overControl: late, movedLeft: reserved(0) }
  const unread = (data: object): object => judgeTrial('hold.frees-availability-unread', { ...refused, ...data })
  expect(unread(twin)).toMatchObject({ outcome: 'fail' })
  const reason = expect.stringContaining('somebody else may have taken it meanwhile') as string
  const moved = (expirationMinutes: number): Answer =>
    answer({ ...booking, expirationMinutes }, { purpose: 'update', input: {} })
  expect(unread({ ...second, secondMove: moved(60) })).toMatchObject({ outcome: 'fail' })
  // Its move may have given it another hold time.
  expect(unread({ ...second, secondMove: moved(160) })).toMatchObject({ outcome: 'untested', reason })
  for (const secondFreed of [null, late])
    expect(unread({ second: held, secondFreed })).toMatchObject({ outcome: 'untested', reason })
  const left = { moved: held, move: held, movedLeft: soldOut(0), overAgain }
  const leaves = (twinLeft?: Answer): string =>
    judgeTrial('hold.moved-frees-what-it-left', { ...left, twinLeft }).outcome
  expect([leaves(), leaves(reserved(0)), leaves(soldOut(0))]).toEqual(['untested', 'untested', 'fail'])
  // What was free by a new id shows nothing of one that was used.
  const renewed = { ...left, over: answer(booking, { input: { availabilityId: 'used' } }), twinLeft: soldOut(0) }
  expect(judgeTrial('hold.moved-frees-what-it-left', renewed).outcome).toBe('untested')
})
