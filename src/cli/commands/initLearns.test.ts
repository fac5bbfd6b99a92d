import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tryMain } from '../testIo.test.data.js'
import { accounts, reference, behind, json, init, leftAt, entriesAs } from './initOnReference.test.data.js'

interface Slot {
  readonly localDateTimeStart: string
}
/** The availabilities of each day. */
type Days = ReadonlyMap<string, readonly Slot[]>

const shapes: readonly (readonly [string, string, (days: Days) => object])[] = [
  ['in lists keyed by date', '/days/*', (days) => ({ days: Object.fromEntries(days) })],
  ['one for each date', '/*', (days) => Object.fromEntries([...days].map(([day, [first]]) => [day, first]))],
  [
    'below products and options',
    '/products/*/options/*/slots',
    (days) => ({
      products: [{ id: 'prod-transfer', options: [{ id: 'opt-sedan', slots: [...days.values()].flat() }] }],
    }),
  ],
]

test.each(shapes)('availabilities %s are found', async (_, items, shaped) => {
  const server = await reference()
  const shaping = await behind(server, async (path, _method, _body, answered) => {
    if (path !== '/availability') return null
    const { status, body } = await answered()
    if (status !== 200) return json(status, JSON.parse(body.toString()))
    const days = new Map<string, Slot[]>()
    const slots: readonly Slot[] = JSON.parse(body.toString())
    for (const slot of slots) {
      const day = slot.localDateTimeStart.slice(0, 10)
      days.set(day, [...(days.get(day) ?? []), slot])
    }
    return json(200, shaped(days))
  })
  const { exit, io, profile } = await init(shaping.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({ operations: { availability: { items } } })
  expect(leftAt(server)).toEqual([])
  const doctor = await tryMain(['doctor', '--profile', 'p.yaml'], { env: accounts.default.env, cwd: io.cwd })
  expect(doctor.exit, doctor.io.both()).toBe(0)
})

test('a quote that demands pick-up and drop-off is asked with places, and one that is refused all the same is told in its words', async () => {
  const server = await reference()
  const refusing = await behind(server, (path, _method, body) => {
    if (path !== '/transfers') return null
    const sent: Record<string, unknown> = JSON.parse(body)
    if (sent['pickUp'] === undefined || sent['dropOff'] === undefined)
      return json(400, { error: 'BAD_REQUEST', errorMessage: 'pickUp and dropOff are required' })
    return null
  })
  const { exit, profile } = await init(refusing.url, 'default')
  expect(exit).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: { transfers: { body: { pickUp: { country: 'GB' }, dropOff: { country: 'GB' } } } },
  })
  const closed = await behind(server, (path) =>
    path === '/transfers' ? json(409, { message: 'no cars there' }) : null,
  )
  expect((await init(closed.url, 'default')).profile).toMatch(
    /# body: \{\} # not found: request \d+ was refused: no cars there/,
  )
})

