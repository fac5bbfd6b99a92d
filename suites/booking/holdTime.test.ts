import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HoldTime, type Timed } from './holdTime.js'
import type { Held, Step } from './step.js'

const minute = 60_000
const grace = 2 * minute

/** A step in a story: the minute at which it is sent, by a test clock that moves or by real time. */
function stepAt(n: number, operation: string, at: number, byClock = true): Step<string> {
  return {
    n,
    operation,
    channel: operation === 'get' ? 'get' : 'answer',
    caller: 'reseller',
    id: 'b',
    outcome: 'accepted',
    isServerError: false,
    from: byClock ? n : at * minute,
    to: (byClock ? n : at * minute) + 1,
    clock: byClock ? at : 0,
    isRecorded: false,
    effect: null,
    shown: [],
  }
}

interface Told {
  readonly operation: string
  readonly at: number
  /** Absent: it is a read, or leaves the hold time. */
  readonly held?: Held | null
  /** A read shows this; null: there is no such booking. */
  readonly state?: string | null
}

const begins = (minutes: number): Held => ({ how: 'begins', least: minutes, most: minutes })
const lengthens = (minutes: number): Held => ({ how: 'lengthens', least: minutes, most: minutes })
const sets = (minutes: number): Held => ({ how: 'sets', least: minutes, most: minutes })

function judge(story: readonly Told[], byClock = true): readonly Timed[] {
  const time = new HoldTime(grace)
  for (const [index, { operation, at, held, state }] of story.entries()) {
    const step = stepAt(index + 1, operation, at, byClock)
    if (operation === 'try') time.try({ ...step, operation: 'confirm' })
    else if (state === undefined) time.write(step, held)
    else
      time.look(step, {
        state,
        pointer: '',
        isHeld: state === 'held',
        isAsLeft: state === 'confirmed',
        isAskedBy: () => state === 'confirmed',
        isSettled: true,
        isTimeSettled: true,
      })
  }
  return time.said
}

const told = (story: readonly Told[], byClock = true): readonly string[] =>
  judge(story, byClock).map(({ how, by, broken }) => `${how} ${by} ${broken === null ? 'kept' : 'broken'}`)
const reserve = (minutes: number): Told => ({ operation: 'reserve', at: 0, held: begins(minutes) })
const get = (at: number, state: string | null): Told => ({ operation: 'get', at, state })

