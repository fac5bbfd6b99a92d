import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'
import { maskForeign, pseudonym } from './mask.js'
import { operation, testProfile } from './testTarget.test.data.js'

const guest = {
  uuid: 'foreign',
  status: 'CONFIRMED',
  cancellable: false,
  expirationMinutes: 60,
  notes: 'Ms Miller, room 4',
  contact: { fullName: 'Miller' },
  units: [{ name: 'Miller' }],
  age: 34,
  isVip: true,
  none: null,
  pricing: {
    retail: 1200,
    net: 900,
    currency: 'EUR',
    currencyPrecision: 2,
    includedTaxes: [{ name: 'VAT for Miller' }, 'x', 3],
    coupon: 'MILLER',
  },
}
const masked = {
  uuid: pseudonym('nonce', 'foreign', 'reseller'),
  status: 'CONFIRMED',
  cancellable: false,
  expirationMinutes: 60,
  notes: '[masked]',
  contact: {},
  units: [],
  age: 0,
  isVip: false,
  none: null,
  pricing: {
    retail: 1200,
    net: 900,
    currency: 'EUR',
    currencyPrecision: 2,
    includedTaxes: [{}, '[masked]', 0],
    coupon: '[masked]',
  },
}
const own = { ...guest, uuid: 'own' }

function answered(purpose: Exchange['purpose'], response: Exchange['response']): Exchange {
  const request = { method: 'GET', url: 'https://api.example/', headers: {} }
  return {
    n: 1,
    scenario: 's',
    purpose,
    as: 'reseller',
    input: {},
    request,
    response,
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
  }
}

function mask(purpose: Exchange['purpose'], json: Json, items = '', status = 200, at = ''): Json | undefined {
  const plain = testProfile('https://api.example', {}, { list: operation('GET', '/bookings', {}, { items }) })
  const profile = { ...plain, booking: { ...plain.booking, at } }
  return maskForeign(answered(purpose, { status, headers: {}, json }), {
    service: pack,
    profile,
    isOwn: (id) => id === 'own',
    nonce: 'nonce',
  }).response?.json
}

test('of bookings that the run did not make only what is judged stays', () => {
  expect(mask('list', [own, guest, own])).toEqual([own, masked, own])
  expect(mask('list', { data: { items: [guest] }, next: 'cursor' }, '/data/items')).toEqual({
    data: { items: [masked] },
    next: 'cursor',
  })
  expect(mask('get', guest)).toEqual(masked)
  expect(mask('get', own)).toBe(own)
})

test('of a booking in an envelope, what is told beside it is masked with it', () => {
  const told = { data: guest, meta: { guest: 'Miller' }, for: 'Ms Miller' }
  expect(mask('get', told, '', 200, '/data')).toEqual({ data: masked, meta: {}, for: '[masked]' })
  const mine = { data: own, meta: 'x' }
  expect(mask('get', mine, '', 200, '/data')).toBe(mine)
  expect(mask('get', guest, '', 200, '/data')).toEqual(masked)
})

test('of a connection, what an edge says beside a booking of others is masked with it', () => {
  const edges = (booking: Json, cursor: string): Json => ({ edges: [{ cursor, node: booking }], total: 1 })
  expect(mask('list', edges(guest, 'Miller'), '/edges/*/node')).toEqual(edges(masked, '[masked]'))
  const mine = edges(own, 'c')
  expect(mask('list', mine, '/edges/*/node')).toBe(mine)
  expect(mask('list', { data: { foreign: guest } }, '/data/*')).toEqual({ data: { '[masked-0]': masked } })
  // Where the profile is wrong, what it should say is still to be seen.
  expect(mask('list', edges(guest, 'Miller'), '/edges')).toEqual(edges(masked, '[masked]'))
})

test('a list that is not where the profile says is masked too', () => {
  expect(mask('list', { bookings: [guest], total: 1 })).toEqual({ bookings: [masked], total: 1 })
})

test('of a list whose items each hold their booking, what is told beside a booking of somebody is masked with it', () => {
  const edge = (node: Json, cursor: Json = 'Miller'): Json => ({ cursor, node })
  const list = { edges: [edge(own), edge(guest)], total: 2 }
  const there = { edges: [edge(own), edge(masked, '[masked]')], total: 2 }
  expect(mask('list', list, '/edges/*/node')).toEqual(there)
  expect(mask('list', { edges: [edge(own)] }, '/edges/*/node')).toEqual({ edges: [edge(own)] })
  expect(mask('list', { a: guest, b: own }, '/*')).toEqual({ '[masked-0]': masked, b: own })
})

