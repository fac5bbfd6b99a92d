import { createServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { evidenceLineOf } from '../evidence/evidenceLineOf.js'
import type { TransferProfile as Profile } from '../../suites/transfers/profile.js'
import type { Json } from '../profile/profile.js'
import type { OpenTargetOptions } from './targetSession.js'
import { systemClock } from './clock.js'
import { Stop } from './stop.js'
import {
  openTestSession,
  operation,
  reply,
  serve,
  testProfile,
  type Handler,
  type TestServer,
  type TestSession,
} from './testTarget.test.data.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(
  handler: Handler,
  changes: Partial<Profile> = {},
  operations: Partial<Profile['operations']> = {},
  more: Partial<OpenTargetOptions> = {},
): Promise<TestSession & { readonly server: TestServer }> {
  const server = await serve(handler)
  const opened = openTestSession(testProfile(server.url, changes, operations), more)
  closing.push(server.close, () => opened.session.close())
  return { ...opened, server }
}

const booking = (id: string, more: object = {}): object => ({ uuid: id, status: 'ON_HOLD', cancellable: true, ...more })
const limits = { concurrency: 4, requestsPerSecond: Number.POSITIVE_INFINITY, timeoutSeconds: 5, bookings: 400 }

test('what commits is not sent where nobody may be committed', async () => {
  const { session, server } = await start((_, response) => reply(response, booking('b')), {}, {}, { commits: false })
  await expect(session.for('s').confirm('b')).rejects.toThrow('the target is live')
  await session.for('s').cancel('b')
  expect(server.received.map(({ method }) => method)).toEqual(['DELETE'])
})

