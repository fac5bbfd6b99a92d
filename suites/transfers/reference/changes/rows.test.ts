import { expect, test } from 'vitest'
import { compose, type Change } from '../change.js'
import type { JsonObject } from '../json.js'
import type { Call, Field, OperationName, Reply } from '../model.js'
import { documentedRules, type Rules } from '../rules.js'
import { Service } from '../service.js'
import { is, needs, refuses, takes } from './inputs.js'
import { on, put, without } from './on.js'
import { answersAnother, pretends, saysRefused } from './refusals.js'
import { faults, variants } from './rows.js'
import { rule, seen, together } from './shown.js'
import { acceptsWith, refusedFor, refusesWith } from './wires.js'
import { allows, changesThoughRefused, forbids, isStale, keeps, loses, makes, of } from './writes.js'

function serviceWith(...changes: readonly Change[]): Service {
  const { rules } = compose(changes)
  return new Service({ rules, seed: 1, now: () => Date.UTC(2027, 2, 1, 8), newBookingId: (serial) => `b${serial}` })
}

function call(service: Service, operation: OperationName, input: Partial<Record<Field, unknown>> = {}, id = 'b1') {
  const sent: Call = {
    operation,
    reseller: 'a',
    credentials: 'valid',
    input,
    unknownFields: [],
    capabilityHeader: { name: 'Octo-Capabilities', value: 'octo/pricing' },
    id,
  }
  return service.handle(sent)
}

function hold(service: Service, input: Partial<Record<Field, unknown>> = {}): Promise<Reply> {
  return call(service, 'reserve', {
    availabilityId: 'opt-sedan_2027-03-20T09:00Z',
    productId: 'prod-transfer',
    optionId: 'opt-sedan',
    ...input,
  })
}

async function shown(service: Service, operation: OperationName, input = {}): Promise<JsonObject> {
  const reply = await call(service, operation, input)
  if (reply.kind !== 'booking') throw new Error(`expected a booking, received ${JSON.stringify(reply)}`)
  return reply.booking
}

test('a row is told by its clause and its name, and has what the change says', () => {
  const [fault] = faults({
    '2.5/status': { 'get-without-status': ['get shows no status', on('get').answers(without('/status'))] },
  })
  expect(fault).toMatchObject({
    name: 'get-without-status',
    clause: '2.5/status',
    title: 'get shows no status',
    shows: [{ operation: 'get', place: '/status' }],
  })
  const unread = { title: 'notes lost', shows: [{ operation: 'get', place: '/notes' }] }
  const untold = { bare: on('get').answers(without('/notes')), seen: [loses('update'), 'get /notes'] } as const
  expect(faults({ '4.2/notes-kept': { 'notes-lost': untold.bare } })).toMatchObject([unread])
  expect(faults({ '4.2/notes-kept': { 'notes-lost': untold.seen } })).toMatchObject([unread])
  const [variant] = variants({ legal: ['differs', on('get').answers(put('/notes', null)), { warns: ['7/x'] }] })
  expect(Object.keys(variant ?? {}).sort()).toEqual(['name', 'rules', 'title', 'warns'])
})

test('an edit touches the operations that it names, and where none is named all that answer bookings', async () => {
  const one = serviceWith(on('get').answers(put('/status', (was) => `${String(was)}!`)))
  expect(await hold(one)).toMatchObject({ booking: { status: 'ON_HOLD' } })
  expect(await shown(one, 'get')).toMatchObject({ status: 'ON_HOLD!' })
  const every = serviceWith(on().answers(without('/notes', ({ item }) => item['status'] === 'ON_HOLD')))
  expect(await hold(every)).not.toHaveProperty('booking.notes')
  expect(await shown(every, 'confirm')).toHaveProperty('notes')
  expect(
    on()
      .answers(without('/notes'))
      .shows.map(({ operation }) => operation),
  ).toEqual(expect.arrayContaining(['reserve', 'confirm', 'get', 'list']))
  expect(on('transfers').answers(put('/options/last/id', 'x')).shows).toEqual([
    { operation: 'transfers', place: '/options/*/id' },
  ])
})

test('takes and refuses change what one operation makes of one input', async () => {
  const service = serviceWith(takes('reserve', 'expirationMinutes', is(201)), refuses('reserve', 'notes', is('no')))
  expect((await hold(service, { expirationMinutes: 201 })).kind).toBe('booking')
  expect((await hold(service, { expirationMinutes: 202 })).kind).toBe('refused')
  expect((await hold(service, { notes: 'no' })).kind).toBe('refused')
  expect((await call(service, 'extend', { expirationMinutes: 201 })).kind).toBe('refused')
  expect((await hold(serviceWith(needs('reserve', 'notes')))).kind).toBe('refused')
  expect(takes('reserve', 'notes', is(1)).shows).toEqual([{ operation: 'reserve', place: '' }])
})