test('what is told beside a list that has a booking of somebody is masked with it, and of bookings of our own alone stays', () => {
  const group = (customer: string, ...bookings: Json[]): Json => ({ customer, bookings })
  const list = (...groups: Json[]): { readonly groups: Json } => ({ groups })
  const mine = group('Ours', own)
  expect(mask('list', list(mine, group('Jane Doe', own, guest)), '/groups/*/bookings')).toEqual(
    list(mine, group('[masked]', own, masked)),
  )
  const years = (...groups: Json[]): Json => ({ years: [{ agent: 'Jane Doe', ...list(...groups) }] })
  expect(mask('list', years(mine, group('Jane Doe', guest)), '/years/*/groups/*/bookings')).toEqual({
    years: [{ agent: '[masked]', groups: [mine, group('[masked]', masked)] }],
  })
  expect(mask('list', years(mine), '/years/*/groups/*/bookings')).toEqual(years(mine))
})

test('what a map has a booking of somebody under is masked, however deep the booking stands below it', () => {
  const map = { bookings: { 'B-4711': { booking: guest }, 'B-1': { booking: own } } }
  expect(mask('list', map, '/bookings/*/booking')).toEqual({
    bookings: { '[masked-0]': { booking: masked }, 'B-1': { booking: own } },
  })
  const keyed = { 'Jane Doe': { 'B-4711': guest }, ours: { 'B-1': own } }
  expect(mask('list', keyed, '/*/*')).toEqual({ '[masked-0]': { '[masked-0]': masked }, ours: { 'B-1': own } })
})

test('where such a list has its bookings elsewhere, they are masked too', () => {
  expect(mask('list', { bookings: [guest] }, '/edges/*/node')).toEqual({ bookings: [masked] })
  // What is there instead is no booking.
  for (const data of [{ total: 3 }, { next: 'x' }, { more: null }])
    expect(mask('list', { data, results: [guest] }, '/data/*')).toEqual({ data, results: [masked] })
})

test('a pseudonym is stable in a run and differs between runs', () => {
  expect(pseudonym('a', 'x', 'reseller')).toMatch(/^masked-[0-9a-f]{8}$/)
  expect(pseudonym('a', 'x', 'reseller')).toBe(pseudonym('a', 'x', 'reseller'))
  expect(pseudonym('b', 'x', 'reseller')).not.toBe(pseudonym('a', 'x', 'reseller'))
})

test('a counted id is another booking in another account', () => {
  expect(pseudonym('a', '41', 'other')).not.toBe(pseudonym('a', '41', 'reseller'))
  expect(pseudonym('a', 'B/2027:0041', 'other')).toBe(pseudonym('a', 'B/2027:0041', 'reseller'))
})

test('refusals, other operations and error bodies stay as they are', () => {
  const error = { error: 'NOT_FOUND', uuid: 'foreign' }
  expect(mask('get', error, '', 404)).toBe(error)
  expect(mask('reserve', guest)).toBe(guest)
  const problem = { error: 'INVALID' }
  expect(mask('get', problem)).toBe(problem)
})

test('items without an id, and items that are no objects, are nobody we know', () => {
  expect(mask('list', [{ name: 'Miller' }, 'Miller', 7, null])).toEqual([{ name: '[masked]' }, '[masked]', 0, null])
})

test('judged places that hold something else are emptied', () => {
  expect(mask('list', [{ status: { by: 'Miller' }, pricing: ['Miller'] }])).toEqual([{ status: {}, pricing: [] }])
})

test('a list in a form that cannot be read is not kept, a page is', () => {
  const profile = testProfile('https://api.example')
  const textOf = (text: string): string | undefined =>
    maskForeign(answered('list', { status: 200, headers: {}, text }), {
      service: pack,
      profile,
      isOwn: () => false,
      nonce: 'n',
    }).response?.text
  expect(textOf('id;name\n1;Miller')).toBe('[masked: 16 characters]')
  expect(textOf('<!doctype html>')).toBe('<!doctype html>')
})