test('writes each field to its place', async () => {
  const { session, server, exchanges } = await start(
    (_, response) => reply(response, booking('b')),
    {},
    {
      reserve: operation(
        'POST',
        '/v2/book',
        {
          productId: { in: 'body', pointer: '/data/item/product' },
          availabilityId: { in: 'body', pointer: '/data/lines/0/slot' },
          idempotencyKey: { in: 'header', name: 'Idempotency-Key' },
          expirationMinutes: { in: 'query', name: 'hold for' },
        },
        {
          body: { data: { lines: [{ kind: 'adult' }] }, day: '{today+1}' },
          query: { v: '1' },
          headers: { 'X-Client': 'c' },
        },
      ),
    },
  )
  const answer = await session.for('s').reserve({ availabilityId: 'a:1+2', expirationMinutes: 60, notes: 'no place' })
  const seen = server.received[0]
  expect(answer.accepted).toBe(true)
  expect(seen?.url).toBe('/v2/book?v=1&hold%20for=60')
  expect(JSON.parse(seen?.body ?? '')).toEqual({
    data: { lines: [{ kind: 'adult', slot: 'a:1+2' }], item: { product: 'prod' } },
    day: '2030-01-16',
  })
  expect(seen?.headers['idempotency-key']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(exchanges[0]?.request.headers['Idempotency-Key']).toBe(seen?.headers['idempotency-key'])
  expect(seen?.headers).toMatchObject({
    accept: 'application/json',
    'accept-encoding': 'identity',
    'x-client': 'c',
    'content-type': 'application/json',
  })
  expect(seen?.headers['user-agent']).toMatch(/^octospec\/\d/)
  expect(exchanges[0]).toMatchObject({ n: 1, scenario: 's', purpose: 'reserve', as: 'reseller' })
  expect(exchanges[0]?.input).toMatchObject({ notes: 'no place', productId: 'prod', expirationMinutes: 60 })
})

test('writes one value to several places, and what only a run can say into payloads', async () => {
  const key = { in: 'header', name: 'Idempotency-Key', also: [{ in: 'body', pointer: '/uuid' }] } as const
  const availabilityId = { in: 'body', pointer: '/availabilityId' } as const
  const body = { order: '{uuid}', count: '{number}', start: 'at {availability:/at}' }
  const { session, server } = await start(
    ({ url }, response) =>
      reply(response, url === '/availability' ? [{ id: 'a' }, { id: 'b', at: '09:00' }] : booking('b-1')),
    {},
    { reserve: operation('POST', '/bookings', { idempotencyKey: key, availabilityId }, { body }) },
  )
  const target = session.for('s')
  await target.availability()
  await target.reserve({ availabilityId: 'b', idempotencyKey: 'k' })
  await target.reserve({ availabilityId: 'b', idempotencyKey: 'k' })
  const [, first, second] = server.received
  const sent: unknown = JSON.parse(first?.body ?? '')
  expect(first?.headers['idempotency-key']).toBe('k')
  expect(sent).toEqual({
    uuid: 'k',
    availabilityId: 'b',
    order: expect.stringMatching(/^[0-9a-f-]{36}$/),
    count: expect.any(Number),
    start: 'at 09:00',
  })
  expect(second?.body).toBe(first?.body)
  await expect(target.reserve({ availabilityId: 'a' })).rejects.toThrow(
    'the availability that was answered has nothing there',
  )
})

test('what a reservation says of a quote is asked for before each, and said again with the same key', async () => {
  let quotes = 0
  const { session, server, exchanges } = await start(
    ({ url }, response) => {
      if (url !== '/transfers') return reply(response, booking('b-1'))
      quotes += 1
      const options = ['VAN', 'opt'].map((reference, at) => ({ id: `q${quotes}-${at}`, reference }))
      reply(response, { id: `q${quotes}`, options })
    },
    { otherReseller: { headers: { Authorization: 'Bearer other' } } },
    {
      reserve: operation(
        'POST',
        '/bookings',
        { idempotencyKey: { in: 'body', pointer: '/uuid' } },
        { body: { quote: '{quote:/id}', option: '{option:/id}' } },
      ),
    },
  )
  const target = session.for('s')
  await Promise.all([target.reserve({ idempotencyKey: 'k' }), target.reserve({ idempotencyKey: 'k' })])
  await target.reserve({ idempotencyKey: 'k2' }, { as: 'other' })
  const said = server.received.filter(({ url }) => url === '/bookings').map(({ body }) => JSON.parse(body) as unknown)
  expect(said).toEqual([
    { uuid: 'k', quote: 'q1', option: 'q1-1' },
    { uuid: 'k', quote: 'q1', option: 'q1-1' },
    { uuid: 'k2', quote: 'q2', option: 'q2-1' },
  ])
  expect(exchanges.map(({ purpose, as }) => `${purpose} ${as}`)).toEqual([
    'transfers reseller',
    'reserve reseller',
    'reserve reseller',
    'transfers other',
    'reserve other',
  ])
})

test('a reservation whose quote is refused is not sent, and the next one asks anew', async () => {
  let isOpen = false
  const { session, server } = await start(
    ({ url }, response) => {
      if (url !== '/transfers') return reply(response, booking('b-1'))
      return isOpen ? reply(response, { id: 'q', options: [] }) : reply(response, { error: 'NO_CAR' }, 409)
    },
    {},
    {
      reserve: operation(
        'POST',
        '/bookings',
        { idempotencyKey: { in: 'body', pointer: '/uuid' } },
        { body: { quote: '{quote:/id}' } },
      ),
    },
  )
  const target = session.for('s')
  await expect(target.reserve({ idempotencyKey: 'k' })).rejects.toThrow('transfers was not accepted: HTTP 409 NO_CAR')
  expect(server.received.map(({ url }) => url)).toEqual(['/transfers'])
  isOpen = true
  expect((await target.reserve({ idempotencyKey: 'k' })).accepted).toBe(true)
})

test('an operation takes the other id of a booking that the profile names for it', async () => {
  const usual = testProfile('http://127.0.0.1:1').booking
  const { session, server, exchanges } = await start(
    (_, response) => reply(response, booking('b-1', { supplierReference: 'S/1' })),
    { booking: { ...usual, ids: { ...usual.ids, cancel: '/supplierReference' } } },
  )
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a' })
  await target.confirm('b-1')
  await target.cancel('b-1')
  await target.cancel('unheard')
  expect(server.received.map(({ url }) => url)).toEqual([
    '/bookings',
    '/bookings/b-1/confirm',
    '/bookings/S%2F1',
    '/bookings/unheard',
  ])
  expect(exchanges.map(({ bookingId }) => bookingId)).toEqual([undefined, 'b-1', 'b-1', 'unheard'])
})

test('a field given as undefined is left out, and an unknown one is a mistake', async () => {
  const { session, server } = await start((_, response) => reply(response, booking('b')))
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', productId: undefined, idempotencyKey: undefined })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ availabilityId: 'a', optionId: 'opt' })
  await expect(target.extend('b', { minutes: 3 })).rejects.toThrow(TypeError)
})

test('availability and reserve take the ids and extra members of the bookable', async () => {
  const { session, server } = await start((_, response) => reply(response, [{ id: 'x' }]))
  const bookable = { productId: 'late', optionId: 'o', availability: { units: [1] } }
  const answer = await session.for('s').availability({}, { bookable })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ productId: 'late', optionId: 'o', units: [1] })
  expect(answer.availabilityIds).toEqual(['x'])
})