describe('a hold', () => {
  test.each<[string, readonly Told[], readonly string[]]>([
    ['goes on until its end', [reserve(20), get(17, 'held')], ['held reserve kept']],
    ['that is lost before its end is broken', [reserve(20), get(17, 'expired')], ['held reserve broken']],
    ['that is not found before its end is broken', [reserve(20), get(17, null)], ['held reserve broken']],
    ['says nothing soon after it began', [reserve(20), get(3, 'held')], []],
    ['says nothing between its end and the grace', [reserve(20), get(21, 'held')], []],
    ['is over after its end', [reserve(20), get(23, 'expired')], ['over reserve kept']],
    ['that is gone after its end is over', [reserve(20), get(23, null)], ['over reserve kept']],
    ['that goes on after its end is broken', [reserve(20), get(23, 'held')], ['over reserve broken']],
    [
      'that was lengthened outlives its former end',
      [reserve(20), { operation: 'extend', at: 1, held: lengthens(60) }, get(45, 'held')],
      ['held extend kept', 'outlived extend kept'],
    ],
    [
      'that was lengthened and ends as before is broken',
      [reserve(20), { operation: 'extend', at: 1, held: lengthens(60) }, get(45, 'expired')],
      ['held extend broken', 'outlived extend broken'],
    ],
    [
      'that was lengthened ends too, whatever the minutes are counted from',
      [reserve(20), { operation: 'extend', at: 1, held: lengthens(60) }, get(70, 'held'), get(84, 'held')],
      ['over extend broken'],
    ],
    [
      'that was lengthened by less than it had is not shortened',
      [reserve(60), { operation: 'extend', at: 1, held: lengthens(20) }, get(50, 'expired')],
      ['held extend broken', 'spared extend broken'],
    ],
    [
      'that an update made shorter ends sooner',
      [reserve(60), { operation: 'update', at: 1, held: sets(20) }, get(40, 'held')],
      ['over update broken'],
    ],
    [
      'that an update left ends when it would have ended',
      [reserve(60), { operation: 'update', at: 50 }, get(63, 'held')],
      ['over update broken'],
    ],
    [
      'that was confirmed ends nothing',
      [reserve(20), { operation: 'confirm', at: 1, held: null }, get(23, 'confirmed'), get(24, 'expired')],
      ['outlived confirm kept', 'outlived confirm broken'],
    ],
    [
      'that is over is brought back by nothing that was tried',
      [reserve(20), { operation: 'try', at: 23 }, get(24, 'held')],
      ['over reserve broken', 'revived confirm broken'],
    ],
    [
      'that is over does not become what was asked for and refused',
      [reserve(20), { operation: 'try', at: 23 }, get(24, 'confirmed')],
      ['over reserve kept', 'revived confirm broken'],
    ],
  ])('%s', (_, story, expected) => {
    expect([...told(story)].sort()).toEqual([...expected].sort())
  })

  test('goes on where a test clock stands still but for its moves', () => {
    const time = new HoldTime(grace)
    time.write(stepAt(1, 'reserve', 0), begins(20))
    const later = { ...stepAt(2, 'get', 18), from: 10 * minute, to: 10 * minute + 1 }
    expect(time.at(later)).toBeNull()
    expect(time.at({ ...later, clock: 23 })).toBe('over')
  })

  test('of which nobody knows the end says nothing', () => {
    const time = new HoldTime(grace)
    time.write(stepAt(1, 'reserve', 0), begins(20))
    time.forget(true)
    expect([time.at(stepAt(2, 'get', 17)), time.at(stepAt(3, 'get', 100))]).toEqual(['held', null])
    time.forget(false)
    expect(time.at(stepAt(4, 'get', 17))).toBeNull()
  })
})

/** A server that counts the minutes of extend from the reservation, from now, or adds them. */
type Counting = 'reserve' | 'now' | 'added'

const move = fc.record({
  passes: fc.integer({ min: 0, max: 40 }),
  operation: fc.constantFrom('extend', 'update', 'leave', 'confirm', 'get'),
  minutes: fc.integer({ min: 20, max: 100 }),
})

test('no history of a perfect server is broken, whatever the minutes of extend are counted from', () => {
  const counting = fc.constantFrom<Counting>('reserve', 'now', 'added')
  fc.assert(
    fc.property(fc.array(move, { maxLength: 10 }), counting, fc.boolean(), (moves, countsFrom, byClock) => {
      const story: Told[] = [reserve(30)]
      let [now, end, state] = [0, 30, 'held']
      for (const { passes, operation, minutes } of moves) {
        now += passes
        if (state === 'held' && now >= end) state = 'expired'
        if (operation === 'get') story.push(get(now, state))
        if (state !== 'held') continue
        if (operation === 'confirm') state = 'confirmed'
        if (operation === 'extend')
          end = Math.max(end, { reserve: minutes, now: now + minutes, added: end + minutes }[countsFrom])
        if (operation === 'update') end = countsFrom === 'reserve' ? minutes : now + minutes
        if (operation === 'confirm') story.push({ operation, at: now, held: null })
        if (operation === 'extend') story.push({ operation, at: now, held: lengthens(minutes) })
        if (operation === 'update') story.push({ operation, at: now, held: sets(minutes) })
        if (operation === 'leave') story.push({ operation: 'update', at: now })
      }
      expect(judge(story, byClock).filter(({ broken }) => broken !== null)).toEqual([])
    }),
  )
})

test('a hold of which nobody knows the time may end at any time', () => {
  const time = new HoldTime(0)
  expect(time.endsFrom(true)).toBe(Number.NEGATIVE_INFINITY)
  time.write(stepAt(1, 'reserve', 0), begins(30))
  expect(time.endsFrom(true)).toBeGreaterThan(0)
  time.lose()
  time.forget(false)
  expect(time.endsFrom(true)).toBe(Number.NEGATIVE_INFINITY)
})
