import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Call, Field, OperationName } from './model.js'
import { documentedRules, type Rules } from './rules.js'
import { Service } from './service.js'

const noon = Date.UTC(2027, 0, 1, 12)

function service(rules: Partial<Rules> = {}): Service {
  const newBookingId = (serial: number): string => `booking-${serial}`
  return new Service({ rules: { ...documentedRules, ...rules }, seed: 1, now: () => noon, newBookingId })
}

function call(operation: OperationName, input: Partial<Record<Field, unknown>> = {}, id?: string): Call {
  const capabilityHeader = { name: 'Octo-Capabilities', value: 'other/one, octo/pricing' }
  return {
    operation,
    reseller: 'a',
    credentials: 'valid',
    input,
    unknownFields: [],
    capabilityHeader,
    ...(id && { id }),
  }
}

const sedan = { availabilityId: 'opt-sedan_2027-02-01T09:00Z', productId: 'prod-transfer', optionId: 'opt-sedan' }

test('a write that meets another one is lost only where a rule lets them meet', async () => {
  const meet = async (rules: Partial<Rules>): Promise<unknown> => {
    const met = service(rules)
    await met.handle(call('reserve', sedan))
    const writes = [call('confirm', {}, 'booking-1'), call('extend', { expirationMinutes: 99 }, 'booking-1')]
    await Promise.all(writes.map((write) => met.handle(write)))
    const read = await met.handle(call('get', {}, 'booking-1'))
    return read.kind === 'booking' ? read.booking['status'] : read
  }
  expect(await meet({})).toBe('CONFIRMED')
  expect(await meet({ between: () => pause(1) })).toBe('ON_HOLD')
})

test.each([
  ['an option of another product', { optionId: 'opt-tour' }, 'UNKNOWN_OPTION'],
  ['a slot of another option', { optionId: 'opt-van' }, 'BAD_REQUEST'],
  ['a slot that is not', { availabilityId: 'opt-sedan_2027-02-01T10:00Z' }, 'UNKNOWN_AVAILABILITY'],
  ['a slot that is over', { availabilityId: 'opt-sedan_2026-12-01T09:00Z' }, 'NOT_AVAILABLE'],
  ['no availability', { availabilityId: undefined }, 'BAD_REQUEST'],
  ['notes that are no text', { notes: 7 }, 'BAD_REQUEST'],
  ['a key that is no UUID', { idempotencyKey: 'x' }, 'BAD_REQUEST'],
  ['a currency that is not available', { currency: 'JPY' }, 'INVALID_CURRENCY'],
  ['a currency that is no text', { currency: 1 }, 'INVALID_CURRENCY'],
])('reserve with %s is refused and makes no booking', async (_what, change, code) => {
  const one = service()
  expect(await one.handle(call('reserve', { ...sedan, ...change }))).toMatchObject({ kind: 'refused', code })
  expect(one.store.serials()).toEqual([])
})

test('a booking is priced in the currency asked for, or in that of its option', async () => {
  const van = { availabilityId: 'opt-van_2027-02-01T09:00Z', productId: 'prod-transfer', optionId: 'opt-van' }
  for (const [input, currency] of [
    [sedan, 'EUR'],
    [van, 'USD'],
    [{ ...van, currency: 'GBP' }, 'GBP'],
  ] as const)
    expect(await service().handle(call('reserve', input))).toMatchObject({
      booking: { pricing: { currency, currencyPrecision: 2 } },
    })
})

test('an exclusive slot is free again once its hold has run out, been cancelled or moved away', async () => {
  const one = service({ capacity: () => 1 })
  expect((await one.handle(call('reserve', sedan))).kind).toBe('booking')
  expect(await one.handle(call('reserve', sedan))).toMatchObject({ code: 'NOT_AVAILABLE' })
  one.advance(31)
  expect((await one.handle(call('reserve', sedan))).kind).toBe('booking')
  await one.handle(call('cancel', {}, 'booking-2'))
  expect((await one.handle(call('reserve', sedan))).kind).toBe('booking')
  await one.handle(call('update', { availabilityId: 'opt-sedan_2027-02-01T14:00Z' }, 'booking-3'))
  expect((await one.handle(call('reserve', sedan))).kind).toBe('booking')
})

test('a booking is cancellable until a day before its start', async () => {
  const one = service()
  await one.handle(call('reserve', { ...sedan, availabilityId: 'opt-sedan_2027-01-03T09:00Z' }))
  await one.handle(call('confirm', {}, 'booking-1'))
  one.advance(21 * 60 - 1)
  expect(await one.handle(call('get', {}, 'booking-1'))).toMatchObject({ booking: { cancellable: true } })
  one.advance(1)
  expect(await one.handle(call('get', {}, 'booking-1'))).toMatchObject({ booking: { cancellable: false } })
  expect(await one.handle(call('update', { reference: 'x' }, 'booking-1'))).toMatchObject({ code: 'NOT_CANCELLABLE' })
  expect(await one.handle(call('cancel', {}, 'booking-1'))).toMatchObject({ code: 'NOT_CANCELLABLE' })
})

test('slots next to each other have prices of different length', async () => {
  const one = service()
  const lengths = new Set<number>()
  for (const time of ['01T09:00Z', '01T14:00Z', '02T09:00Z']) {
    const held = await one.handle(call('reserve', { ...sedan, availabilityId: `opt-sedan_2027-02-${time}` }))
    const booking = one.store.versions(Number(held.kind === 'booking' && String(held.booking['id']).slice(8))).at(-1)
    lengths.add(String(booking?.price.total).length)
  }
  expect(lengths.size).toBe(3)
})

test('what goes wrong inside is told in a fixed text', async () => {
  const broken = service({
    quote: () => {
      throw new Error('secret detail')
    },
  })
  expect(await broken.handle(call('reserve', sedan))).toEqual({
    kind: 'refused',
    code: 'INTERNAL',
    message: 'the service failed',
  })
})