test('GET and a DELETE without fields carry no body, other writes carry at least an empty object', async () => {
  const { session, server } = await start((_, response) => reply(response, booking('b')))
  const target = session.for('s')
  await target.get('b')
  await target.cancel('b')
  await target.cancel('b', { reason: 'r' })
  await target.confirm('b')
  await target.confirm('b', {}, { rawBody: 'not json', contentType: 'text/plain' })
  await target.update('b', {}, { body: { extra: 1 }, method: 'PUT' })
  expect(server.received.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', '{"reason":"r"}'],
    ['POST', '{}'],
    ['POST', 'not json'],
    ['PUT', '{"extra":1}'],
  ])
  expect(server.received[4]?.headers['content-type']).toBe('text/plain')
})

test.each([
  ['a/b?c#d%', '/bookings/a%2Fb%3Fc%23d%25'],
  ['..', '/bookings/%2E%2E'],
  ['$&\ud800é', '/bookings/%24%26%EF%BF%BD%C3%A9'],
])('the id %j stays one segment of the path', async (id, path) => {
  const { session, server } = await start((_, response) => reply(response, booking('b')))
  await session.for('s').get(id)
  expect(server.received[0]?.url).toBe(path)
})

test('an operation whose path has no id writes it to its place', async () => {
  const { session, server } = await start(
    (_, response) => reply(response, booking('b')),
    {},
    {
      cancel: operation('POST', '/cancel', { id: { in: 'body', pointer: '/booking' } }),
    },
  )
  await session.for('s').cancel('b1')
  expect(server.received[0]?.body).toBe('{"booking":"b1"}')
})

test('what redeems a booking writes its id to the path, or to its place', async () => {
  const inPath = await start((_, response) => reply(response, {}), { redeem: { method: 'POST', path: '/used/{id}' } })
  await inPath.session.for('s').redeem('a/b')
  const redeem = { method: 'POST', path: '/used', id: { in: 'body', pointer: '/uuid' } } as const
  const inBody = await start((_, response) => reply(response, {}), { redeem })
  await inBody.session.for('s').redeem('a/b')
  const [asked] = inBody.server.received
  expect([inPath.server.received[0]?.url, asked?.url, asked?.body]).toEqual(['/used/a%2Fb', '/used', '{"uuid":"a/b"}'])
})

test('a list is asked for in the words of the target', async () => {
  const { session, server, exchanges } = await start((_, response) => reply(response, []))
  await session.for('s').list({ page: 2, sortField: 'price', sortOrder: 'descending' })
  expect(server.received[0]?.url).toBe('/bookings?page=2&sort=PRICE&order=DESC')
  expect(exchanges[0]?.input).toEqual({ page: 2, sortField: 'price', sortOrder: 'descending' })
})

test('the capability header is sent as asked', async () => {
  const { session, server } = await start((_, response) => reply(response, booking('b')))
  const target = session.for('s')
  await target.get('b')
  await target.get('b', { headerCase: 'upper' })
  await target.get('b', { headerCase: 'lower', capabilities: 'octo/pricing,x' })
  await target.get('b', { capabilities: null })
  const names = server.received.map(({ rawHeaders }) => rawHeaders.filter((name) => /^octo-cap/i.test(name)).join())
  expect(names).toEqual(['Octo-Capabilities', 'OCTO-CAPABILITIES', 'octo-capabilities', ''])
  expect(server.received[2]?.headers['octo-capabilities']).toBe('octo/pricing,x')
})

