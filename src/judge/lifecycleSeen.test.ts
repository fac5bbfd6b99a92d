import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../suite/answer.test.data.js'
import type { Answer } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import { pack } from '../pack.js'
import type { TransitionSeen } from './report.js'
import { LifecycleSeen } from './seen.js'

function seen(...answers: readonly Answer[]): readonly TransitionSeen[] {
  const lifecycle = new LifecycleSeen(pack)
  for (const each of answers) lifecycle.add(each)
  return lifecycle.all()
}

const told = (purpose: Exchange['purpose'], status: string, more: Partial<Exchange> = {}): Answer =>
  answer({ ...booking, status }, { purpose, bookingId: 'b-1', ...more })
const reserved = answer(booking, { purpose: 'reserve' })

test('a booking is followed from its reservation on', () => {
  expect(seen(reserved, told('confirm', 'CONFIRMED'), told('cancel', 'CANCELLED'))).toEqual([
    { from: 'CONFIRMED', trigger: 'cancel', to: 'CANCELLED', times: 1 },
    { from: 'ON_HOLD', trigger: 'confirm', to: 'CONFIRMED', times: 1 },
    { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 },
  ])
})

test('a refusal leads nowhere and leaves the booking where it was', () => {
  const refused = answer({ error: 'NO' }, { purpose: 'confirm', bookingId: 'b-1' }, 409)
  expect(seen(reserved, refused, refused, told('extend', 'ON_HOLD'))).toEqual([
    { from: 'ON_HOLD', trigger: 'confirm', to: null, times: 2 },
    { from: 'ON_HOLD', trigger: 'extend', to: 'ON_HOLD', times: 1 },
    { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 },
  ])
})

test('a read that shows another status shows what time did, and any other read nothing', () => {
  expect(seen(reserved, told('get', 'ON_HOLD'), told('get', 'EXPIRED'), told('get', 'EXPIRED'))).toEqual([
    { from: 'ON_HOLD', trigger: 'time', to: 'EXPIRED', times: 1 },
    { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 },
  ])
  expect(seen(told('get', 'ON_HOLD'))).toEqual([])
})

test('the same reservation sent again makes no other booking', () => {
  expect(seen(reserved, reserved)).toEqual([{ from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 }])
})

test('bookings are told apart', () => {
  const other = answer({ ...booking, uuid: 'b-2' }, { purpose: 'reserve' })
  expect(seen(reserved, told('confirm', 'CONFIRMED'), other)).toContainEqual({
    from: null,
    trigger: 'reserve',
    to: 'ON_HOLD',
    times: 2,
  })
})

test('what is no answer, no trigger or not the reseller’s own is not counted', () => {
  expect(
    seen(
      noAnswer(),
      answer([], { purpose: 'list' }),
      answer({}, { purpose: 'transfers' }),
      told('confirm', 'CONFIRMED', { as: 'other' }),
      answer({ ...booking, status: 5 }, { purpose: 'list' }),
    ),
  ).toEqual([])
})
