import { expect, test } from 'vitest'
import { openDraft, type OpenDraft } from '../../../src/init/draft.js'
import type { Heard, Json } from '../vocabulary/index.js'
import { learnPlaces } from './bookingPlaces.js'
import { bookingIds, envelopeOf } from '../walk/places.js'

function learned(booking: Json): OpenDraft {
  const draft = openDraft()
  const heard = { n: 1, json: booking } satisfies Partial<Heard>
  learnPlaces({ draft }, heard as Heard, { minutes: 60 })
  return draft
}

test.each([
  ['can_cancel', '/can_cancel'],
  ['is_cancellable', '/is_cancellable'],
  ['CancellationAllowed', '/CancellationAllowed'],
  ['cancelled', undefined],
  ['isCancelled', undefined],
])('what says that a booking can be cancelled: %s', (name, place) => {
  expect(learned({ id: 'b', status: 'ON_HOLD', [name]: false }).read(['booking', 'cancellable'])).toBe(place)
})

test('that a name differs in case alone is said', () => {
  const line = learned({ Id: 'b', Status: 'ON_HOLD', Cancellable: true })
    .lines()
    .find(({ key }) => key.join('.') === 'booking.cancellable')
  expect(line).toMatchObject({ value: '/Cancellable', from: expect.stringContaining('differs only in case') })
})

test('a tax has its amount where its name says net, and one of another name is left to a person', () => {
  const key = ['booking', 'pricing', 'taxAmount']
  const priced = (tax: Json): OpenDraft =>
    learned({ id: 'b', status: 'ON_HOLD', pricing: { retail: 2980, net: 2444, includedTaxes: [tax] } })
  expect(priced({ name: 'VAT', netAmount: 373 }).read(key)).toBe('/netAmount')
  const other = priced({ name: 'VAT', amount: 373 })
  expect(other.read(key)).toBeUndefined()
  expect(other.lines().find((line) => line.key.join() === key.join())).toMatchObject({ likely: '/amount' })
})

test.each([
  ['ref', 'R-1'],
  ['Locator', 'ABC123'],
  ['pnr', 'ABC123'],
])('a booking in an envelope goes by its %s where it has no id', (name, id) => {
  const json = { success: true, booking: { [name]: id, status: 'ON_HOLD' } }
  expect(envelopeOf(json)).toBe('/booking')
  expect(bookingIds(json.booking).map(({ pointer }) => pointer)).toEqual([`/${name}`])
})

test('where it has an id, that is likelier than what else it goes by', () => {
  const booking = { reference: 'X', ref: 'R-1', order_no: 'O-7', id: 'b', status: 'ON_HOLD' }
  expect(bookingIds(booking).map(({ value }) => value)).toEqual(['O-7', 'b', 'X', 'R-1'])
})

test('the envelope of a new booking is found by its status, whatever its id is called', () => {
  expect(envelopeOf({ status: 'OK', data: { folio: 'F', status: 'ON_HOLD' } })).toBe('/data')
  expect(envelopeOf({ folio: 'F', status: 'ON_HOLD' })).toBe('')
})

test('where its status stands in an object of its own, a booking is the one object beside plain values', () => {
  const booking = { uuid: 'b', state: { name: 'ON_HOLD' }, pricing: { retail: 1 } }
  expect(envelopeOf({ success: true, message: 'done', data: booking })).toBe('/data')
  expect(envelopeOf({ booking: { uuid: 'b', state: { name: 'ON_HOLD' } } })).toBe('/booking')
  expect(envelopeOf(booking)).toBe('')
  expect(envelopeOf({ uuid: 'b', state: { id: 1, name: 'ON_HOLD' } })).toBe('')
})