test('callers differ in their credentials alone', async () => {
  const target = {
    url: '',
    environment: 'sandbox' as const,
    headers: { Authorization: 'Bearer mine-mine', 'X-App': 'app' },
  }
  const server = await serve((_, response) => reply(response, booking('b')))
  const profile = testProfile(server.url, {
    target: { ...target, url: server.url },
    otherReseller: { headers: { authorization: 'Bearer theirs-theirs' } },
  })
  const { session, exchanges } = openTestSession(profile)
  closing.push(server.close, () => session.close())
  for (const as of ['reseller', 'other', 'nobody', 'wrong'] as const) await session.for('s').get('b', { as })
  expect(server.received.map(({ headers }) => [headers.authorization, headers['x-app']])).toEqual([
    ['Bearer mine-mine', 'app'],
    ['Bearer theirs-theirs', 'app'],
    [undefined, 'app'],
    ['Bearer octospec-wrong-nonce', 'app'],
  ])
  expect(
    exchanges.map(({ as, request }) => [as, request.headers['Authorization'] ?? request.headers['authorization']]),
  ).toEqual([
    ['reseller', 'Bearer ${AUTHORIZATION}'],
    ['other', 'Bearer ${OTHER_AUTHORIZATION}'],
    ['nobody', undefined],
    ['wrong', 'Bearer octospec-wrong-nonce'],
  ])
})

test('a second reseller that is not declared, and an operation that is not offered, stop the scenario', async () => {
  const { session, server } = await start((_, response) => reply(response, {}), {}, { update: null })
  await expect(session.for('s').get('b', { as: 'other' })).rejects.toThrow(Stop)
  await expect(session.for('s').update('b', {})).rejects.toThrow('not offered')
  await expect(session.for('s').redeem('b')).rejects.toThrow(Stop)
  await expect(session.for('s').advanceClock(1)).rejects.toThrow(Stop)
  expect(server.received).toHaveLength(0)
})

test('an answer that does not come in time is a timeout, for headers and for the body, and the reservation is noted as unknown', async () => {
  const { session, exchanges } = await start(
    (received, response) => {
      if (received.method === 'GET') response.writeHead(200).write('{')
    },
    { limits: { ...limits, timeoutSeconds: 0.15 } },
  )
  const answers = await Promise.all([session.for('s').reserve({ availabilityId: 'a' }), session.for('s').get('b')])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['none', 'none'])
  const of = (purpose: string): unknown =>
    exchanges.filter((each) => each.purpose === purpose).map(({ failure, response }) => [failure?.kind, response])
  expect(of('get')).toEqual([
    ['timeout', null],
    ['timeout', null],
  ])
  expect(of('reserve')).toEqual([['timeout', null]])
  expect(session.bookings).toMatchObject([
    {
      id: null,
      status: 'unknown',
      scenario: 's',
      key: exchanges.find((e) => e.purpose === 'reserve')?.input['idempotencyKey'],
    },
  ])
})

test('a read whose connection is reset is repeated once, a write is not', async () => {
  const { session, server, exchanges } = await start((received) => void received.socket.destroy())
  const read = await session.for('s').get('b')
  const write = await session.for('s').reserve({ availabilityId: 'a' })
  expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST'])
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(['connection', 'connection', 'connection'])
  expect([read.n, write.n]).toEqual([2, 3])
})

test('every request has a connection of its own', async () => {
  const { session, server } = await start((_, response) => reply(response, booking('b')))
  const target = session.for('s')
  for (let i = 0; i < 3; i += 1) await target.get('b')
  for (let i = 0; i < 3; i += 1) await target.confirm('b')
  expect(new Set(server.received.map(({ socket }) => socket)).size).toBe(6)
})

