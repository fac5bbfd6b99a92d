import { expect, test } from 'vitest'
import { answer, answerOf, booking, exchange, profile } from '../../src/suite/answer.test.data.js'
import type { Exchange, Json } from './vocabulary/index.js'
import type { TransferAnswer } from './answer.js'

const enveloped = { ...profile, booking: { ...profile.booking, at: '/data' } }

function answered(json: Json, purpose: Exchange['purpose'] = 'get', of = enveloped): TransferAnswer {
  return answerOf(exchange({ purpose, response: { status: 200, headers: {}, json } }), of)
}

test('an answer that has its booking in an envelope is read inside of it, and points into the body', () => {
  const whole = { data: booking, meta: {} }
  const answer = answered(whole)
  expect(answer.accepted).toBe(true)
  expect(answer.read('status')).toBe('ON_HOLD')
  expect(answer.inBody('/status')).toBe('/data/status')
  expect(answered(whole, 'get', profile).accepted).toBe(false)
})

test('a refusal, a list and whatever else has no envelope are read as they are', () => {
  expect(answered({ data: null, error: 'NOT_FOUND' }).refused).toBe(true)
  expect(answered({ data: {}, error: 'NOT_FOUND' }).refused).toBe(true)
  expect(answered(booking).inBody('/status')).toBe('/status')
  expect(answered([booking], 'list').items).toHaveLength(1)
  expect(answered({ data: { options: [] } }, 'transfers').accepted).toBe(false)
})

test('each booking of a list that has them in groups is told by where it stands in the answer', () => {
  const { list } = profile.operations
  if (list === null) throw new Error('the profile of the tests has a list')
  const grouped = { ...profile, operations: { ...profile.operations, list: { ...list, items: '/days/*/bookings' } } }
  const days = [{ bookings: [booking] }, { bookings: [{ ...booking, uuid: 'b-2', status: 7 }] }]
  const read = answer({ days }, { purpose: 'list' }, 200, grouped)
  expect(read.bookings.map(({ id, pointer }) => [id, pointer])).toEqual([
    ['b-1', '/days/0/bookings/0'],
    ['b-2', '/days/1/bookings/0'],
  ])
  expect(read.contractErrors.map(({ pointer }) => pointer)).toContain('/days/1/bookings/0/status')
  expect(read.bookingAt('/days/1/bookings/0/status')?.id).toBe('b-2')
  expect([read.bookingAt('/days/1/bookings/00'), read.bookingAt('/days/1'), read.bookingAt('')]).toEqual(
    Array(3).fill(undefined),
  )
  const single = answer(booking, { purpose: 'get' })
  expect(single.bookingAt('/status')).toBe(single.bookings[0])
})

test('where each booking stands of thousands in lists of their own is told without walking the lists for each', () => {
  const { list } = profile.operations
  if (list === null) throw new Error('the profile of the tests has a list')
  const grouped = { ...profile, operations: { ...profile.operations, list: { ...list, items: '/days/*/bookings' } } }
  let reads = 0
  const get = (of: readonly Json[], name: PropertyKey): unknown => {
    reads += 1
    return Reflect.get(of, name)
  }
  const days = Array.from({ length: 1000 }, (_, day) => ({
    bookings: new Proxy([{ ...booking, uuid: `b-${day}` }], { get }),
  }))
  const read = answer({ days }, { purpose: 'list' }, 200, grouped)
  expect(read.bookings.map((each) => read.bookingAt(each.place('status'))?.id)).toEqual(
    days.map((_, day) => `b-${day}`),
  )
  expect(reads).toBeLessThan(100 * days.length)
})

test('the bookings of a connection are the nodes of its edges, and of a map its members', () => {
  const { list } = profile.operations
  if (list === null) throw new Error('the profile of the tests has a list')
  const places = { ...profile.booking, status: '/state' }
  const listed = (body: Json, items: string): TransferAnswer =>
    answer(body, { purpose: 'list' }, 200, {
      ...profile,
      booking: places,
      operations: { ...profile.operations, list: { ...list, items } },
    })
  const edges = [
    { cursor: 'c', node: { ...booking, state: 7 } },
    { cursor: 'd', node: null },
  ]
  const read = listed({ edges }, '/edges/*/node')
  expect(read.bookings.map(({ id, pointer }) => [id, pointer])).toEqual([['b-1', '/edges/0/node']])
  expect(read.inBody('/edges/0/node/status')).toBe('/edges/0/node/state')
  expect([listed({ edges: [] }, '/edges/*/node').accepted, listed({}, '/edges/*/node').accepted]).toEqual([true, false])
  expect(listed({ 'b-1': booking }, '/*').bookings.map(({ id, pointer }) => [id, pointer])).toEqual([['b-1', '/b-1']])
})

test('documented fields that stand elsewhere are read there, and pointed to there', () => {
  const places = { status: '/state/name', notCancellable: '/state/locked' }
  const moved = { ...profile, booking: { ...profile.booking, ...places } }
  const body = { uuid: 'b-1', expirationMinutes: 60, state: { name: 'ON_HOLD', locked: false } }
  const single = answer(body, { purpose: 'get' }, 200, moved)
  expect([single.read('status'), single.read('cancellable'), single.accepted]).toEqual(['ON_HOLD', true, true])
  expect([single.inBody('/status'), single.inBody('/notes')]).toEqual(['/state/name', '/notes'])
  const list = answer([body], { purpose: 'list' }, 200, moved)
  expect(list.items).toMatchObject([{ status: 'ON_HOLD', cancellable: true }])
  expect([list.inBody('/0/cancellable'), list.inBody('/0/notes')]).toEqual(['/0/state/locked', '/0/notes'])
})

test.each([
  [{ days: { one: [{ id: 'a' }], two: [{ id: 'b' }] } }, ['a', 'b'], true],
  [{ days: { one: { id: 'a' } } }, ['a'], true],
  [{ days: {} }, [], true],
  [{ error: 'NO' }, [], false],
])('availabilities in a map keyed by day are those of its days: %j', (body, ids, accepted) => {
  const { availability } = profile.operations
  if (availability === null) throw new Error('the profile of the tests has an availability check')
  const keyed = {
    ...profile,
    operations: { ...profile.operations, availability: { ...availability, items: '/days/*' } },
  }
  const answered = answer(body, { purpose: 'availability' }, 200, keyed)
  expect([answered.availabilityIds, answered.accepted]).toEqual([ids, accepted])
})

test.each([
  [{ at: '/left' }, [{ left: 0 }, { left: 2 }, { left: false }, { left: null }], ['1', '3']],
  [{ at: '/state', values: ['FULL', 'true'] }, [{ state: 'FULL' }, { state: true }, { state: 'OPEN' }], ['2']],
  // The profile knows better than the words of public OCTO, which hold where an item does not have its place.
  [{ at: '/left' }, [{ left: 1, status: 'SOLD_OUT' }, { status: 'SOLD_OUT' }, { available: true }], ['0', '2']],
])('what %j says is full is not free', (full, items, free) => {
  const { availability } = profile.operations
  if (availability === null) throw new Error('the profile of the tests has an availability check')
  const own = { ...profile, operations: { ...profile.operations, availability: { ...availability, full } } }
  const body = items.map((item, id) => ({ id: String(id), ...item }))
  const answered = answer(body, { purpose: 'availability' }, 200, own)
  expect(answered.freeAvailabilityIds).toEqual(free)
  expect(answered.availabilityIds).toHaveLength(items.length)
})
