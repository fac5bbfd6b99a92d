import {
  check,
  fail,
  pass,
  readBooking,
  untested,
  type Finding,
  type Judgement,
} from '../../src/suite/index.js'
import { flawed, flawedMinutes, validMinutes, type Flawed } from './flawed.js'

check(flawed, {
  id: 'reserve.refused-leaves-no-booking',
  clause: '7/refused-reserve-leaves-no-booking',
  title: 'a reserve that is refused leaves no booking behind',
  judge: judgeLeftBehind,
})

export type Probes = Pick<Flawed, 'notes' | 'control' | 'unknown' | 'byKey' | 'listed' | 'again'>

/**
 * Each probe counts only as far as it would have shown a booking: get by the key where the control's id is its key, the list where
 * it has the control, the key again where it makes a booking now.
 */
export function judgeLeftBehind(probes: Probes): Judgement {
  const { control, unknown } = probes
  if (!control.accepted) return untested(`a valid reservation was not accepted either: ${control.describe()}`)
  if (!unknown.refused) return untested('no reservation was refused')
  const findings = [...foundByKey(probes), ...foundInList(probes), ...foundByRepetition(probes)]
  if (findings.length > 0) return fail(...findings)
  const { byKey, listed, again } = probes
  const id = control.read('id')
  const keysAreIds = id !== undefined && id === control.exchange.input['idempotencyKey']
  const proven =
    (keysAreIds && byKey?.refused === true) ||
    (listed?.accepted === true && listed.items.some((item) => readBooking(listed.profile, item, 'id') === id)) ||
    (again?.accepted === true && again.read('expirationMinutes') === validMinutes)
  return proven
    ? pass
    : untested(
        'whether a refused reservation leaves a booking does not show: ids are not the keys, the list does not show holds, and the key cannot be used again',
      )
}

function foundByKey({ byKey, unknown }: Probes): readonly Finding[] {
  const key = unknown.exchange.input['idempotencyKey']
  if (byKey?.accepted !== true || byKey.read('id') !== key) return []
  return [
    {
      message: `The reservation in exchange ${unknown.n} was refused, but get finds a booking under its key`,
      expected: 'no booking',
      received: byKey.read('status') ?? null,
      exchange: byKey.n,
      pointer: byKey.profile.booking.id,
    },
  ]
}

function foundInList({ listed, unknown, notes }: Probes): readonly Finding[] {
  if (listed?.accepted !== true) return []
  const key = unknown.exchange.input['idempotencyKey']
  const index = listed.items.findIndex((item) =>
    [readBooking(listed.profile, item, 'notes') === notes, readBooking(listed.profile, item, 'id') === key].some(
      Boolean,
    ),
  )
  if (index < 0) return []
  return [
    {
      message: `The reservation in exchange ${unknown.n} was refused, but the list has its booking`,
      expected: 'no booking',
      received: readBooking(listed.profile, listed.items[index], 'status') ?? null,
      exchange: listed.n,
      pointer: `${listed.itemsPointer}/${index}`,
    },
  ]
}

function foundByRepetition({ again, unknown }: Probes): readonly Finding[] {
  if (again?.accepted !== true || again.read('expirationMinutes') !== flawedMinutes) return []
  return [
    {
      message: `The reservation in exchange ${unknown.n} was refused, but its key answers a booking with its ${flawedMinutes} minutes`,
      expected: `a new booking of ${validMinutes} minutes`,
      received: flawedMinutes,
      exchange: again.n,
      pointer: '/expirationMinutes',
    },
  ]
}