test('what a server sends beyond its answer is not taken for the answer to another request', async () => {
  const answerOf = (id: string): string => {
    // Of a booking that the run did not make, the id is masked.
    const body = JSON.stringify(booking(id, { expirationMinutes: Number(id) }))
    return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    let late = ''
    socket.on('error', () => undefined)
    socket.on('data', (sent) => {
      const id = /^GET \/bookings\/(\S+)/.exec(sent.toString())?.[1] ?? ''
      // Some answers come twice in one piece; of the others, the second comes when the next request has been sent already.
      socket.write(late + answerOf(id) + (id === '22' ? answerOf(id) : ''))
      late = answerOf(id)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  const { session } = openTestSession(testProfile(`http://127.0.0.1:${port}`))
  closing.push(() => session.close())
  const target = session.for('s')
  const asked = [21, 22, 23, 24, 25, 26]
  const found = []
  for (const id of asked) found.push((await target.get(String(id))).read('expirationMinutes'))
  expect(found).toEqual(asked)
  expect(connections).toBe(6)
})

test('a target that is not there is a failure of the connection, sent once', async () => {
  const server = await serve(() => undefined)
  await server.close()
  const { session, exchanges } = openTestSession(testProfile(server.url))
  closing.push(() => session.close())
  const answer = await session.for('s').get('b')
  expect(answer.describe()).toBe('no answer (connection)')
  expect(exchanges).toHaveLength(1)
  expect(exchanges[0]?.failure?.message).toContain('ECONNREFUSED')
})

test('a read that finds a gateway with nothing behind it is sent again, a write is not', async () => {
  let left = 2
  const { session, clock, exchanges } = await start((received, response) => {
    if (received.method === 'POST') return reply(response, {}, 503)
    left -= 1
    return left >= 0 ? reply(response, {}, 502, { 'retry-after': '3' }) : reply(response, booking('b'))
  })
  const target = session.for('s')
  expect((await target.get('b')).accepted).toBe(true)
  expect(clock.slept).toEqual([2000, 2000])
  expect((await target.reserve({ availabilityId: 'a' })).outcome).toBe('none')
  expect(session.bookings).toMatchObject([{ id: null, status: 'unknown' }])
  expect(exchanges.map(({ purpose, response }) => [purpose, response?.status])).toEqual([
    ['get', 502],
    ['get', 502],
    ['get', 200],
    ['reserve', 503],
  ])
})

test('a target that stays unavailable is not asked three times for ever', async () => {
  const { session, exchanges } = await start((_, response) => reply(response, {}, 503, { 'retry-after': '0' }))
  const target = session.for('s')
  for (let asked = 0; asked < 5; asked += 1) expect((await target.get('b')).outcome).toBe('none')
  expect(exchanges).toHaveLength(3 + 3 + 3 + 1 + 1)
})

test('429 is obeyed by the whole session, each try recorded, at most five', async () => {
  let left = 2
  const { session, clock, exchanges } = await start((received, response) => {
    if (received.url === '/transfers') return reply(response, {}, 429, { 'retry-after': '99' })
    left -= 1
    if (left >= 0)
      return reply(response, {}, 429, { 'retry-after': left === 1 ? '7' : new Date(clock.now() + 5000).toUTCString() })
    return reply(response, booking('b'))
  })
  const answer = await session.for('s').reserve({ availabilityId: 'a' })
  expect(answer.accepted).toBe(true)
  expect(clock.slept).toEqual([7000, 5000])
  expect(exchanges.map(({ n, failure }) => [n, failure?.kind])).toEqual([
    [1, 'rate-limited'],
    [2, 'rate-limited'],
    [3, undefined],
  ])
  expect(new Set(exchanges.map(({ input }) => input['idempotencyKey'])).size).toBe(1)

  const refused = await session.for('s').transfers()
  expect(refused.outcome).toBe('none')
  expect(clock.slept.slice(2)).toEqual([30_000, 30_000, 30_000, 30_000])
  expect(exchanges).toHaveLength(8)
})

test('requests are spaced by the rate of the profile', async () => {
  const { session, exchanges } = await start((_, response) => reply(response, booking('b')), {
    limits: { ...limits, requestsPerSecond: 10 },
  })
  await Promise.all(Array.from({ length: 6 }, () => session.for('s').get('b')))
  const starts = exchanges.map(({ startedAt }) => startedAt).sort((a, b) => a - b)
  expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 100, 200, 300, 400, 500])
})

test('no more requests are under way than the profile allows', async () => {
  let [now, most] = [0, 0]
  const { session } = await start(
    (_, response) => {
      now += 1
      most = Math.max(most, now)
      setTimeout(() => {
        now -= 1
        reply(response, booking('b'))
      }, 5)
    },
    { limits: { ...limits, concurrency: 3 } },
    {},
    { clock: systemClock },
  )
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? session.for('s').get('b') : session.for('s').confirm('b'))),
  )
  expect(most).toBe(3)
})