test('allows and forbids change on which bookings an operation is allowed', async () => {
  const service = serviceWith(forbids('extend', of('ON_HOLD')), allows('confirm', of('CONFIRMED')))
  await hold(service)
  expect((await call(service, 'extend', { expirationMinutes: 60 })).kind).toBe('refused')
  expect((await call(service, 'confirm')).kind).toBe('booking')
  expect((await call(service, 'confirm')).kind).toBe('booking')
})

test('what is made is answered and kept, what is kept is not answered, and what is lost is neither', async () => {
  const service = serviceWith(
    makes('confirm', () => ({ notes: 'made' })),
    keeps('extend', () => ({ notes: 'kept' })),
    loses('update'),
  )
  await hold(service)
  expect(await shown(service, 'extend', { expirationMinutes: 60 })).toMatchObject({ notes: null })
  expect(await shown(service, 'get')).toMatchObject({ notes: 'kept' })
  expect(await shown(service, 'update', { reference: 'new' })).toMatchObject({ reference: 'new' })
  expect(await shown(service, 'get')).toMatchObject({ reference: null })
  expect(await shown(service, 'confirm')).toMatchObject({ notes: 'made' })
  expect(await shown(service, 'get')).toMatchObject({ notes: 'made' })
})

test('a stale read shows the booking as it was before', async () => {
  const service = serviceWith(isStale('get', of('CONFIRMED')))
  await hold(service)
  await call(service, 'confirm')
  expect(await shown(service, 'get')).toMatchObject({ status: 'ON_HOLD' })
})

test('a refusal may hide what was done, and what was not done may look accepted', async () => {
  const hidden = serviceWith(saysRefused('confirm'))
  await hold(hidden)
  expect((await call(hidden, 'confirm')).kind).toBe('refused')
  expect(await shown(hidden, 'get')).toMatchObject({ status: 'CONFIRMED' })

  const meddling = serviceWith(changesThoughRefused('extend', 'INVALID_EXPIRATION', () => ({ notes: 'x' })))
  await hold(meddling)
  expect((await call(meddling, 'extend', { expirationMinutes: 7 })).kind).toBe('refused')
  expect(await shown(meddling, 'get')).toMatchObject({ notes: 'x' })

  const pretending = serviceWith(pretends('extend', (code) => code === 'INVALID_EXPIRATION'))
  await hold(pretending)
  expect((await call(pretending, 'extend', { expirationMinutes: 7 })).kind).toBe('booking')
  expect(await shown(pretending, 'get')).toMatchObject({ expirationMinutes: 30 })
})

test('a booking that does not exist may be answered with another', async () => {
  const service = serviceWith(answersAnother('get'))
  await hold(service)
  expect(await call(service, 'get', {}, 'nobody')).toMatchObject({ kind: 'booking', booking: { id: 'b1' } })
})

test('changes put together are put one upon the other, and show where the first does', () => {
  const both = together(
    seen(
      'get',
      '/status',
      rule('defaultMinutes', (usual, ctx) => usual(ctx) + 1),
    ),
    rule('defaultMinutes', (usual, ctx) => usual(ctx) * 2),
  )
  // The rule asks nothing of its context.
  const minutes = both.rules?.(documentedRules).defaultMinutes as Rules['defaultMinutes']
  expect(minutes({} as Parameters<typeof minutes>[0])).toBe(62)
  expect(both.shows).toEqual([{ operation: 'get', place: '/status' }])
  expect(faults({ '3/x': { late: [both, { on: 'exclusive-availability' }] } })).toMatchObject([
    { on: ['exclusive-availability'], shows: both.shows },
  ])
  expect(seen(['get', 'list'], ['/a', '/b'], both).shows).toHaveLength(4)
})

test('the wire says another status for what it is meant for, and the usual one for all else', () => {
  const { wire } = compose([acceptsWith(202, 'cancel'), refusesWith(409, refusedFor('NOT_ON_HOLD'))])
  const exchange = (operation: OperationName, reply: Reply) => ({
    number: 1,
    method: 'POST',
    path: '/',
    headers: {},
    operation,
    state: serviceWith().state,
    now: 0,
    call: null,
    reply,
  })
  const refusal = (code: 'NOT_ON_HOLD' | 'BAD_REQUEST'): Reply => ({ kind: 'refused', code, message: '' })
  expect(wire.successStatus(200, exchange('cancel', { kind: 'list', bookings: [], total: 0 }))).toBe(202)
  expect(wire.successStatus(200, exchange('get', { kind: 'list', bookings: [], total: 0 }))).toBe(200)
  expect(wire.refusalStatus(400, exchange('confirm', refusal('NOT_ON_HOLD')))).toBe(409)
  expect(wire.refusalStatus(400, exchange('confirm', refusal('BAD_REQUEST')))).toBe(400)
})
