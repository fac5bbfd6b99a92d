import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { meaningComplaints } from './meaningComplaints.js'
import type { Json } from './profile.js'

const now = new Date('2026-11-21T10:00:00Z')

/** What is complained of in a profile: `path: expected`. */
function complaints(profile: Json): readonly string[] {
  return meaningComplaints(profile, keys, now).map(({ path, expected }) => `${path.join('.')}: ${expected}`)
}

const operation = (name: string, members: Json): readonly string[] => complaints({ operations: { [name]: members } })

test('of a value that has not even the right type nothing is said', () => {
  for (const odd of [null, 5, true, [5]])
    expect(
      complaints({
        target: { url: odd, headers: { A: odd } },
        operations: { list: { request: odd, page: odd, items: odd, headers: odd, body: odd } },
        booking: { id: odd, pricing: odd },
        waive: odd,
      }),
    ).toEqual([])
  expect(complaints(null)).toEqual([])
})

test.each([
  'booking.id',
  'booking.reference',
  'booking.notes',
  'booking.holdEnd',
  'booking.pricing.total',
  'booking.pricing.net',
  'booking.pricing.taxes',
  'booking.pricing.currency',
  'booking.pricing.currencyPrecision',
  'refusal.body',
  'operations.list.items',
  'operations.availability.items',
  'operations.availability.availabilityId',
])('%s is a JSON Pointer', (path) => {
  const wrap = (value: Json): Json => path.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
  expect(complaints(wrap('/a/b'))).toEqual([])
  expect(complaints(wrap('a.b'))).toEqual([`${path}: a JSON Pointer such as '/data/items'`])
})

test.each([
  ['/', []],
  ['/lab', []],
  ['https://lab.example:8443/x', []],
  ['//evil.example', ['an http:// or https:// URL, or a path that begins with one /']],
  ['lab', ['an http:// or https:// URL, or a path that begins with one /']],
  ['https://a:b@lab.example', ['a URL without credentials']],
  ['https://evil.example', ['a host that target.hosts names']],
])('a test control is at an address, pinned as the target is, or on its host: %s', (url, expected) => {
  const target = { url: 'https://a.example', hosts: ['a.example', 'lab.example', 'lab.example:8443'] }
  const found = complaints({ target, clock: { url }, redeem: { url } })
  expect(found.map((each) => each.split(/: (.*)/)[1]?.slice(0, expected[0]?.length))).toEqual([
    ...expected,
    ...expected,
  ])
})

test.each(['headr:A B', 'cookie:x', 'body:', '7', '/notes'])('%j is no place', (place) => {
  expect(operation('reserve', { notes: place })).toEqual([
    "operations.reserve.notes: a place such as 'body:/x', 'query:x' or 'header:X'",
  ])
})

test.each(['GTE /x', 'POST: x', 'POST /x y', '/x'])('%j is no request', (request) => {
  expect(operation('list', { request })).toEqual([
    "operations.list.request: a method and a path such as 'POST /x/{id}'",
  ])
})

test.each([
  ['get', 'GET /b/{id}', []],
  ['get', 'GET /b/{id}/{id}', []],
  ['get', 'GET /b', ["'{id}' in the path, where the booking id goes, or id: 'body:/...' beside it"]],
  ['get', 'GET /b/{uuid}', ["'{id}' as the only placeholder"]],
  ['get', 'GET /b/:uuid/x', ["'{id}' as the only placeholder"]],
  ['get', 'GET /b/{uuid', ["'{id}' as the only placeholder"]],
  ['get', 'GET /{shop}/{id}', ["'{id}' as the only placeholder"]],
  ['list', 'GET /{shop}', ['a path without placeholders']],
  ['list', 'GET /b/{id}', ['a path without {id}: there is no booking yet']],
  ['list', 'GET /b?x=1', ["a path alone, with its parameters under 'query'"]],
  ['reserve', 'POST /b:hold', []],
])('%s: %s', (name, request, expected) => {
  expect(operation(name, { request })).toEqual(expected.map((text) => `operations.${name}.request: ${text}`))
})

test('where the id of a booking goes elsewhere, the path need not hold it, and may', () => {
  expect(operation('confirm', { request: 'POST /confirm', id: 'body:/id' })).toEqual([])
  expect(operation('confirm', { request: 'POST /confirm/{id}', id: 'body:/id' })).toEqual([])
})

test('a clock is moved in one of three ways, and one that is set must show its time', () => {
  const clock = (how: object): readonly string[] => complaints({ clock: { request: 'POST /c', ...how } })
  expect(clock({ seconds: 'body:/s' })).toEqual([])
  expect(clock({ at: 'body:/at', read: 'GET /c', now: '/now' })).toEqual([])
  expect(clock({})).toEqual(['clock.minutes: this key, or clock.seconds, or clock.at'])
  expect(clock({ minutes: 'body:/m', seconds: 'body:/s' })).toEqual([
    'clock.seconds: no more than one of minutes, seconds and at, beside clock.minutes',
  ])
  expect(clock({ at: 'body:/at' })).toEqual([
    'clock.read: this key beside clock.at: what the clock is set to follows from what it shows',
    'clock.now: this key beside clock.at: what the clock is set to follows from what it shows',
  ])
})

