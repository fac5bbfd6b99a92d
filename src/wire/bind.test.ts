import { expect, onTestFinished, test } from 'vitest'
import { Stop } from './stop.js'
import { booking, openTestSession, operation, reply, serve, startTarget, testProfile } from './testTarget.test.data.js'

test('what commits is not sent where nobody may be committed', async () => {
  const { session, server } = await startTarget(
    (_, response) => reply(response, booking('b')),
    {},
    {},
    { commits: false },
  )
  await expect(session.for('s').confirm('b')).rejects.toThrow('the target is live')
  await session.for('s').cancel('b')
  expect(server.received.map(({ method }) => method)).toEqual(['DELETE'])
})

test('writes each field to its place', async () => {
  const { session, server, exchanges } = await startTarget(
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
  const { session, server } = await startTarget(
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
  const { session, server, exchanges } = await startTarget(
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
  const { session, server } = await startTarget(
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
  const { session, server, exchanges } = await startTarget(
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
  const { session, server } = await startTarget((_, response) => reply(response, booking('b')))
  const target = session.for('s')
  await target.reserve({ availabilityId: 'a', productId: undefined, idempotencyKey: undefined })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ availabilityId: 'a', optionId: 'opt' })
  await expect(target.extend('b', { minutes: 3 })).rejects.toThrow(TypeError)
})

test('availability and reserve take the ids and extra members of the bookable', async () => {
  const { session, server } = await startTarget((_, response) => reply(response, [{ id: 'x' }]))
  const bookable = { productId: 'late', optionId: 'o', availability: { units: [1] } }
  const answer = await session.for('s').availability({}, { bookable })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ productId: 'late', optionId: 'o', units: [1] })
  expect(answer.availabilityIds).toEqual(['x'])
})

test('GET and a DELETE without fields carry no body, other writes carry at least an empty object', async () => {
  const { session, server } = await startTarget((_, response) => reply(response, booking('b')))
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
  const { session, server } = await startTarget((_, response) => reply(response, booking('b')))
  await session.for('s').get(id)
  expect(server.received[0]?.url).toBe(path)
})

test('an operation whose path has no id writes it to its place', async () => {
  const { session, server } = await startTarget(
    (_, response) => reply(response, booking('b')),
    {},
    { cancel: operation('POST', '/cancel', { id: { in: 'body', pointer: '/booking' } }) },
  )
  await session.for('s').cancel('b1')
  expect(server.received[0]?.body).toBe('{"booking":"b1"}')
})

test('what redeems a booking writes its id to the path, or to its place', async () => {
  const inPath = await startTarget((_, response) => reply(response, {}), {
    redeem: { method: 'POST', path: '/used/{id}' },
  })
  await inPath.session.for('s').helper('redeem', { id: 'a/b' })
  const redeem = { method: 'POST', path: '/used', id: { in: 'body', pointer: '/uuid' } } as const
  const inBody = await startTarget((_, response) => reply(response, {}), { redeem })
  await inBody.session.for('s').helper('redeem', { id: 'a/b' })
  const [asked] = inBody.server.received
  expect([inPath.server.received[0]?.url, asked?.url, asked?.body]).toEqual(['/used/a%2Fb', '/used', '{"uuid":"a/b"}'])
})

test('a list is asked for in the words of the target', async () => {
  const { session, server, exchanges } = await startTarget((_, response) => reply(response, []))
  await session.for('s').list({ page: 2, sortField: 'price', sortOrder: 'descending' })
  expect(server.received[0]?.url).toBe('/bookings?page=2&sort=PRICE&order=DESC')
  expect(exchanges[0]?.input).toEqual({ page: 2, sortField: 'price', sortOrder: 'descending' })
})

test('the capability header is sent as asked', async () => {
  const { session, server } = await startTarget((_, response) => reply(response, booking('b')))
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
  onTestFinished(server.close)
  onTestFinished(() => session.close())
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
  const { session, server } = await startTarget((_, response) => reply(response, {}), {}, { update: null })
  await expect(session.for('s').get('b', { as: 'other' })).rejects.toThrow(Stop)
  await expect(session.for('s').update('b', {})).rejects.toThrow('not offered')
  await expect(session.for('s').helper('redeem', { id: 'b' })).rejects.toThrow(Stop)
  await expect(session.for('s').advanceClock(1)).rejects.toThrow(Stop)
  expect(server.received).toHaveLength(0)
})
