import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'
import { Redactor } from './redact.js'
import { testProfile } from './testTarget.test.data.js'

const token = 'tok/en+40=çharacters "of" \\ chance.&<x>'
const profile = testProfile('https://api.example', {
  target: {
    url: 'https://api.example',
    environment: 'sandbox',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Api-Key': 'literal-key-123',
      Cookie: 'sid=cookie-value-9; a=b',
      'X-Pin': '42',
    },
  },
  otherReseller: { headers: { Authorization: `Basic ${Buffer.from('user:other-pass').toString('base64')}` } },
  secrets: new Map([
    ['OCTO_TOKEN', token],
    ['PIN', '42'],
    ['NUMBER', '12345678'],
  ]),
  redact: { headers: ['X-Trace'], pointers: ['/contact/email', '/trace'] },
})
const redact = new Redactor(profile, pack.requests)

function exchange(changes: Partial<Exchange>): Exchange {
  return {
    n: 1,
    scenario: 's',
    purpose: 'reserve',
    as: 'reseller',
    input: {},
    request: { method: 'POST', url: 'https://api.example/bookings', headers: {} },
    response: null,
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
    ...changes,
  }
}

const everyPercent = [...Buffer.from(token)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const everyEscape = [...token].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

test.each([
  ['plain', token],
  ['percent-encoded', encodeURIComponent(token)],
  ['percent-encoded as a form', new URLSearchParams({ token }).toString().slice('token='.length)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(token))],
  ['percent-encoded whole, lower case', everyPercent],
  ['percent-encoded whole, upper case', everyPercent.toUpperCase()],
  ['in JSON', JSON.stringify(token).slice(1, -1)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(token)).slice(3, -3)],
  ['in JSON, each character escaped', everyEscape],
  [
    'in JSON, in part escaped',
    token.replace('tok', '\\u0074o\\u006B').replaceAll('"', '\\"').replaceAll('\\ ', '\\\\ ').replace('/', '\\/'),
  ],
  [
    'in HTML',
    token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#x3E;').replaceAll('"', '&#34;'),
  ],
  ['hex', Buffer.from(token).toString('hex')],
  ['hex, upper case', Buffer.from(token).toString('hex').toUpperCase()],
  ['base64', Buffer.from(token).toString('base64')],
  ['base64url', Buffer.from(token).toString('base64url')],
  ['base64, percent-encoded', encodeURIComponent(Buffer.from(token).toString('base64'))],
])('finds a secret that is %s', (_, form) => {
  expect(redact.text(`before ${form} after`)).toMatch(/^before \[redacted:OCTO_TOKEN\]={0,2}(%3D){0,2} after$/)
})

test.each(['', 'u', 'us', 'use', 'user:'])('finds a secret in base64 behind %j, and leaves no bit of it', (before) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const after of ['', '!', '!!', '!!!']) {
      const left = redact
        .text(Buffer.from(`${before}${token}${after}`).toString(encoding))
        .split('[redacted:OCTO_TOKEN]')
      expect(left).toHaveLength(2)
      expect(before).toContain(Buffer.from(left[0] ?? '', 'base64').toString())
      expect((left[1] ?? '').replaceAll('=', '').length).toBeLessThanOrEqual(4)
    }
  }
})

test('finds credentials that the profile states itself, and the password inside a Basic one', () => {
  expect(redact.text('literal-key-123 cookie-value-9')).toBe('[redacted:X_API_KEY] [redacted:COOKIE]')
  expect(redact.text(`other-pass ${Buffer.from('user:other-pass').toString('base64')}`)).not.toMatch(/other-pass|dXNlc/)
})

test('leaves text without a secret alone, and values as they are', () => {
  const value: Json = { id: '42', n: [42, null, true, { deep: 'ordinary' }] }
  expect(redact.json(value)).toBe(value)
  expect(redact.text('42')).toBe('42')
})

test('finds secrets in strings, member names and numbers of JSON, also under __proto__', () => {
  const value: Json = JSON.parse(`{"__proto__": {"a": ["x literal-key-123"]}, "literal-key-123": 12345678}`)
  expect(JSON.stringify(redact.json(value))).toBe(
    '{"__proto__":{"a":["x [redacted:X_API_KEY]"]},"[redacted:X_API_KEY]":"[redacted:NUMBER]"}',
  )
})

