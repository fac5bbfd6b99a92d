import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { PlainAnswer } from '../answering.test.data.js'
import { accounts, behind, init, json, leftAt, reference, entriesAs } from './initOnReference.test.data.js'

type Members = Readonly<Record<string, unknown>>
const undescribed = /openapi|swagger|api-docs|supplier/
const members = (text: string): Members => (text === '' ? {} : JSON.parse(text))

/** What a check that wants `window: { firstDay, lastDay }` says where it does not get it, each in the way of another framework. */
const refusals: readonly (readonly [string, number, object])[] = [
  ['in a sentence', 422, { fault: { code: 'BAD', message: 'window must carry firstDay and lastDay as YYYY-MM-DD.' } }],
  [
    'by the place of each',
    422,
    { detail: ['firstDay', 'lastDay'].map((name) => ({ loc: ['body', 'window', name], msg: 'Field required' })) },
  ],
  [
    'by pointers of a problem',
    400,
    {
      type: 'about:blank',
      errors: ['firstDay', 'lastDay'].map((name) => ({ pointer: `#/window/${name}`, detail: 'is missing' })),
    },
  ],
  [
    'by the names of members',
    400,
    { errors: { 'window.firstDay': ['The first day is required.'], 'window.lastDay': ['The last day is required.'] } },
  ],
  [
    'as a validator of schemas',
    400,
    ['firstDay', 'lastDay'].map((name) => ({
      instancePath: '/window',
      params: { missingProperty: name },
      message: `must have required property '${name}'`,
    })),
  ],
]

test.each(refusals)(
  'what the availability check calls the days is learned from its refusal: %s',
  async (_, status, refusal) => {
    const server = await reference()
    const own = await behind(server, (path, _method, body, answered) => {
      if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
      if (path !== '/availability') return null
      const { window, localDateStart: unknown, ...rest } = members(body)
      const { firstDay, lastDay } = members(JSON.stringify(window ?? {}))
      if (typeof firstDay !== 'string' || typeof lastDay !== 'string') return json(status, refusal)
      if (unknown !== undefined) return json(400, { error: 'localDateStart is not known' })
      return answered(JSON.stringify({ ...rest, localDateStart: firstDay, localDateEnd: lastDay }))
    })
    const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
    expect(exit, io.both()).toBe(0)
    expect(parse(profile)).toMatchObject({
      operations: { availability: { body: { window: { firstDay: '{today+30}', lastDay: '{today+36}' } } } },
    })
    expect(profile).not.toContain('localDateStart')
    expect(leftAt(server)).toEqual([])
  },
)

