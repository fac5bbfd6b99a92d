import { expect, test } from 'vitest'
import { testClock } from '../../../src/wire/testClock.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import type { Target } from '../../../src/wire/target.js'
import { answer, answerOf, booking, exchange, noAnswer, profile as usual } from '../../../src/suite/answer.test.data.js'
import { expect as judged } from '../../../src/suite/expect.js'
import { settlingReads } from './settlingReads.js'
import type { Shared } from './stage.js'

const held = answer(booking, { purpose: 'reserve' })
const confirmed = answer({ ...booking, status: 'CONFIRMED' }, { purpose: 'confirm', bookingId: 'b-1' })
const read = (status: string, clockMinutes = 0): Answer =>
  answer({ ...booking, status }, { purpose: 'get', bookingId: 'b-1', clockMinutes })
const missing = (): Answer => answer({ error: 'no' }, { purpose: 'get', bookingId: 'b-1' }, 404)

/** Reads of a target that answers these one after the other, the last one for ever. */
function opened(
  gets: readonly Answer[],
  counts: Partial<Shared['settled']> = {},
  written: Map<string, number> = new Map(),
  {
    confirm = confirmed,
    cancel = noAnswer(),
    of = usual,
    getTakes = 0,
  }: { readonly confirm?: Answer; readonly cancel?: Answer; readonly of?: Profile; readonly getTakes?: number } = {},
) {
  // The same object, for several that share it.
  const settled = Object.assign(counts, {
    atOnce: 0,
    helped: 0,
    inVain: 0,
    cancelled: 0,
    unchanged: 0,
    lacked: new Set<never>(),
    ...counts,
  })
  const clock = testClock()
  const moved: { at: number | null } = { at: null }
  const sent: string[] = []
  let asked = 0
  const answers: Readonly<Record<string, () => Answer>> = {
    reserve: () => held,
    confirm: () => confirm,
    cancel: () => cancel,
    get: () => gets[Math.min(asked++, gets.length - 1)] ?? noAnswer(),
  }
  // Only what is sent through `send` is asked here.
  const target = {
    send: (name: string) => {
      sent.push(name)
      if (name === 'get') clock.advance(getTakes)
      return Promise.resolve(answers[name]?.() ?? noAnswer())
    },
  } as unknown as Target
  const reads = settlingReads(target, {
    profile: of,
    clock,
    signal: new AbortController().signal,
    settled,
    written,
    clockMovedAt: () => moved.at,
    turnedDown: () => sent.push('turned down'),
  })
  return { reads, clock, sent, settled, moved }
}

