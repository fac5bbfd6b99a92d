import { expect, onTestFinished, test } from 'vitest'
import { evidenceLineOf } from '../evidence/readEvidence.js'
import type { Json } from '../profile/profile.js'
import { testClock } from './testClock.test.data.js'
import { Stop } from './stop.js'
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

test('the test clock moves templates and is recorded', async () => {
  const { session, server, exchanges } = await startTarget(
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

test('templates go by the time of a test clock that earlier runs have moved', async () => {
  const ahead = 40 * 24 * 3_600_000
  const { session, server } = await startTarget(
    (received, response) => reply(response, { now: new Date(clock.now() + ahead).toISOString(), to: received.url }),
    { clock: { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/advance' }, now: '/now' } },
    { transfers: operation('POST', '/transfers', {}, { body: { on: '{today}' } }) },
  )
  const clock = testClock()
  const target = session.for('s')
  await target.advanceClock(0)
  await target.transfers()
  expect(server.received.at(-1)?.body).toBe('{"on":"2030-02-24"}')
})

test('a test clock that can be read is not moved by nothing, which some refuse, to know its time', async () => {
  const ahead = 40 * 24 * 3_600_000
  const { session, server } = await startTarget(
    (received, response) => {
      if (received.body === '{"advance":0}') reply(response, { error: 'NOTHING_TO_ADVANCE' }, 400)
      else reply(response, { now: new Date(clock.now() + ahead).toISOString() })
    },
    {
      clock: {
        method: 'POST',
        path: '/clock',
        read: { method: 'GET', path: '/clock' },
        minutes: { in: 'body', pointer: '/advance' },
        now: '/now',
      },
    },
    { transfers: operation('POST', '/transfers', {}, { body: { on: '{today}' } }) },
  )
  const clock = testClock()
  const target = session.for('s')
  expect((await target.advanceClock(0)).accepted).toBe(true)
  await target.transfers()
  expect(server.received.map(({ method, body }) => `${method} ${body}`)).toEqual(['GET ', 'POST {"on":"2030-02-24"}'])
})

test('where a test clock does not show its time, templates go by the hold that was made first, and not by what a wrong zone may be', async () => {
  const minutes = (count: number): string => new Date(testClock().now() + count * 60_000).toISOString()
  for (const [holdEnd, day, held = 30] of [
    [minutes(40 * 24 * 60 + 30), '2030-02-24'],
    [minutes(14 * 60 + 30), '2030-01-15'],
    ['9999-12-31T23:59:59Z', '2030-01-15'],
    ['-271821-04-20T00:00:00Z', '2030-01-15'],
    [minutes(40 * 24 * 60), '2030-01-15', 1e308],
    [minutes(30), '2030-01-15', -9007199254740992],
  ] as const) {
    const { session, server } = await startTarget(
      (_, response) => reply(response, booking('b-1', { expirationMinutes: held, utcExpiresAt: holdEnd })),
      { clock: { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/advance' } } },
      { transfers: operation('POST', '/transfers', {}, { body: { on: '{today}' } }) },
    )
    const target = session.for('s')
    await target.reserve({ expirationMinutes: 30 })
    await target.transfers()
    expect(server.received.at(-1)?.body).toBe(`{"on":"${day}"}`)
  }
})

test('a test control at another address gets no credentials but its own', async () => {
  const lab = await serve((_, response) => reply(response, {}))
  onTestFinished(() => lab.close())
  const env = { environment: 'sandbox' } as const
  const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/advance' } } as const
  const secret = { Authorization: 'Bearer my-own-secret' }
  for (const [url, headers, got] of [
    [`${lab.url}/lab`, undefined, undefined],
    [`${lab.url}/lab/`, { Authorization: 'Lab key-of-the-lab' }, 'Lab key-of-the-lab'],
  ] as const) {
    const own = await serve((_, response) => reply(response, {}))
    onTestFinished(() => own.close())
    const profile = testProfile(own.url, {
      target: { url: own.url, ...env, headers: secret, query: { api_key: 'my-own-secret' } },
      clock: { ...clock, url, ...(headers && { headers }) },
    })
    const { session, exchanges } = openTestSession(profile)
    onTestFinished(() => session.close())
    await session.for('s').advanceClock(5)
    const seen = lab.received.at(-1)
    expect([seen?.url, seen?.headers.authorization, seen?.body]).toEqual(['/lab/clock', got, '{"advance":5}'])
    expect(JSON.stringify(exchanges)).not.toMatch(/my-own-secret|key-of-the-lab/)
    expect(own.received).toEqual([])
  }
})

test('each request names itself for the log of the server, off the record, unless the profile switches that off', async () => {
  const server = await serve((_, response) => reply(response, []))
  onTestFinished(() => server.close())
  const target = { url: server.url, environment: 'sandbox', headers: {} } as const
  for (const requestHeader of [true, false]) {
    const { session, exchanges } = openTestSession(testProfile(server.url, { target: { ...target, requestHeader } }))
    onTestFinished(() => session.close())
    await session.for('s').send('list', {})
    await session.for('s').send('list', {})
    expect(JSON.stringify(exchanges).toLowerCase()).not.toContain('x-octospec-request')
  }
  const names = server.received.map(({ headers }) => headers['x-octospec-request'])
  expect(names).toEqual([
    expect.stringMatching(/^[a-z0-9]+-1$/),
    expect.stringMatching(/^[a-z0-9]+-2$/),
    undefined,
    undefined,
  ])
})

test('a test control beside the address of the target is on its host', async () => {
  const { session, server } = await startTarget((_, response) => reply(response, {}), {
    clock: { method: 'POST', path: '/clock', url: '/', minutes: { in: 'body', pointer: '/advance' } },
  })
  await session.for('s').advanceClock(5)
  expect(server.received.map(({ url }) => url)).toEqual(['/clock'])
})

test('the ledger follows every booking of the session', async () => {
  const { session } = await startTarget((received, response) => {
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

test('a session stops at its budget of bookings, but still cleans up', async () => {
  const { session, server } = await startTarget((received, response) => reply(response, booking(received.body)), {
    limits: { ...limits, bookings: 1 },
  })
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a' })
  await expect(target.reserve({ availabilityId: 'b' })).rejects.toThrow('bookings that it may make')
  await session.for('cleanup', { always: true }).cancel('x')
  expect(server.received).toHaveLength(2)
})

test('a reservation is told, redacted, before it is sent; what cannot be written down is not sent', async () => {
  const stop = new AbortController()
  const told: [n: number, key: unknown, seen: number, answered: boolean][] = []
  const arrived: string[] = []
  const { session } = await startTarget(
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
  const { session, server } = await startTarget((_, response) =>
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
  const { session } = await startTarget((_, response) => reply(response, booking('b')), {
    limits: { ...limits, bookings: 1 },
  })
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })
  expect((await target.reserve({ availabilityId: 'a', idempotencyKey: 'k1' })).accepted).toBe(true)
  await expect(target.reserve({ availabilityId: 'a' })).rejects.toThrow('bookings that it may make')
})

test('cleaning up does not obey pauses without end, and after a cut it has a minute', async () => {
  const stop = new AbortController()
  const { session, clock, server } = await startTarget(
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
  const { session, exchanges } = await startTarget(
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
  onTestFinished(server.close)
  onTestFinished(() => session.close())
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
  const { session, exchanges } = await startTarget((_, response) =>
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
  const { session, exchanges } = await startTarget(
    (_, response) => reply(response, [booking('b', { notes: 'private' })]),
    {
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
    },
  )
  const target = session.for('s')
  // Of a transfer nothing is masked.
  await target.transfers()
  broken = true
  const said = await target.list().catch((error: unknown) => error)
  broken = false
  expect(String(said)).toBe('Error: request 2 could not be made fit to be recorded')
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
  const { session } = await startTarget(
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

test('a 403 that only its headers call a limit is sent again, and is a refusal where it stays', async () => {
  const headers = { 'x-ratelimit-remaining': '0' }
  let refusals = Number.POSITIVE_INFINITY
  const server = await serve((_received, response) => {
    refusals -= 1
    if (refusals >= 0) reply(response, { error: 'FORBIDDEN' }, 403, headers)
    else reply(response, [])
  })
  try {
    const { session } = openTestSession(testProfile(server.url))
    expect(await session.for('s').list()).toMatchObject({ outcome: 'refused', limited: false })
    expect(server.received).toHaveLength(3)
    expect(session.slowedTo).toBeNull()
    refusals = 1
    expect((await session.for('s').list()).outcome).toBe('accepted')
  } finally {
    await server.close()
  }
})
