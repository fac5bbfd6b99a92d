import { expect, test } from 'vitest'
import { routing } from './dialect.js'

const route = routing(
  { get: 'GET /reservations/{id}', list: 'POST /reservations/search' },
  { 'GET /health': { to: 'clock' } },
)

test('an operation is where the contract has it, unless a dialect says otherwise', () => {
  expect(route('POST', '/bookings/b%2F1/extend')).toEqual({ to: 'operation', operation: 'extend', id: 'b/1' })
  expect(route('GET', '/reservations/b')).toEqual({ to: 'operation', operation: 'get', id: 'b' })
  expect(route('GET', '/bookings/b')).toEqual({ to: 'wrong method' })
  expect(route('GET', '/health')).toEqual({ to: 'clock' })
})

test('a path that is a word goes before the id of a booking', () => {
  expect(route('POST', '/reservations/search')).toEqual({ to: 'operation', operation: 'list' })
  expect(route('GET', '/reservations/search')).toEqual({ to: 'wrong method' })
})

test('what is nowhere is told from what is there by another method', () => {
  expect(route('DELETE', '/bookings/b')).toEqual({ to: 'wrong method' })
  for (const path of ['/', '/booking', '/bookings/', '/bookings/b/', '/bookings/b/c/d', '/bookings/%E0%A4%A'])
    expect(route('GET', path)).toEqual({ to: 'nowhere' })
})
