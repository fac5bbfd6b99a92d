import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { ledgerEntry } from '../../../src/wire/ledgerEntry.test.data.js'
import { runOnReference } from '../../../src/proof/runOnReference.js'
import { notCancellable } from '../update/notCancellable.js'
import { openShared, enderOf, handOn, takeWalked } from './stage.js'

const walked = { id: 'b-1', availabilityId: 'a-1' }
const confirmed = answer({ ...booking, status: 'CONFIRMED', cancellable: true }, { purpose: 'confirm' })

/** Where it was handed on, as far as that is known there. */
function stageOf(isAborted = false, isChosen = true): Parameters<typeof enderOf>[1] {
  const shared = openShared()
  handOn(walked, confirmed, { shared })
  return {
    shared,
    signal: isAborted ? AbortSignal.abort() : new AbortController().signal,
    judging: { checksOf: () => (isChosen ? [{ id: 'c' }] : []) },
  } as unknown as Parameters<typeof enderOf>[1]
}

test('what the walk confirmed is taken once, by one scenario', () => {
  const stage = stageOf()
  expect(takeWalked('confirm', stage)).toBeNull()
  expect(takeWalked(notCancellable.id, stage)).toMatchObject(walked)
  expect(takeWalked(notCancellable.id, stage)).toBeNull()
})

test.each([
  ['is not confirmed', { status: 'ON_HOLD', cancellable: true }],
  ['cannot be cancelled', { status: 'CONFIRMED', cancellable: false }],
])('what %s is not handed on', (_, shown) => {
  const shared = openShared()
  handOn(walked, answer({ ...booking, ...shown }, { purpose: 'confirm' }), { shared })
  expect(shared.walked).toBeNull()
})

test('who takes it ends it; the walk does, where nobody is to take it, or the run is cut short', () => {
  const entry = ledgerEntry(walked.id, { scenario: 'walk' })
  expect(enderOf(entry, stageOf())).toBe(notCancellable.id)
  expect(enderOf(ledgerEntry('b-2', { scenario: 'walk' }), stageOf())).toBe('walk')
  expect(enderOf(entry, stageOf(false, false))).toBe('walk')
  expect(enderOf(entry, stageOf(true))).toBe('walk')
})

test.each([
  ['update.not-cancellable-refused', 1, notCancellable.id],
  ['confirm.accepted', 1, 'cleanup'],
])('a run of %s leaves nothing of the walk', async (only, times, ender) => {
  const { report, evidence } = await runOnReference({ plan: { only: [only] } })
  const [, second] = report.bookings
  expect(second).toMatchObject({ scenario: 'walk', fate: 'cancelled' })
  const cancels = evidence.flatMap((line) =>
    line.type === 'exchange' && line.exchange.purpose === 'cancel' && line.exchange.bookingId === second?.id
      ? [line.exchange.scenario]
      : [],
  )
  expect(cancels).toEqual(Array.from({ length: times }, () => ender))
})