test('how many bookings a list has is told at a pointer or in a header', () => {
  const wrong = (total: string): readonly string[] => complaints({ operations: { list: { total } } })
  expect([wrong('/total'), wrong('header:X-Total-Count')]).toEqual([[], []])
  expect([wrong('total'), wrong('header:a b')].map(({ length }) => length)).toEqual([1, 1])
})

test('a clock has no booking, what redeems has one, and both may have a query', () => {
  expect(
    complaints({ clock: { request: 'POST /c?a=1', minutes: 'body:/m' }, redeem: { request: 'POST /r/{id}?a=1' } }),
  ).toEqual([])
  expect(complaints({ clock: { request: 'POST /c/{id}', minutes: 'm' }, redeem: { request: 'POST /r' } })).toEqual([
    "redeem.request: '{id}' in the path, where the booking id goes, or id: 'body:/...' beside it",
    'clock.request: a path without {id}: there is no booking yet',
    "clock.minutes: a place such as 'body:/x', 'query:x' or 'header:X'",
  ])
})

test.each(['{today + 30}', '{ NOW -5 }', '{now+90 minutes}', '{Today}'])('%j is no date', (template) => {
  expect(operation('availability', { body: { a: [{ b: template }] } })).toEqual([
    "operations.availability.body.a.0.b: a date such as '{today+30}' or '{now+90m}'",
  ])
})

test.each(['bookable.0.availability', 'bookable.0.reserve', 'operations.get.headers', 'operations.list.query'])(
  'dates are looked for in %s',
  (path) => {
    const profile = path
      .split('.')
      .reduceRight<Json>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), { a: '{today + 1}' })
    expect(complaints(profile)).toContain(`${path}.a: a date such as '{today+30}' or '{now+90m}'`)
  },
)

test.each(['target', 'otherReseller', 'operations.list'])('the headers of %s can be sent', (owner) => {
  const wrap = (headers: Json): Json =>
    owner.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), { headers })
  expect(complaints(wrap({ 'X-A': 'a\tb é' }))).toEqual([])
  expect(complaints(wrap({ 'Content-Length': '1', X: 'a\nb', Y: 'łódź' }))).toEqual([
    `${owner}.headers.Content-Length: the name of a header that octospec may set`,
    `${owner}.headers.X: a header value without line breaks and control characters`,
    `${owner}.headers.Y: a header value without line breaks and control characters`,
  ])
})

test('nothing sends credentials to another host than target.url names', () => {
  const host = { target: { headers: { hOsT: 'other.example' } } }
  expect(complaints(host)).toEqual(['target.headers.hOsT: the name of a header that octospec may set'])
  const field = { operations: { reserve: { notes: 'header:Host' } } }
  expect(complaints(field)).toEqual([expect.stringContaining('operations.reserve.notes: a place such as')])
})

test.each([
  ['http://h', null],
  [' HTTPS://h/x ', null],
  ['ftp://h', 'an http:// or https:// URL'],
  ['xhttp://h', 'an http:// or https:// URL'],
  ['httpsx://h', 'an http:// or https:// URL'],
  ['http:h', 'an http:// or https:// URL'],
  ['h', 'an http:// or https:// URL'],
  ['http://user@h', 'a URL without credentials (they belong in target.headers)'],
  ['http://:pass@h', 'a URL without credentials (they belong in target.headers)'],
  ['http://h?', 'a URL without query and fragment'],
  ['http://h#', 'a URL without query and fragment'],
])('of the URL %j it says %j', (url, expected) => {
  expect(complaints({ target: { url } })).toEqual(expected === null ? [] : [`target.url: ${expected}`])
})

test('statuses of a refusal are classes or single ones, but the class of success is none', () => {
  const found = complaints({
    refusal: { statuses: ['4xx', '5XX', '409', 200, '2xx', '4x', '40x', '1409', '4090', '6xx'] },
  })
  expect(found.map((text) => text.split(':')[0])).toEqual(
    [4, 5, 6, 7, 8, 9].map((index) => `refusal.statuses.${index}`),
  )
})

test('a waiver ends on a day that there is', () => {
  const days = [
    '2027-02-28',
    '2028-02-29',
    '2027-02-29',
    '2027-2-1',
    '2027-01-01T00:00:00Z',
    'x2027-01-01',
    '2027-13-01',
  ]
  const found = complaints({ waive: days.map((until) => ({ until })) })
  expect(found).toEqual([2, 3, 4, 5, 6].map((index) => `waive.${index}.until: a day as YYYY-MM-DD`))
})

test('pointers to be redacted are pointers', () => {
  expect(complaints({ redact: { pointers: ['/a', '', 'b'] } })).toEqual([
    "redact.pointers.2: a JSON Pointer such as '/data/items'",
  ])
})

test('of several places for one value each is looked at', () => {
  expect(operation('list', { page: ['query:page', 'x'] })).toEqual([
    "operations.list.page.1: a place such as 'body:/x', 'query:x' or 'header:X'",
  ])
})