test('a redirect is an answer', async () => {
  const { session, server } = await start(
    (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  )
  const answer = await session.for('s').get('b')
  expect([answer.status, answer.outcome, server.received.length]).toEqual([302, 'refused', 1])
})

test.each([
  ['on the wire', (size: number) => Buffer.alloc(size, 32), {}],
  ['once inflated', (size: number) => gzipSync(Buffer.alloc(size, 32)), { 'content-encoding': 'gzip' }],
])('a body that is too large %s is a failure', async (_, make, headers) => {
  const { session, exchanges } = await start(
    (_received, response) => void response.writeHead(200, headers).end(make(50_000_000)),
    {},
    {},
    { maxBodyBytes: 100_000 },
  )
  const answer = await session.for('s').get('b')
  expect(answer.outcome).toBe('none')
  expect(exchanges[0]?.failure).toEqual({ kind: 'too-large', message: 'the body is larger than 100000 bytes' })
})

test('a compressed body that nobody asked for is read', async () => {
  const { session } = await start(
    (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(JSON.stringify(booking('b')))),
  )
  expect((await session.for('s').get('b')).read('status')).toBe('ON_HOLD')
})

test('a web page is text, and JSON is JSON whatever it calls itself', async () => {
  const { session } = await start((received, response) =>
    received.method === 'GET'
      ? void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>Hi\xff')
      : void response.writeHead(200, { 'content-type': 'text/plain' }).end(`\ufeff${JSON.stringify(booking('b'))}`),
  )
  const page = await session.for('s').get('b')
  expect([page.json, page.exchange.response?.text]).toEqual([undefined, '<!doctype html>Hi\xff'])
  expect(page.describe()).toBe('HTTP 200 without the documented answer: its body is no JSON')
  expect((await session.for('s').confirm('b')).accepted).toBe(true)
})

test('hostile bytes in headers of the answer, and hostile text bound for a header, do no harm', async () => {
  const { session, server, exchanges } = await start(
    (received) =>
      void received.socket.end(
        'HTTP/1.1 200 OK\r\nx-evil: \x1b[31m\xff<script>\r\n__proto__: 1\r\ncontent-length: 2\r\n\r\n{}',
        'latin1',
      ),
    {},
    { get: operation('GET', '/b', { id: { in: 'header', name: 'X-Id' } }) },
  )
  await session.for('s').get('a\r\nX-Injected: 1\u2028')
  expect(server.received[0]?.headers['x-injected']).toBeUndefined()
  expect(server.received[0]?.headers['x-id']).toBe('a%0D%0AX-Injected: 1%E2%80%A8')
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(['connection', 'connection'])
  expect(({} as Record<string, unknown>)['1']).toBeUndefined()
})

test('an answer that is no HTTP is a failure of the connection', async () => {
  const { session, exchanges } = await start((received) => void received.socket.end('garbage\r\n\r\n'))
  await session.for('s').confirm('b')
  expect(exchanges[0]?.failure?.kind).toBe('connection')
})

test('the test clock moves templates and is recorded', async () => {
  const { session, server, exchanges } = await start(
    (_, response) => reply(response, {}),
    { clock: { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/advance' } } },
    { transfers: operation('POST', '/transfers', {}, { body: { on: '{today}' } }) },
  )
  const target = session.for('s')
  await target.advanceClock(24 * 60)
  await target.transfers()
  expect(server.received.map(({ body }) => body)).toEqual(['{"advance":1440}', '{"on":"2030-01-16"}'])
  expect(exchanges.map(({ purpose, clockMinutes }) => [purpose, clockMinutes])).toEqual([
    ['clock', 0],
    ['transfers', 1440],
  ])
  expect(session.clockMinutes).toBe(1440)
})

test('the ledger follows every booking of the session', async () => {
  const { session } = await start((received, response) => {
    if (received.method === 'DELETE') return reply(response, booking('b1', { status: 'CANCELLED' }))
    if (received.method === 'GET') return reply(response, [booking('b2', { status: 'EXPIRED' }), booking('foreign')])
    return reply(response, booking(received.body.includes('"one"') ? 'b1' : 'b2'), 201)
  })
  const target = session.for('s')
  await target.reserve({ availabilityId: 'one', idempotencyKey: 'k1' })
  await target.reserve({ availabilityId: 'two', idempotencyKey: 'k2' })
  await target.cancel('b1')
  await session.for('t').list()
  expect(session.bookings).toMatchObject([
    { id: 'b1', scenario: 's', exchange: 1, as: 'reseller', key: 'k1', status: 'CANCELLED', lastExchange: 3 },
    { id: 'b2', scenario: 's', exchange: 2, as: 'reseller', key: 'k2', status: 'EXPIRED', lastExchange: 4 },
  ])
})

test('a session stops at its budget of requests and bookings, but still cleans up', async () => {
  const { session, server } = await start(
    (received, response) => reply(response, booking(received.body)),
    { limits: { ...limits, bookings: 1 } },
    {},
    { maxRequests: 2 },
  )
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a' })
  await expect(target.reserve({ availabilityId: 'b' })).rejects.toThrow('bookings that it may make')
  await target.get('x')
  await expect(target.get('x')).rejects.toThrow('requests that it may send')
  await session.for('cleanup', { always: true }).cancel('x')
  expect(server.received).toHaveLength(3)
})

test('a reservation is told, redacted, before it is sent; what cannot be written down is not sent', async () => {
  const stop = new AbortController()
  const told: [n: number, key: unknown, seen: number, answered: boolean][] = []
  const arrived: string[] = []
  const { session } = await start(
    ({ url }, response) => {
      arrived.push(url)
      reply(response, booking('b'))
    },
    {},
    {},
    {
      signal: stop.signal,
      onIntent: ({ n, input, response }) => {
        told.push([n, input['idempotencyKey'], arrived.length, response !== null])
        if (n === 3) stop.abort(new Error('the disk is full'))
      },
    },
  )
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })
  await target.get('b')
  await expect(target.reserve({ availabilityId: 'a', idempotencyKey: 'k2' })).rejects.toThrow('the disk is full')
  expect(told).toEqual([
    [1, 'k1', 0, false],
    [3, 'k2', 2, false],
  ])
  expect(arrived).toHaveLength(2)
  expect(session.bookings).toMatchObject([{ id: 'b' }])
})

test('the first booking whose id cannot be read is the last, and the stop names the key and what was there', async () => {
  const { session, server } = await start((_, response) =>
    reply(response, { bookingRef: 'b', status: 'ON_HOLD', cancellable: true }),
  )
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })
  const stopped = await target.reserve({ availabilityId: 'b' }).catch((error: unknown) => error)
  expect(stopped).toBeInstanceOf(Stop)
  expect(stopped).toMatchObject({
    message:
      'the booking in the answer to reserve has no id at /uuid, but the members bookingRef, status, cancellable: no further one is made',
    remedy: expect.stringContaining('booking.id'),
    exchange: 1,
  })
  expect(server.received).toHaveLength(1)
  expect(session.bookings).toMatchObject([{ id: null, key: 'k1', unread: ['bookingRef', 'status', 'cancellable'] }])
})

