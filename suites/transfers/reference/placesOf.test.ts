import { expect, test } from 'vitest'
import { defaultDialect } from './dialects/default.js'
import { partnerDialect } from './dialects/partner.js'
import { placesOf } from './placesOf.js'

test('a place is where the answer of a dialect has it', () => {
  const total = { operation: 'get', place: '/pricing/total' } as const
  expect(placesOf(total, defaultDialect)).toEqual(['/pricing/retail'])
  expect(placesOf(total, partnerDialect)).toEqual(['/pricing/payable/amount'])
  expect(placesOf({ operation: 'get', place: '/reference' }, partnerDialect)).toEqual(['/voucher/number'])
  expect(placesOf({ operation: 'get', place: '/cancellation/reason' }, partnerDialect)).toEqual(['/voided/why'])
})

test('in a list a place is in any of its items', () => {
  const status = { operation: 'list', place: '/status' } as const
  expect(placesOf(status, defaultDialect)).toEqual(['/*/status'])
  expect(placesOf(status, partnerDialect)).toEqual(['/result/entries/*/status'])
  expect(placesOf({ operation: 'availability', place: '/availabilityId' }, partnerDialect)).toEqual([
    '/data/slots/*/slot/token',
  ])
})

test('what stands at two places is at either of them', () => {
  expect(placesOf({ operation: 'confirm', place: '/id' }, defaultDialect)).toEqual(['/uuid', '/id'])
})

test('the answer as a whole is its root, and of a list also any item', () => {
  expect(placesOf({ operation: 'cancel', place: '' }, defaultDialect)).toEqual([''])
  expect(placesOf({ operation: 'list', place: '' }, defaultDialect)).toEqual(['', '/*'])
  expect(placesOf({ operation: 'list', place: '' }, partnerDialect)).toEqual([
    '',
    '/result/entries',
    '/result/entries/*',
  ])
})

test('a transfer has the places of the documents', () => {
  const place = '/options/*/pricing/net'
  expect(placesOf({ operation: 'transfers', place }, partnerDialect)).toEqual([place])
})