test('takes secrets out of every part of an exchange', () => {
  const dirty = exchange({
    bookingId: `b-${token}`,
    input: { notes: token },
    request: {
      method: 'POST',
      url: `https://api.example/x?key=${encodeURIComponent(token)}`,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Api-Key': 'literal-key-123',
        Cookie: 'sid=cookie-value-9; a=b',
        'X-Pin': '42',
        'X-Trace': 'abc',
      },
      body: JSON.stringify({ notes: token, contact: { email: 'guest@example.com' } }),
    },
    response: {
      status: 200,
      headers: {
        'set-cookie': 'PHPSESSID=0123456789abcdef0123; path=/',
        'x-api-key': 'issued',
        'x-trace': 'abc',
        [`x-${token}`]: token,
      },
      json: {
        echo: [token],
        contact: { email: 'guest@example.com' },
        session: '0123456789abcdef0123',
        trace: { by: 'x' },
      },
    },
    failure: { kind: 'connection', message: `cannot send ${token}` },
  })
  const clean = redact.exchange(dirty, new Set(['authorization', 'x-api-key', 'cookie', 'x-pin']))
  const text = JSON.stringify(clean)
  for (const secret of [
    'çharacters',
    'literal-key-123',
    'cookie-value-9',
    'guest@example.com',
    '0123456789abcdef0123',
    'issued',
    '"abc"',
    '"42"',
  ])
    expect(text).not.toContain(secret)
  expect(clean.request.headers).toEqual({
    Authorization: 'Bearer ${OCTO_TOKEN}',
    'X-Api-Key': '${X_API_KEY}',
    Cookie: '${COOKIE}',
    'X-Pin': '${X_PIN}',
    'X-Trace': '${X_TRACE}',
  })
  expect(clean.request.placeholders).toEqual(['COOKIE', 'OCTO_TOKEN', 'X_API_KEY', 'X_PIN', 'X_TRACE'])
  expect(clean.response?.json).toEqual({
    echo: ['[redacted:OCTO_TOKEN]'],
    contact: { email: '[redacted:/contact/email]' },
    session: '[redacted:set-cookie]',
    trace: '[redacted:/trace]',
  })
})

test('a place may be in each member of a map, in each element of a list, and in each item of a nested list', () => {
  const { availability } = profile.operations
  const operations = { ...profile.operations, availability: availability && { ...availability, items: '/days/*' } }
  const pointers = ['/guests/*/name', '/price', '/a~1b/*']
  const redact = new Redactor({ ...profile, operations, redact: { headers: [], pointers } }, pack.requests)
  const json = {
    guests: { one: { name: 'Ada' }, two: { name: null, age: 3 } },
    days: { mon: [{ price: 1 }, { other: 2 }], tue: { price: 3 } },
    'a/b': ['x', 'y'],
  }
  const body = JSON.stringify({ guests: [{ name: 'Ada' }, { name: 'Bob' }] })
  const request = { method: 'POST', url: 'https://api.example/availability', headers: {}, body }
  const clean = redact.exchange(
    exchange({ purpose: 'availability', request, response: { status: 200, headers: {}, json } }),
    new Set(),
  )
  expect(clean.response?.json).toEqual({
    guests: { one: { name: '[redacted:/guests/*/name]' }, two: { name: null, age: 3 } },
    days: { mon: [{ price: '[redacted:/price]' }, { other: 2 }], tue: { price: '[redacted:/price]' } },
    'a/b': ['[redacted:/a~1b/*]', '[redacted:/a~1b/*]'],
  })
  expect(clean.request.body).not.toMatch(/Ada|Bob/)
})

test('an idempotency key in a header and a wrong credential are no secrets', () => {
  const dirty = exchange({
    request: {
      method: 'GET',
      url: 'https://api.example/',
      headers: { 'Idempotency-Key': 'k', Authorization: 'Bearer octospec-wrong-1' },
    },
  })
  expect(redact.exchange(dirty, new Set(['authorization'])).request).toEqual(dirty.request)
})

test('what was known to hold nothing does not hide a secret in an item of a list, in a name of one, or beside one', () => {
  const redact = new Redactor(profile, pack.requests)
  const redacted = (json: Json): Json | undefined =>
    redact.exchange(exchange({ purpose: 'list', response: { status: 200, headers: {}, json } }), new Set()).response
      ?.json
  const plain: Json = { notes: 'nothing' }
  const named = (value: Json): Json =>
    JSON.parse(`{"bookings":${JSON.stringify([plain])},"__proto__":${JSON.stringify(value)}}`)
  for (const json of [[plain, plain], { bookings: [plain] }, named('nothing')]) expect(redacted(json)).toEqual(json)
  const hidden: Json = { notes: '[redacted:OCTO_TOKEN]' }
  expect(redacted([plain, { notes: token }])).toEqual([plain, hidden])
  expect(redacted({ bookings: [plain, { notes: token }], more: [plain] })).toEqual({
    bookings: [plain, hidden],
    more: [plain],
  })
  expect(redacted({ [token]: [plain] })).toEqual({ '[redacted:OCTO_TOKEN]': [plain] })
  expect(redacted({ bookings: [plain], notes: token })).toEqual({ bookings: [plain], notes: '[redacted:OCTO_TOKEN]' })
  expect(JSON.stringify(redacted(named(token)))).not.toContain('chance')
})

