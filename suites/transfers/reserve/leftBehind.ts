import {
  fail,
  findingAt,
  idText,
  isKeptIn,
  openSuite,
  pass,
  refusal,
  unjudged,
  unseen,
  untested,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, Suite } from '../vocabulary/index.js'
import { flawed, flawedMinutes, ownNotes, validMinutes, type FlawedReserves } from './flawed.js'

const suite: Suite = openSuite()
const { check } = suite

check(flawed, {
  id: 'reserve.refused-leaves-no-booking',
  clause: '7/refused-reserve-leaves-no-booking',
  title: 'a reserve that is refused leaves no booking behind',
  judge: (trial) => {
    const [unknown, ...others] = trial.flawed.filter(({ flaw }) => !ownNotes.includes(flaw)).map(({ answer }) => answer)
    const soldOut = trial.soldOut === null ? [] : [trial.soldOut]
    return unknown === undefined
      ? unjudged(null)
      : judgeLeftBehind({ ...trial, unknown, others: [...others, ...soldOut] })
  },
})

export interface Probes extends Pick<FlawedReserves, 'notes' | 'control' | 'byKey' | 'listed' | 'again'> {
  /** The one that was probed. */
  readonly unknown: Answer
  /** The other flawed reservations with these notes, refused or not. */
  readonly others: readonly Answer[]
}

/**
 * Each probe counts only as far as it would have shown a booking: get by the key where the control's id is its key, the list where
 * it has the control, the key again where it makes a booking now.
 */
export function judgeLeftBehind(probes: Probes): Judgement {
  const { control, unknown } = probes
  if (!control.accepted)
    return untested(`a valid reservation was not accepted either: ${control.describe()}`, undefined, refusal(control))
  if (!unknown.refused) return unseen('no reservation was refused')
  const findings = [...foundByKey(probes), ...foundInList(probes), ...foundByRepetition(probes)]
  if (findings.length > 0) return fail(...findings)
  const { byKey, listed, again } = probes
  const id = control.read('id')
  const keysAreIds = id !== undefined && id === control.exchange.input['idempotencyKey']
  const proven =
    (keysAreIds && byKey?.refused === true) ||
    (listed?.accepted === true && listed.bookings.some((each) => each.id === idText(id))) ||
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
    findingAt(byKey, byKey.profile.booking.id, {
      ...say`The reservation in request ${unknown} was refused, but get finds a booking under its key`,
      ...wants.nothing('no booking'),
      received: byKey.read('status') ?? null,
    }),
  ]
}

function foundInList({ listed, unknown, again, notes, others }: Probes): readonly Finding[] {
  if (listed?.accepted !== true) return []
  const all = [unknown, ...others]
  const made = [again, ...others].flatMap((each) => (each?.accepted === true ? [idText(each.read('id'))] : []))
  // What got no answer may be a booking and was not refused.
  const told = all.every(({ outcome }) => outcome !== 'none')
  const left = listed.bookings.find(
    (each) =>
      // Of what has no id nobody can say that it is not one of those.
      each.id !== undefined &&
      !made.includes(each.id) &&
      ((told && isKeptIn(notes, each.read('notes'))) || keyed(all, each.read('id')) !== undefined),
  )
  if (left === undefined) return []
  const refused = keyed(all, left.read('id'))
  return [
    findingAt(listed, left.pointer, {
      ...say`${refused === undefined ? 'A flawed reservation' : say`The reservation in request ${refused}`} was refused, but the list has its booking`,
      ...wants.nothing('no booking'),
      received: left.read('status') ?? null,
    }),
  ]
}

/** The refused reservation whose key became the id of a booking. */
function keyed(flawed: readonly Answer[], id: unknown): Answer | undefined {
  return flawed.find((each) => each.refused && id !== undefined && each.exchange.input['idempotencyKey'] === id)
}

function foundByRepetition({ again, unknown }: Probes): readonly Finding[] {
  if (again?.accepted !== true || again.read('expirationMinutes') !== flawedMinutes) return []
  return [
    findingAt(again, '/expirationMinutes', {
      ...say`The reservation in request ${unknown} was refused, but its key answers a booking with its ${flawedMinutes} minutes`,
      ...wants.value(validMinutes, `a new booking of ${validMinutes} minutes`),
    }),
  ]
}

export default suite
