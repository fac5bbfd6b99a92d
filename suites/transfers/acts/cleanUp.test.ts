import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Profile } from '../vocabulary/index.js'
import type { Answer } from '../vocabulary/index.js'
import type { LedgerEntry } from '../../../src/wire/service.js'
import { testClock } from '../../../src/wire/testClock.test.data.js'
import { ledgerEntry } from '../../../src/wire/ledgerEntry.test.data.js'
import { Stop } from '../../../src/wire/stop.js'
import { cleanUp, endHolds } from './cleanUp.js'

const cancelled = (): Answer => answer({ ...booking, status: 'CANCELLED' }, { purpose: 'cancel' })
const refused = (): Answer => answer({ error: 'NO' }, { purpose: 'cancel' }, 409)

interface Options {
  readonly of?: Profile
  readonly holdsKept?: number
  readonly slots?: [string, string][]
  readonly ageing?: 'clock' | 'later'
  readonly mayLapse?: boolean
  readonly clockMinutes?: number
  /** When holds that were left to time are ended. */
  readonly now?: number
}

/** Cleans up after the scenario `mine`. Tells the cancellations sent, their accounts, and the shared state after it. */
async function cleaned(
  bookings: readonly LedgerEntry[],
  answered: () => Answer = cancelled,
  { of = profile, holdsKept = 0, slots = [], ageing = 'later', mayLapse = false, clockMinutes = 1, now }: Options = {},
): Promise<{ asked: string[]; holdsKept: number; slots: string[] }> {
  const asked: string[] = []
  const shared = {
    holdsKept,
    written: new Map(),
    released: new Set<string>(),
    crowded: false,
    takenSlots: new Map(slots),
    settled: { atOnce: 0, helped: 0, inVain: 0 },
    withoutHold: new Set<string>(),
    turnedDown: new Set<string>(),
    cancels: false,
    leaves: true,
    left: new Set<string>(),
  }
  const send = (_: string, { id }: { id: string }, { as }: { as: string }): Promise<Answer> => {
    asked.push(as === 'reseller' ? id : `${id} as ${as}`)
    return Promise.resolve().then(answered)
  }
  // cleanUp knows no more of a stage than this.
  const stage = {
    clock: testClock(),
    judging: { profile: of, plan: { ageing } },
    session: { clockMinutes, bookings, for: () => ({ send }) },
    shared,
  } as unknown as Parameters<typeof cleanUp>[1]
  await cleanUp('mine', stage, mayLapse)
  if (now !== undefined) await endHolds(now, stage)
  return { asked, holdsKept: shared.holdsKept, slots: [...shared.takenSlots.keys()] }
}

test('what the scenario booked and did not end is cancelled, each as who made it', async () => {
  const bookings = [
    ledgerEntry('held'),
    ledgerEntry('confirmed', { status: 'CONFIRMED', mayEnd: true }),
    ledgerEntry('silent', { status: 'CONFIRMED' }),
    ledgerEntry('strange', { status: null, as: 'other' }),
    ledgerEntry('odd', { status: 'HELD', mayEnd: false }),
    ledgerEntry('unshown', { status: null, mayEnd: false }),
  ]
  const asked = ['confirmed', 'silent', 'strange as other', 'odd', 'unshown', 'held']
  expect((await cleaned(bookings)).asked).toEqual(asked)
})

test('what is over, what is another scenario’s, what has no id and what says that it cannot be cancelled is left alone', async () => {
  const bookings = [
    ledgerEntry('cancelled', { status: 'CANCELLED' }),
    ledgerEntry('expired', { status: 'EXPIRED' }),
    ledgerEntry('theirs', { scenario: 'another' }),
    ledgerEntry(null),
    ledgerEntry('firm', { status: 'CONFIRMED', mayEnd: false }),
  ]
  expect((await cleaned(bookings)).asked).toEqual([])
})

test('a target that offers no cancel is asked for none', async () => {
  const of = { ...profile, operations: { ...profile.operations, cancel: null } }
  expect((await cleaned([ledgerEntry('held')], cancelled, { of })).asked).toEqual([])
})

test('a target that keeps its holds is not asked for ever, but its confirmed bookings are', async () => {
  const holds = ['a', 'b', 'c', 'd', 'e'].map((id) => ledgerEntry(id))
  const { asked, holdsKept } = await cleaned([...holds, ledgerEntry('f', { status: 'CONFIRMED' })], refused)
  expect(asked).toEqual(['f', 'a', 'b', 'c'])
  expect(holdsKept).toBe(3)
  expect((await cleaned([ledgerEntry('a')], cancelled, { holdsKept: 2 })).holdsKept).toBe(2)
  expect((await cleaned([ledgerEntry('a', { status: 'CONFIRMED' })], refused)).holdsKept).toBe(0)
})

test('a stop ends one cancellation and not the others; octospec’s own mistake ends all', async () => {
  const stopped = (): Answer => {
    throw new Stop('no answer', 'x')
  }
  expect((await cleaned([ledgerEntry('a'), ledgerEntry('b')], stopped)).asked).toEqual(['a', 'b'])
  const broken = (): Answer => {
    throw new TypeError('oops')
  }
  await expect(cleaned([ledgerEntry('a'), ledgerEntry('b')], broken)).rejects.toThrow('oops')
})

test('an availability may be used again once all that was booked on it is cancelled', async () => {
  const slots: [string, string][] = [
    ['slot-1', 'mine'],
    ['slot-2', 'another'],
  ]
  const over = ledgerEntry('a', { status: 'CANCELLED' })
  expect((await cleaned([over, ledgerEntry('b', { scenario: 'another' })], cancelled, { slots })).slots).toEqual([
    'slot-2',
  ])
  expect((await cleaned([over, ledgerEntry('b')], refused, { slots })).slots).toEqual(['slot-1', 'slot-2'])
})

test('where the run lets time pass, holds are left to it, and those that it has not ended are cancelled at last', async () => {
  const bookings = [
    ledgerEntry('short', { endsAt: 1000 }),
    ledgerEntry('long', { endsAt: 900_000_000 }),
    ledgerEntry('endless'),
    ledgerEntry('confirmed', { status: 'CONFIRMED' }),
  ]
  const clocked = { ageing: 'clock', mayLapse: true } as const
  expect((await cleaned(bookings, cancelled, clocked)).asked).toEqual(['confirmed', 'endless'])
  expect((await cleaned(bookings, cancelled, { ...clocked, now: 800_000_000 })).asked).toEqual([
    'confirmed',
    'endless',
    'long',
  ])
  expect((await cleaned(bookings, cancelled, { ...clocked, mayLapse: false })).asked).toHaveLength(4)
  expect((await cleaned(bookings, cancelled, { ...clocked, ageing: 'later' })).asked).toHaveLength(4)
})