test('a get that shows the write before it costs no time', async () => {
  const { reads, clock, sent } = opened([read('CONFIRMED')])
  await reads.target.confirm('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect([sent, clock.slept]).toEqual([['confirm', 'get'], []])
})

test.each([
  ['an older state', [read('ON_HOLD'), read('CONFIRMED')]],
  ['no booking', [missing(), read('CONFIRMED')]],
])('a get that shows %s is sent once more when the settling time is over, and is known to be late', async (_, gets) => {
  const { reads, clock, sent } = opened(gets)
  await reads.target.confirm('b-1')
  clock.advance(500)
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect([sent, clock.slept]).toEqual([['confirm', 'get', 'get'], [1500]])
})

test('a get that was answered when the settling time was over may have been read before', async () => {
  const { reads, sent, clock } = opened([read('ON_HOLD'), read('CONFIRMED')], {}, new Map(), { getTakes: 3000 })
  await reads.target.confirm('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect([sent, clock.slept]).toEqual([['confirm', 'get', 'get'], [0]])
  expect(await reads.settle('b-1')).toBe(false)
})

test('what a confirm was sent with and get does not show at all is looked for once more, and then known to be left out', async () => {
  const confirm = answer(
    { ...booking, status: 'CONFIRMED', resellerReference: 'R-1' },
    { purpose: 'confirm', bookingId: 'b-1', input: { reference: 'R-1' } },
  )
  const { resellerReference: _, ...bare } = { resellerReference: null, ...booking }
  const without = answer({ ...bare, status: 'CONFIRMED' }, { purpose: 'get', bookingId: 'b-1' })
  const late = answer(
    { ...booking, status: 'CONFIRMED', resellerReference: 'R-1' },
    { purpose: 'get', bookingId: 'b-1' },
  )
  const seen = opened([without, late], {}, new Map(), { confirm })
  await seen.reads.target.confirm('b-1')
  expect((await seen.reads.target.get('b-1')).read('reference')).toBe('R-1')
  expect(seen.settled).toMatchObject({ helped: 1, inVain: 0 })
  const never = opened([without], {}, new Map(), { confirm })
  await never.reads.target.confirm('b-1')
  await never.reads.target.get('b-1')
  await never.reads.target.get('b-1')
  expect(never.sent).toEqual(['confirm', 'get', 'get', 'get'])
  expect([never.settled.helped, never.settled.inVain]).toEqual([0, 0])
})

test.each([
  [
    '204 without a body',
    exchange({ purpose: 'confirm', bookingId: 'b-1', response: { status: 204, headers: {} } }),
    read('CONFIRMED'),
    true,
  ],
  [
    '204, and did nothing',
    exchange({ purpose: 'confirm', bookingId: 'b-1', response: { status: 204, headers: {} } }),
    read('ON_HOLD'),
    false,
  ],
  [
    'a message',
    answer({ message: 'done' }, { purpose: 'confirm', bookingId: 'b-1' }).exchange,
    read('CONFIRMED'),
    true,
  ],
])('of a confirm that answers %s, a read says whether it was done', async (_, silent, shown, done) => {
  const { reads, sent } = opened([shown], undefined, undefined, { confirm: answerOf(silent) })
  await reads.target.reserve({})
  const write = await reads.target.confirm('b-1')
  expect([write.accepted, write.shownBy, sent]).toEqual([done, done ? shown : null, ['reserve', 'confirm', 'get']])
  if (done) expect([write.n, write.read('status')]).toEqual([silent.n, 'CONFIRMED'])
  expect(judged(write).toReturn()).toMatchObject({ outcome: 'fail', findings: [{ exchange: silent.n }] })
  expect(judged(write).toBeAccepted().outcome).toBe(done ? 'pass' : 'fail')
})

test('a message after what was so before says nothing: it may be a refusal', async () => {
  const told = answer({ message: 'it was confirmed before' }, { purpose: 'confirm', bookingId: 'b-1' })
  const { reads } = opened([read('CONFIRMED')], undefined, undefined, { confirm: told })
  expect((await reads.target.confirm('b-1')).outcome).toBe('none')
})

test('after the settling time what a get shows is what it shows', async () => {
  const { reads, clock, sent } = opened([read('ON_HOLD')])
  await reads.target.confirm('b-1')
  clock.advance(2000)
  await reads.target.get('b-1')
  expect(await reads.settle('b-1')).toBe(false)
  expect([sent, clock.slept]).toEqual([['confirm', 'get'], []])
})

test('a read by somebody else, or of another booking, is not waited for', async () => {
  const { reads, clock } = opened([missing()])
  await reads.target.confirm('b-1')
  await reads.target.get('b-1', { as: 'other' })
  await reads.target.get('b-2')
  expect(clock.slept).toEqual([])
})

test('after the test clock was moved, the booking may have changed by itself: a target that shows its writes at once is not waited for', async () => {
  const prompt = { atOnce: 0, helped: 0, inVain: 0 }
  const { reads, clock } = opened([...Array(3).fill(read('CONFIRMED')), read('EXPIRED', 30)], prompt)
  await reads.target.confirm('b-1')
  for (let each = 0; each < 3; each += 1) await reads.target.get('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('EXPIRED')
  expect(clock.slept).toEqual([])
  expect(prompt).toMatchObject({ atOnce: 3, helped: 0, inVain: 0 })
})

test.each([
  ['is known to show them late', { atOnce: 9, helped: 1, inVain: 0 }],
  ['was not seen to do so', { atOnce: 2, helped: 0, inVain: 0 }],
])('after the test clock was moved, a target that %s is given the settling time', async (_, settled) => {
  const { helped } = settled
  const { reads, clock } = opened([read('EXPIRED', 30), read('CONFIRMED', 30)], settled)
  await reads.target.confirm('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect(clock.slept).toEqual([2000])
  expect(settled.helped).toBe(helped + 1)
  // What it goes on to show is no vain hope: it may well have changed by itself.
  const changed = opened([read('EXPIRED', 30)], settled)
  await changed.reads.target.confirm('b-1')
  await changed.reads.target.get('b-1')
  expect([changed.clock.slept, settled.inVain]).toEqual([[2000], 0])
})

test('of writes that met, no state is expected, but the booking is', async () => {
  const { reads, clock } = opened([read('ON_HOLD'), missing(), read('CONFIRMED')])
  await reads.target.reserve({})
  await reads.asTheyMeet(() => reads.target.confirm('b-1'))
  await reads.target.get('b-1')
  expect(clock.slept).toEqual([])
  expect((await reads.target.get('b-1')).accepted).toBe(true)
  expect(clock.slept).toEqual([2000])
})

test('a target whose reads never settle is not waited for for ever, unless they once did', async () => {
  const { reads, clock } = opened([read('ON_HOLD')])
  for (let round = 0; round < 8; round += 1) {
    await reads.target.confirm('b-1')
    await reads.target.get('b-1')
  }
  expect(clock.slept).toHaveLength(5)
  const helped = opened([read('ON_HOLD')], { atOnce: 0, helped: 1, inVain: 9 })
  await helped.reads.target.confirm('b-1')
  await helped.reads.target.get('b-1')
  expect(helped.clock.slept).toHaveLength(1)
})

test('what another scenario wrote has its settling time as well', async () => {
  const written = new Map<string, number>()
  const one = opened([], undefined, written)
  const other = opened([], undefined, written)
  await one.reads.target.confirm('b-1')
  expect([await other.reads.settle('b-1'), await other.reads.settle('b-2')]).toEqual([true, false])
  expect(other.clock.slept).toEqual([2000])
})

const processing: Profile = {
  ...usual,
  booking: {
    ...usual.booking,
    statuses: { ...usual.booking.statuses, pending: ['PENDING'], rejected: 'REJECTED' },
    settleSeconds: 10,
  },
}
const as = (status: string, purpose: 'get' | 'confirm'): Answer =>
  answer({ ...booking, status }, { purpose, bookingId: 'b-1' }, 200, processing)
const pending = { confirm: as('PENDING', 'confirm'), of: processing }

test('a write that is processed for a while is waited for, by asking for the booking until that is over', async () => {
  const gets = [as('PENDING', 'get'), as('PENDING', 'get'), as('CONFIRMED', 'get')]
  const { reads, clock, sent } = opened(gets, undefined, undefined, pending)
  await reads.target.confirm('b-1')
  expect([sent, clock.slept]).toEqual([
    ['confirm', 'get', 'get', 'get'],
    [250, 500, 1000],
  ])
})

test('a read that shows it as it was before says nothing of its end: the copy that reads are made from may be late', async () => {
  const gets = [as('ON_HOLD', 'get'), as('CONFIRMED', 'get')]
  const { reads, clock, sent } = opened(gets, undefined, undefined, pending)
  await reads.target.confirm('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect([sent, clock.slept]).toEqual([
    ['confirm', 'get', 'get', 'get'],
    [250, 2000],
  ])
})

test('nor of the end of what was begun while writes met', async () => {
  const gets = [as('ON_HOLD', 'get'), as('CONFIRMED', 'get')]
  const { reads, sent } = opened(gets, undefined, undefined, pending)
  await reads.asTheyMeet(() => reads.target.confirm('b-1'))
  expect((await reads.target.get('b-1')).read('status')).toBe('CONFIRMED')
  expect(sent).toEqual(['confirm', 'get', 'get'])
})

test('but on a target that shows what was done at once it does', async () => {
  const { reads, sent } = opened([as('ON_HOLD', 'get')], { atOnce: 3, helped: 0, inVain: 0 }, undefined, pending)
  await reads.asTheyMeet(() => reads.target.confirm('b-1'))
  expect((await reads.target.get('b-1')).read('status')).toBe('ON_HOLD')
  expect(sent).toEqual(['confirm', 'get'])
})

test('one that is never done is waited for as long as the profile says, and no longer', async () => {
  const { reads, clock } = opened([as('PENDING', 'get')], undefined, undefined, pending)
  await reads.target.confirm('b-1')
  expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(10_000)
  expect((await reads.target.get('b-1')).read('status')).toBe('PENDING')
  expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(10_000)
})

test('what is rejected after its confirm can be read, and not be written to: no answer of it says anything', async () => {
  const { reads, sent } = opened([as('REJECTED', 'get')], undefined, undefined, pending)
  await reads.target.confirm('b-1')
  expect((await reads.target.get('b-1')).read('status')).toBe('REJECTED')
  await expect(reads.target.cancel('b-1')).rejects.toThrow('the booking is REJECTED, though its confirm was accepted')
  expect(sent).toEqual(['confirm', 'get', 'turned down', 'get'])
})

test('what a move of the test clock makes of a booking has the settling time as well, however long ago it was written', async () => {
  const { reads, clock, moved } = opened([read('ON_HOLD')])
  await reads.target.confirm('b-1')
  clock.advance(60_000)
  expect(await reads.settle('b-1')).toBe(false)
  moved.at = clock.now()
  clock.advance(500)
  expect(await reads.settle('b-1')).toBe(true)
  expect(clock.slept).toEqual([1500])
})

const cancelAsItWas = answer({ ...booking, status: 'CONFIRMED', cancellable: false }, { purpose: 'cancel' }, 202)

test('a cancel whose answer shows the state before is over when a read shows another', async () => {
  const { reads, sent, settled } = opened([read('CONFIRMED'), read('CANCELLED')], {}, new Map(), {
    cancel: cancelAsItWas,
  })
  await reads.target.cancel('b-1')
  expect(sent).toEqual(['cancel', 'get', 'get'])
  expect(settled).toMatchObject({ cancelled: 1, unchanged: 0 })
  // What it came to is what a read is expected to show from then on.
  expect((await reads.target.get('b-1')).read('status')).toBe('CANCELLED')
  expect(sent).toHaveLength(4)
})

test('where cancels leave the status as it is for ever, no more of them are waited for after a few', async () => {
  const { reads, sent, settled } = opened([read('CONFIRMED')], { unchanged: 2 }, new Map(), { cancel: cancelAsItWas })
  await reads.target.cancel('b-1')
  expect(settled).toMatchObject({ cancelled: 0, unchanged: 3 })
  const asked = sent.length
  await reads.target.cancel('b-1')
  expect(sent.slice(asked)).toEqual(['cancel'])
})