test('gives back what a text of an answer was, and nothing that a target made up', () => {
  const redact = new Redactor(profile, pack.requests)
  const clean = redact.exchange(
    exchange({ response: { status: 200, headers: {}, json: { id: `slot ${token}` } } }),
    new Set(),
  )
  expect(clean.response?.json).toEqual({ id: 'slot [redacted:OCTO_TOKEN]' })
  expect(redact.restore(['slot [redacted:OCTO_TOKEN]', '[redacted:OCTO_TOKEN]'])).toEqual([
    `slot ${token}`,
    '[redacted:OCTO_TOKEN]',
  ])
})

test('a header whose name holds a secret gives it away neither by that name nor by the one that stands in for its value', () => {
  const dirty = exchange({
    request: {
      method: 'GET',
      url: 'https://api.example/',
      headers: { 'X-Token-literal-key-123': 'a value of its own' },
    },
    response: { status: 200, headers: { 'x-token-LITERAL-key-123': 'issued' } },
  })
  const clean = redact.exchange(dirty, new Set(['x-token-literal-key-123']))
  expect(JSON.stringify(clean)).not.toMatch(/literal.key.123|issued|of its own/i)
})

test.each(['sk_live_51HabcDEF67', 'X-sk_live_51HabcDEF67', '0f8fad5b-d9cb-469f-a165-70867728950e'])(
  'a token that the profile gives for the name of a header is a secret: %s',
  (name) => {
    const target = { ...profile.target, headers: { [name]: 'a value' } }
    const redact = new Redactor({ ...profile, target }, pack.requests)
    expect(redact.text(`it was sent as ${name.toLowerCase()}`)).toBe('it was sent as [redacted:NAME_OF_HEADER]')
    expect(redact.text('X-Amz-Content-Sha256, Octo-Capabilities, X-B3-ParentSpanId, X-Datadog-Trace-Id')).not.toContain(
      'redacted',
    )
  },
)

test('a secret that stands in a body under a telling name is redacted wherever it comes back', () => {
  const operations = { ...profile.operations }
  if (operations.reserve !== null)
    operations.reserve = {
      ...operations.reserve,
      body: {
        apiKey: 'plain-in-the-file',
        account: { password: 'pw', pin: 1 },
        unitItems: [{ accessToken: 87654321 }],
      },
    }
  const redact = new Redactor({ ...profile, operations }, pack.requests)
  const body = {
    apiKey: 'plain-in-the-file',
    account: { password: 'pw', pin: 1 },
    unitItems: [{ accessToken: 87654321 }],
  }
  const clean = redact.exchange(
    exchange({
      request: { method: 'POST', url: 'https://api.example/', headers: {}, body: JSON.stringify(body) },
      response: { status: 200, headers: {}, json: { echo: ['PLAIN-in-the-file', 87654321] } },
    }),
    new Set(),
  )
  expect(JSON.parse(clean.request.body ?? '')).toEqual({
    apiKey: '[redacted:APIKEY]',
    account: { password: '[redacted:/account/password]', pin: 1 },
    unitItems: [{ accessToken: '[redacted:/unitItems/0/accessToken]' }],
  })
  expect(clean.response?.json).toEqual({ echo: ['[redacted:APIKEY]', '[redacted:ACCESSTOKEN]'] })
})

test.each([
  ['names', `sid${'sid'.repeat(330_000)}`],
  ['names without a value', 'sid;'.repeat(250_000)],
  ['values', `sid=${'='.repeat(1_000_000)}`],
])('a cookie of many %s takes no longer than its length', { timeout: 5000 }, (_, cookie) => {
  const dirty = exchange({ response: { status: 200, headers: { 'set-cookie': cookie }, json: {} } })
  expect(redact.exchange(dirty, new Set()).response?.headers).toEqual({ 'set-cookie': '[redacted:set-cookie]' })
})

test('a very long text is recorded cut, shows no part of a secret, and is sent back whole', () => {
  const long = `${'x'.repeat(990)}${token}${'x'.repeat(20_000)}`
  const { response } = redact.exchange(exchange({ response: { status: 200, headers: {}, json: [long] } }), new Set())
  const [cut] = (response?.json as readonly string[] | undefined) ?? []
  expect(cut).toMatch(/^x{990}\[redacted:~cut-by-octospec-\d+-characters-sha256-[0-9a-f]{16}$/)
  expect(redact.restore(cut ?? null)).toBe(long)
})