test('days that were guessed and are refused as unknown are not sent again', async () => {
  const server = await reference()
  const sent: string[] = []
  const strict = await behind(server, (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/availability') return null
    sent.push(body)
    if (/localDate/.test(body)) return json(400, { error: 'UNKNOWN_FIELD', message: 'unknown field localDateStart' })
    const [first, last] = [30, 36].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    return answered(JSON.stringify({ ...members(body), localDateStart: first, localDateEnd: last }))
  })
  const { exit, io, profile } = await init(strict.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(sent.filter((body) => /localDate/.test(body)).length).toBe(1)
  expect(profile).not.toContain('localDateStart')
})

test('a reservation that wants a token of its own gets one after its first refusal, and is not sent the same way again', async () => {
  const server = await reference()
  const refused: string[] = []
  const own = await behind(server, (path, method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/bookings' || method !== 'POST') return null
    const { creationToken, ...rest } = members(body)
    if (typeof creationToken === 'string') return answered(JSON.stringify({ ...rest, uuid: creationToken }))
    refused.push(body)
    return json(422, { fault: { code: 'FIELD_INVALID', message: 'creationToken is wanted.', field: 'creationToken' } })
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(refused.length).toBe(1)
  expect(parse(profile)).toMatchObject({ operations: { reserve: { idempotencyKey: 'body:/creationToken' } } })
})

test('a key that is refused the second time is the key, though elsewhere there was no room for another booking either', async () => {
  const server = await reference()
  const used = new Set<string>()
  const own = await behind(server, (path, method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/bookings' || method !== 'POST') return null
    const { requestKey, availabilityId, productId, optionId, expirationMinutes, notes } = members(body)
    if (typeof requestKey !== 'string' || !/^[0-9a-f-]{36}$/.test(requestKey))
      return json(422, { error: { code: 'Q-1001', message: 'Members are wrong.', details: [{ field: 'requestKey' }] } })
    if (used.has(requestKey))
      return json(409, { error: { code: 'Q-5000', message: 'This was used for another reservation.' } })
    if (used.size === 2) return json(409, { error: { code: 'Q-3002', message: 'Nothing is left.' } })
    used.add(requestKey)
    const known = { availabilityId, productId, optionId, expirationMinutes, notes, uuid: crypto.randomUUID() }
    return answered(JSON.stringify(known))
  })
  const { profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(parse(profile)).toMatchObject({ operations: { reserve: { idempotencyKey: 'body:/requestKey' } } })
})

test('a reservation that wants what nobody knows is not sent for the next availability as well', async () => {
  const server = await reference()
  const refused: string[] = []
  const own = await behind(server, (path, method, body) => {
    if (path !== '/bookings' || method !== 'POST') return null
    refused.push(body)
    return json(422, { error: 'FIELD_INVALID', message: 'shoeSize is required' })
  })
  const { exit, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit).toBe(3)
  // Once with what the target describes, and once with what is known beside.
  expect(refused.length).toBeLessThanOrEqual(2)
  expect(profile).toMatch(/# body: .*shoeSize is required/)
})

/** Paths of its own for writes: what is told of them, and where they are. */
async function elsewhere(
  confirm: string,
  cancel: string,
  shown: (answer: PlainAnswer, id: string) => PlainAnswer,
  isConfirmed: (id: string) => boolean = () => true,
): Promise<Awaited<ReturnType<typeof init>> & { readonly left: readonly string[] }> {
  const server = await reference()
  const confirmed = new Set<string>()
  const own = await behind(server, async (path, method, body, answered) => {
    const [, , id = '', last = ''] = path.split('/')
    if (undescribed.test(path) || ['confirm', 'cancel'].includes(last)) return json(404, { error: 'NO_ROUTE' })
    const isOwn = (request: string): boolean => `${method} ${path.replace(id, '{id}')}` === request
    const forward = async (to: string): Promise<PlainAnswer> => {
      const headers = { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }
      const got = await fetch(`${server.url}/bookings/${id}/${to}`, { method: 'POST', headers, body })
      return json(got.status, await got.json())
    }
    if (isOwn(confirm)) {
      confirmed.add(id)
      return forward('confirm')
    }
    if (isOwn(cancel))
      return confirmed.has(id) || isConfirmed(id) ? forward('cancel') : json(409, { error: 'NOT_TICKETED' })
    if ([confirm, cancel].some((request) => request.endsWith(path.replace(id, '{id}'))))
      return json(405, { error: 'METHOD_NOT_ALLOWED' })
    if (!path.startsWith('/bookings') || path.includes('?')) return null
    const answer = await answered()
    const found: unknown = members(String(answer.body))['id'] ?? members(String(answer.body))['uuid']
    return typeof found === 'string' ? shown(answer, found) : answer
  })
  const tried = await init(own.url, 'default', ['--option', 'opt-sedan', '--allow-confirm'])
  return { ...tried, left: leftAt(server) }
}

test('links of a booking lead to confirm and cancel, and none of another origin is followed', async () => {
  const { exit, io, profile, left } = await elsewhere(
    'PUT /bookings/{id}/ja',
    'POST /bookings/{id}/nei',
    (answer, id) =>
      json(answer.status, {
        ...members(String(answer.body)),
        _links: {
          self: { href: `/bookings/${id}` },
          confirm: { href: `/bookings/${id}/ja` },
          cancellation: { href: `/bookings/${id}/nei`, method: 'post' },
          extend: { href: `http://elsewhere.example/bookings/${id}/extend` },
        },
      }),
  )
  expect(exit, io.both()).toBe(0)
  expect(left).toEqual([])
  expect(parse(profile)).toMatchObject({
    operations: {
      confirm: { request: 'PUT /bookings/{id}/ja' },
      cancel: { request: 'POST /bookings/{id}/nei' },
      extend: { request: 'POST /bookings/{id}/extend' },
    },
  })
})

test('a cancel that is refused since a booking is not ticketed tells what confirm is called', async () => {
  const { exit, io, profile } = await elsewhere(
    'PUT /bookings/{id}/ticket',
    'POST /bookings/{id}/void',
    (answer) => answer,
    () => false,
  )
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: { confirm: { request: 'PUT /bookings/{id}/ticket' }, cancel: { request: 'POST /bookings/{id}/void' } },
  })
})

test('a check that is told one day is found, and gets a list of days in the profile', async () => {
  const server = await reference()
  const own = await behind(server, (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/availability') return null
    const { localDate, productId, optionId } = members(body)
    const usual = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const day = typeof localDate === 'string' ? localDate : usual
    return answered(JSON.stringify({ productId, optionId, localDateStart: day, localDateEnd: day }))
  })
  const { exit, io, profile } = await init(own.url, 'default', [
    '--option',
    'opt-sedan',
    '--other-header',
    accounts.default.other,
  ])
  expect(exit, io.both()).toBe(0)
  const { operations }: { operations: Members } = parse(profile)
  expect(operations['availability']).toMatchObject({ body: { localDate: expect.stringMatching(/^\{today\+\d+\}$/) } })
  const days = entriesAs(profile, 'standard')[0]?.['availability']
  expect(new Set(JSON.stringify(days).match(/\{today\+\d+\}/g)).size).toBe(30)
})

test('what the list of products says of cancelling tells what is too late, where no availability does', async () => {
  const server = await reference()
  const option = (id: string, hours: number): object => ({
    id,
    cancellationCutoffAmount: hours,
    cancellationCutoffUnit: 'hour',
  })
  const own = await behind(server, async (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path === '/products')
      return json(200, [
        { id: 'prod-transfer', options: [option('opt-sedan', 24)] },
        { id: 'prod-late', options: [option('opt-late', 9000)] },
      ])
    if (path !== '/availability') return null
    const sent = body.replace('prod-late', 'prod-transfer').replace('opt-late', 'opt-sedan')
    const answer = await answered(sent)
    const items: readonly Members[] = JSON.parse(String(answer.body))
    // When it can be booked no more, in public OCTO.
    return json(
      200,
      items.map((item) => ({ ...item, utcCutoffAt: item['localDateTimeStart'], cancellationPolicy: [] })),
    )
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'late')).toMatchObject([{ productId: 'prod-late', optionId: 'opt-late' }])
  expect(profile).toMatch(/as: closing, .*cutOffAt: \/localDateTimeStart, cutOffBefore: 1440/)
})

test('a body that is wanted inside of one object, and answered in one, is learned from the refusal', async () => {
  const server = await reference()
  const nested = await behind(server, async (path, method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (!path.startsWith('/bookings') || method === 'GET') {
      const got = await answered()
      const isOne = /^\/bookings\/[^/]+$/.test(path) && got.status === 200
      return isOne ? json(200, { booking: JSON.parse(got.body.toString()) }) : null
    }
    const { booking } = members(body)
    if (booking === undefined)
      return json(400, { errors: { base: ['param is missing or the value is empty: booking'] } })
    const got = await answered(booking === undefined ? body : JSON.stringify(booking))
    return got.status === 200 ? json(200, { booking: JSON.parse(got.body.toString()) }) : got
  })
  const { exit, io, profile } = await init(nested.url, 'default', ['--option', 'opt-sedan', '--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    booking: { at: '/booking', id: '/uuid' },
    operations: {
      reserve: { availabilityId: 'body:/booking/availabilityId' },
      confirm: { emailReceipt: 'body:/booking/emailReceipt', body: { booking: {} } },
      cancel: { body: { booking: {} } },
    },
  })
  expect(leftAt(server)).toEqual([])
})

test('a booking in an envelope is known by its ref, and notes go where they were taken, whatever bookings call them', async () => {
  const server = await reference()
  const own = await behind(server, async (path, _method, _body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (!/^\/bookings($|\/)/.test(path)) return null
    const answer = await answered()
    const { uuid, id: ref = uuid, notes: remark, ...rest } = members(String(answer.body))
    return answer.status < 300 && ref !== undefined
      ? json(answer.status, { booking: { ref, ...rest, remark } })
      : answer
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  const { booking, operations }: { booking: Members; operations: { reserve: Members } } = parse(profile)
  expect(booking).toMatchObject({ at: '/booking', id: '/ref', notes: '/remark' })
  expect(operations.reserve).toMatchObject({ notes: 'body:/notes' })
})

test('a check that is told a day and how many is not taken for one of a single day', async () => {
  const server = await reference()
  const own = await behind(server, (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/availability') return null
    const { localDate, days = 7, productId, optionId } = members(body)
    if (typeof localDate !== 'string') return json(400, { error: 'BAD', errorMessage: 'localDate is required' })
    const last = new Date(Date.parse(localDate) + (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10)
    return answered(JSON.stringify({ productId, optionId, localDateStart: localDate, localDateEnd: last }))
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'standard')[0]).not.toHaveProperty('availability')
})