test('a repeat of a key is no further booking', async () => {
  const { session } = await start((_, response) => reply(response, booking('b')), {
    limits: { ...limits, bookings: 1 },
  })
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })
  expect((await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })).accepted).toBe(true)
  await expect(target.reserve({ availabilityId: 'a' })).rejects.toThrow('bookings that it may make')
})

test('cleaning up does not obey pauses without end, and after a cut it has a minute', async () => {
  const stop = new AbortController()
  const { session, clock, server } = await start(
    (_, response) => reply(response, {}, 429, { 'retry-after': '25' }),
    {},
    {},
    { signal: stop.signal },
  )
  const cleaning = session.for('cleanup', { always: true })
  const began = clock.now()
  for (let n = 0; n < 10; n += 1) await cleaning.cancel(`b${n}`)
  expect(clock.now() - began).toBeLessThanOrEqual(60_000)
  expect(server.received).toHaveLength(12)
  stop.abort(new Error('interrupted'))
  await cleaning.cancel('b')
  clock.advance(61_000)
  await expect(cleaning.cancel('b')).rejects.toThrow('the time for cleaning up is over')
  expect(server.received).toHaveLength(13)
})

test('a session that is cut short records what is under way, sends no more, and still cleans up', async () => {
  const stop = new AbortController()
  const { session, exchanges } = await start(
    (received, response) =>
      received.method === 'DELETE' ? reply(response, booking('b')) : stop.abort(new Error('interrupted')),
    { limits: { ...limits, concurrency: 1 } },
    {},
    { signal: stop.signal },
  )
  const target = session.for('s')
  const settled = await Promise.allSettled([target.reserve({ availabilityId: 'a' }), target.get('b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(exchanges.map(({ failure }) => failure?.message)).toEqual([
    'the run was cut short while the answer was awaited',
  ])
  expect(session.bookings).toMatchObject([{ id: null, status: 'unknown' }])
  expect((await session.for('cleanup', { always: true }).cancel('b')).accepted).toBe(true)
})

test('a value from the environment inside an id is hidden in the record and sent back whole', async () => {
  const server = await serve((received, response) =>
    received.url === '/availability'
      ? reply(response, [{ id: 'tour-4711:09:00' }])
      : reply(response, booking('b-tour-4711')),
  )
  const profile = testProfile(server.url, { secrets: new Map([['PRODUCT', 'tour-4711']]) })
  const { session, exchanges } = openTestSession(profile)
  closing.push(server.close, () => session.close())
  const target = session.for('s')
  const [availabilityId = ''] = (await target.availability()).availabilityIds
  const reserved = await target.reserve({ availabilityId })
  await target.get(reserved.bookingId)
  expect(JSON.parse(server.received[1]?.body ?? '')).toMatchObject({ availabilityId: 'tour-4711:09:00' })
  expect(server.received[2]?.url).toBe('/bookings/b-tour-4711')
  expect(JSON.stringify([exchanges, session.bookings])).not.toContain('4711')
  expect(exchanges[2]?.response?.json).toMatchObject({ uuid: 'b-[redacted:PRODUCT]', status: 'ON_HOLD' })
})

const unreadable = { toString: 1, valueOf: [], toJSON: {}, constructor: null, length: -1 }

test('what is no id in a list of others is masked like any other value, and the exchange is recorded', async () => {
  const { session, exchanges } = await start((_, response) =>
    reply(response, [{ uuid: unreadable, status: 'CONFIRMED', notes: 'Ms Miller' }, { uuid: 'x' }]),
  )
  const answer = await session.for('s').list()
  expect(exchanges).toHaveLength(1)
  expect(answer.accepted).toBe(true)
  expect(answer.items[0]).toEqual({ uuid: {}, status: 'CONFIRMED', notes: '[masked]' })
})

test.each(['redacting', 'masking'])('an exchange is on the record, withheld, where %s it fails', async (what) => {
  let broken = false
  const fault = (): never => {
    throw new TypeError('a secret that must not be told')
  }
  const { session, exchanges } = await start((_, response) => reply(response, [booking('b', { notes: 'private' })]), {
    redact: {
      headers: [],
      get pointers() {
        return broken && what === 'redacting' ? fault() : []
      },
    },
    booking: {
      ...testProfile('http://x.example').booking,
      get reference() {
        return broken && what === 'masking' ? fault() : '/resellerReference'
      },
    },
  })
  const target = session.for('s')
  await target.list()
  broken = true
  const said = await target.list().catch((error: unknown) => error)
  broken = false
  expect(String(said)).toBe('Error: exchange 2 could not be made fit to be recorded')
  expect(exchanges.map(({ n }) => n)).toEqual([1, 2])
  expect(exchanges[1]).toMatchObject({
    purpose: 'list',
    request: { method: 'GET', headers: {} },
    response: null,
    failure: { kind: 'withheld' },
  })
  expect(JSON.stringify(exchanges[1])).not.toMatch(/private|secret/)
  const line: Json = JSON.parse(JSON.stringify({ type: 'exchange', exchange: exchanges[1] }))
  expect(evidenceLineOf(line, 'x:1')).toEqual(line)
  expect((await target.list()).accepted).toBe(true)
})

test('a reservation whose answer is withheld may have made a booking, which its key finds', async () => {
  let answered = false
  const { session } = await start(
    (_, response) => {
      answered = true
      reply(response, booking('b'))
    },
    {
      redact: {
        headers: [],
        get pointers(): readonly string[] {
          if (answered) throw new Error('broken')
          return []
        },
      },
    },
  )
  const said = await session
    .for('s')
    .reserve({ idempotencyKey: 'key-1' })
    .catch((error: unknown) => error)
  expect(said).toBeInstanceOf(Error)
  expect(session.bookings).toMatchObject([{ id: null, key: 'key-1', status: 'unknown' }])
})

test('a target that answers 429 and does not say when is asked more slowly, until a minute is over', async () => {
  let refusals = 6
  const server = await serve((_received, response) => {
    refusals -= 1
    if (refusals >= 0) reply(response, { error: 'SLOW_DOWN' }, 429)
    else reply(response, [])
  })
  try {
    const { session, clock } = openTestSession(testProfile(server.url))
    const began = clock.now()
    expect((await session.for('s').list()).accepted).toBe(true)
    expect(clock.now() - began).toBeGreaterThanOrEqual(60_000)
    expect(session.slowedTo).toBe(1)
    const [before] = [clock.now()]
    await session.for('s').list()
    await session.for('s').list()
    expect(clock.now() - before).toBeGreaterThanOrEqual(1000)
  } finally {
    await server.close()
  }
})