test('what a reservation demands is learned from its refusals', async () => {
  const server = await reference()
  const strict = await behind(server, (path, method, body) => {
    if (method !== 'POST' || path !== '/bookings') return null
    const sent: Record<string, unknown> = JSON.parse(body)
    if (sent['unitItems'] === undefined)
      return json(422, { message: 'Validation failed', errors: [{ field: 'unitItems', message: 'is required' }] })
    return sent['contact'] === undefined
      ? json(400, { error: 'BAD_REQUEST', errorMessage: 'contact is required' })
      : null
  })
  const { exit, profile } = await init(strict.url, 'default')
  expect(exit).toBe(0)
  expect(profile).toMatch(
    /body: \{ unitItems: \[ ?\{ unitId: adult \} ?\], contact: \{ fullName: Octo Spec.*# seen: request \d+ was refused without it: .*; request \d+ was refused without it: BAD_REQUEST: contact is required/,
  )
  expect(leftAt(server)).toEqual([])
})

test('what a server calls the fields is learned from its refusals', async () => {
  const server = await reference()
  const own = await behind(server, async (path, method, body, answered) => {
    if (method !== 'POST' || !/^\/(availability|bookings)$/.test(path)) return null
    const { product_code: productId, slot_key: availabilityId, ...rest }: Record<string, unknown> = JSON.parse(body)
    const isMissing = productId === undefined || (path === '/bookings' && availabilityId === undefined)
    const missing = productId === undefined ? 'product_code' : 'slot_key'
    return isMissing
      ? json(400, { error: 'VALIDATION', errorMessage: `${missing} is required` })
      : answered(JSON.stringify({ ...rest, productId, availabilityId }))
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: {
      availability: { productId: 'body:/product_code' },
      reserve: { productId: 'body:/product_code', availabilityId: 'body:/slot_key' },
    },
  })
  expect(leftAt(server)).toEqual([])
})

test('a list gets the days that it wants in its query, a reservation a header, and what is sold by the unit a unit', async () => {
  const server = await reference()
  const products = [{ id: 'prod-transfer', options: [{ id: 'opt-sedan', units: [{ id: 'unit_adult' }] }] }]
  const strict = await behind(server, (path, method, body, _, headers) => {
    if (path === '/products') return json(200, products)
    if (path.startsWith('/openapi')) return json(404, {})
    if (method === 'GET' && /^\/bookings(\?|$)/.test(path) && !/localDateStart=.*localDateEnd=/.test(path))
      return json(400, { errorMessage: 'One of reference, localDate or localDateStart and localDateEnd is required' })
    if (method !== 'POST' || path !== '/bookings') return null
    if (headers['x-request-id'] === undefined)
      return json(400, { message: "Required request header 'X-Request-Id' is not present" })
    return body.includes('unit_adult')
      ? null
      : json(400, { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'minimal restrictions not met' })
  })
  const { exit, io, profile } = await init(strict.url, 'default')
  expect(exit, io.both()).toBe(0)
  const { operations }: { operations: object } = parse(profile)
  expect(operations).toMatchObject({
    reserve: { headers: { 'X-Request-Id': '{uuid}' }, body: { unitItems: [{ unitId: 'unit_adult' }] } },
    list: { items: '', query: { localDateStart: '{today}', localDateEnd: '{today+36}' } },
  })
  expect(leftAt(server)).toEqual([])
})

test('a calendar that begins next year is found by the day that somebody names', async () => {
  const real = await reference()
  const day = new Date(Date.now() + 400 * 24 * 3_600_000).toISOString().slice(0, 10)
  const front = await behind(real, (path, _method, body) =>
    path === '/availability' && !body.includes(`"localDateStart":"${day}"`) ? json(200, []) : null,
  )
  const { exit, io } = await init(front.url, 'default', ['--option', 'opt-sedan', '--day', day])
  expect(exit, io.both()).toBe(0)
  expect(readFileSync(join(io.cwd, 'p.yaml'), 'utf8')).toContain(`localDateStart: ${day}`)
})

test('what else can be booked is told by what the availability checks say of it', async () => {
  const products = ['transfer', 'full', 'past', 'solo', 'tour'].map((name) => ({
    id: `prod-${name}`,
    options: [{ id: 'opt-sedan', defaultCurrency: name === 'tour' ? 'JPY' : 'EUR' }],
  }))
  const own = await behind(await reference(), async (path, _method, body, answered) => {
    if (path === '/products') return json(200, products)
    if (path !== '/availability') return null
    const { status, body: text } = await answered(body.replace(/prod-(full|past|solo|tour)/, 'prod-transfer'))
    const ahead = body.includes('prod-past') ? -1 : 12
    const cancelUntil = new Date(Date.now() + ahead * 3_600_000).toISOString()
    const placesLeft = body.includes('prod-full') ? 0 : body.includes('prod-solo') ? 1 : 60
    const items: readonly object[] = JSON.parse(String(text))
    return json(
      status,
      items.map((item) => ({ ...item, cancelUntil, placesLeft })),
    )
  })
  const { exit, io, profile } = await init(own.url, 'default')
  expect(exit, io.both()).toBe(0)
  const named = (word: string): unknown => entriesAs(profile, word)[0]?.['productId']
  expect(['soldOut', 'late', 'exclusive', 'other'].map(named)).toEqual([
    'prod-full',
    'prod-past',
    'prod-solo',
    'prod-tour',
  ])
  expect(entriesAs(profile, 'closing')).toMatchObject([{ productId: 'prod-tour', cutOffAt: '/cancelUntil' }])
})

test('a list that is empty while a booking is confirmed is left out, so that a run fails nobody for it', async () => {
  const server = await reference('default', 'no-list')
  const { exit, io, profile } = await init(server.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(profile).toMatch(/\n {2}list: null # assumed: request \d+ lists nothing while a booking is confirmed/)
  expect(io.out()).toContain('do: give operations.list.request')
  const held = await reference('default', 'list-without-holds')
  expect((await init(held.url, 'default', ['--allow-confirm'])).profile).toMatch(/\n {4}request: GET \/bookings # seen/)
})

test('a catalogue in names like ProductId and default_currency is read', async () => {
  const renaming = await behind(await reference(), async (path, _method, _body, answered) => {
    if (path !== '/products') return null
    const { body } = await answered()
    const renamed = body
      .toString()
      .replaceAll(/"(id|options)":/g, (_, name: string) => `"${name.slice(0, 1).toUpperCase()}${name.slice(1)}":`)
      .replaceAll('"defaultCurrency":', '"default_currency":')
    return json(200, JSON.parse(renamed))
  })
  const { exit, io, profile } = await init(renaming.url, 'default', [])
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'standard')).toMatchObject([{ optionId: expect.stringMatching(/^opt-/) }])
  expect(profile).toMatch(/defaultCurrency: \w{3} # seen: request \d+ lists it/)
})
