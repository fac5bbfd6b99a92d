import { createServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from './clock.js'
import {
  booking,
  limits,
  openTestSession,
  operation,
  reply,
  serve,
  startTarget,
  testProfile,
} from './testTarget.test.data.js'

test('an answer that does not come in time is a timeout, for headers and for the body, and the reservation is noted as unknown', async () => {
  const { session, exchanges } = await startTarget(
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
  const { session, server, exchanges } = await startTarget((received) => void received.socket.destroy())
  const read = await session.for('s').get('b')
  const write = await session.for('s').reserve({ availabilityId: 'a' })
  expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST'])
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(['connection', 'connection', 'connection'])
  expect([read.n, write.n]).toEqual([2, 3])
})

test('every request has a connection of its own', async () => {
  const { session, server } = await startTarget((_, response) => reply(response, booking('b')))
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
      // Some answers come twice in one piece; of the others, the second comes after the next request has been sent.
      socket.write(late + answerOf(id) + (id === '22' ? answerOf(id) : ''))
      late = answerOf(id)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  const { session } = openTestSession(testProfile(`http://127.0.0.1:${port}`))
  onTestFinished(() => session.close())
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
  onTestFinished(() => session.close())
  const answer = await session.for('s').get('b')
  expect(answer.describe()).toBe('no answer (connection)')
  expect(exchanges).toHaveLength(1)
  expect(exchanges[0]?.failure?.message).toContain('ECONNREFUSED')
})

test('a read that finds a gateway with nothing behind it is sent again, a write is not', async () => {
  let left = 2
  const { session, clock, exchanges } = await startTarget((received, response) => {
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

test('a write that a gateway puts off until later is sent again, a reservation with the same key', async () => {
  let left = 2
  const { session, clock, exchanges } = await startTarget((_, response) => {
    left -= 1
    return left >= 0
      ? reply(response, {}, 503, { 'retry-after': left === 1 ? '10' : '1' })
      : reply(response, booking('b'))
  })
  const reserved = await session.for('s').reserve({ availabilityId: 'a' })
  expect(reserved.accepted).toBe(true)
  expect(clock.slept).toEqual([10_000, 1000])
  expect(exchanges.map(({ response }) => response?.status)).toEqual([503, 503, 200])
  expect(new Set(exchanges.map(({ request }) => request.body)).size).toBe(1)
  expect(session.bookings).toMatchObject([{ id: 'b' }])
  left = 1
  expect((await session.for('s').confirm('b')).accepted).toBe(true)
  expect(exchanges).toHaveLength(5)
})

test.each([
  { environment: 'sandbox', seconds: '11', tries: [1, 1] },
  { environment: 'live', seconds: '0', tries: [5, 1] },
] as const)(
  'a write that a gateway puts off for long is not sent again, and on a live target a reservation alone: $environment',
  async ({ environment, seconds, tries: [reserves, confirms] }) => {
    const server = await serve((_, response) => reply(response, {}, 503, { 'retry-after': seconds }))
    onTestFinished(server.close)
    const target = { url: server.url, environment, headers: {} }
    const { session } = openTestSession(testProfile(server.url, { target }))
    onTestFinished(() => session.close())
    await session.for('s').reserve({ availabilityId: 'a' })
    expect(server.received).toHaveLength(reserves)
    await session.for('s').confirm('b')
    expect(server.received).toHaveLength(reserves + confirms)
  },
)

test('a reservation that goes without a key is not sent again, and none for ever', async () => {
  const { session, exchanges } = await startTarget((_, response) => reply(response, {}, 503, { 'retry-after': '0' }))
  const target = session.for('s')
  expect((await target.reserve({ availabilityId: 'a', idempotencyKey: undefined })).outcome).toBe('none')
  expect(exchanges).toHaveLength(1)
  for (let asked = 0; asked < 5; asked += 1) await target.reserve({ availabilityId: 'a' })
  expect(exchanges).toHaveLength(1 + 5 + 5 + 5 + 1 + 1)
  expect(session.bookings).toHaveLength(6)
})

test('a refusal in the words of the profile is no gateway’s, and not sent again', async () => {
  const { session, exchanges } = await startTarget((_, response) => reply(response, {}, 503, { 'retry-after': '0' }), {
    refusal: { statuses: ['4xx', '503'], body: null },
  })
  expect((await session.for('s').reserve({ availabilityId: 'a' })).refused).toBe(true)
  expect(exchanges).toHaveLength(1)
})

test('a target that stays unavailable is not asked three times for ever', async () => {
  const { session, exchanges } = await startTarget((_, response) => reply(response, {}, 503, { 'retry-after': '0' }))
  const target = session.for('s')
  for (let asked = 0; asked < 5; asked += 1) expect((await target.get('b')).outcome).toBe('none')
  expect(exchanges).toHaveLength(3 + 3 + 3 + 1 + 1)
})

test('429 is obeyed by the whole session, each try recorded, at most five', async () => {
  let left = 2
  const { session, clock, exchanges } = await startTarget((received, response) => {
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
  const { session, exchanges } = await startTarget((_, response) => reply(response, booking('b')), {
    limits: { ...limits, requestsPerSecond: 10 },
  })
  await Promise.all(Array.from({ length: 6 }, () => session.for('s').get('b')))
  const starts = exchanges.map(({ startedAt }) => startedAt).sort((a, b) => a - b)
  expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 100, 200, 300, 400, 500])
})

test('no more requests are under way than the profile allows', async () => {
  let [now, most] = [0, 0]
  const { session } = await startTarget(
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
  const { session, server } = await startTarget(
    (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  )
  const answer = await session.for('s').get('b')
  expect([answer.status, answer.outcome, server.received.length]).toEqual([302, 'refused', 1])
})

test.each([
  ['on the wire', (size: number) => Buffer.alloc(size, 32), {}],
  ['once inflated', (size: number) => gzipSync(Buffer.alloc(size, 32)), { 'content-encoding': 'gzip' }],
])('a body that is too large %s is a failure', async (_, make, headers) => {
  const { session, exchanges } = await startTarget(
    (_received, response) => void response.writeHead(200, headers).end(make(5_000_000)),
  )
  const answer = await session.for('s').get('b')
  expect(answer.outcome).toBe('none')
  expect(exchanges[0]?.failure).toEqual({ kind: 'too-large', message: 'the body is larger than 1048576 bytes' })
})

test('a compressed body that nobody asked for is read', async () => {
  const { session } = await startTarget(
    (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(JSON.stringify(booking('b')))),
  )
  expect((await session.for('s').get('b')).read('status')).toBe('ON_HOLD')
})

test('a web page is text, and JSON is JSON whatever it calls itself', async () => {
  const { session } = await startTarget((received, response) =>
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
  const { session, server, exchanges } = await startTarget(
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
  const { session, exchanges } = await startTarget((received) => void received.socket.end('garbage\r\n\r\n'))
  await session.for('s').confirm('b')
  expect(exchanges[0]?.failure?.kind).toBe('connection')
})
