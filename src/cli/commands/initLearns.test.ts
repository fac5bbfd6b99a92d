import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tryMain } from '../testIo.test.data.js'
import { accounts, reference, behind, json, init, leftAt, entriesAs } from './initOnReference.test.data.js'

test('how a server says in its own words that an availability is full is learned by holding one', async () => {
  const server = await reference('default', 'full-in-its-own-words')
  const { exit, io, profile } = await init(server.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(profile).toMatch(/full: \{? *at: \/places/)
  expect(leftAt(server)).toEqual([])
})

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

/** A profile is a YAML file; of the operations in it, what each says. */
interface Written {
  readonly booking: Readonly<Record<string, unknown>>
  readonly operations: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

test('what a server calls the fields is learned from its refusals and from its bookings', async () => {
  const server = await reference()
  const names = [
    ['product_code', 'productId'],
    ['slot_key', 'availabilityId'],
    ['expiration_minutes', 'expirationMinutes'],
    ['remarks', 'notes'],
    ['agent_reference', 'resellerReference'],
  ] as const
  const own = await behind(server, async (path, method, body, answered) => {
    if (!/^\/(availability|bookings)/.test(path)) return null
    const sent: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    const wanted =
      path === '/availability' ? ['product_code'] : path === '/bookings' ? ['product_code', 'slot_key'] : []
    const missing = method === 'POST' ? wanted.find((name) => sent[name] === undefined) : undefined
    if (missing !== undefined) return json(400, { error: 'VALIDATION', errorMessage: `${missing} is required` })
    // What it calls otherwise is nothing to it.
    for (const [name, documented] of names) {
      delete sent[documented]
      if (sent[name] !== undefined) sent[documented] = sent[name]
      delete sent[name]
    }
    const answer = await answered(body === '' ? '' : JSON.stringify(sent))
    const renamed = names.reduce(
      (text, [name, documented]) => text.replaceAll(`"${documented}":`, `"${name}":`),
      String(answer.body),
    )
    return path === '/availability' ? answer : { ...answer, body: renamed }
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  const { booking, operations }: Written = parse(profile)
  expect(booking).toMatchObject({
    expirationMinutes: '/expiration_minutes',
    notes: '/remarks',
    reference: '/agent_reference',
    holdEnd: '/utcExpiresAt',
  })
  expect(operations).toMatchObject({
    availability: { productId: 'body:/product_code' },
    reserve: {
      productId: 'body:/product_code',
      availabilityId: 'body:/slot_key',
      expirationMinutes: 'body:/expiration_minutes',
      notes: 'body:/remarks',
    },
    extend: { expirationMinutes: 'body:/expiration_minutes' },
    confirm: { reference: 'body:/agent_reference' },
    update: { reference: 'body:/agent_reference' },
  })
  expect(leftAt(server)).toEqual([])
  const doctor = await tryMain(['doctor', '--profile', 'p.yaml'], { env: accounts.default.env, cwd: io.cwd })
  expect(doctor.exit, doctor.io.both()).toBe(0)
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
  const { operations }: Written = parse(profile)
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

test.each([
  ['is something that cannot be cancelled where a hold of it shows so', [], true],
  ['is nothing that starts too late where a hold of it can be cancelled', ['late-start-is-one-without-refund'], false],
])('what is listed as never refunded, however far down, %s', async (_, variants, isLate) => {
  const server = await reference('default', ...variants)
  const listing = await behind(server, async (path, _method, _body, answered) => {
    if (path !== '/products') return null
    const { status, body } = await answered()
    const products: readonly { readonly options: readonly { readonly id: string }[] }[] = JSON.parse(body.toString())
    const policed = products.map((product) => ({
      ...product,
      options: product.options.map((option) =>
        option.id === 'opt-finalvan' ? { ...option, cancellationPolicy: [{ type: 'NO_REFUND' }] } : option,
      ),
    }))
    return json(status, policed)
  })
  const { exit, io, profile } = await init(listing.url, 'default')
  expect(exit, io.both()).toBe(0)
  const names = entriesAs(profile, 'late').map(({ optionId }) => optionId)
  expect(names.includes('opt-finalvan')).toBe(isLate)
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

test('which booking type is which is learned where the products say it and the list knows the words', async () => {
  const server = await reference()
  const { profile } = await init(server.url, 'default', ['--allow-confirm'])
  expect(parse(profile)).toMatchObject({
    operations: { list: { bookingType: 'query:bookingType' } },
  })
  expect(entriesAs(profile, 'standard')).toMatchObject([{ bookingType: 'Product' }])
  expect(entriesAs(profile, 'other')).toMatchObject([{ productId: 'prod-tour', bookingType: 'Tour' }])
  const deaf = await behind(server, (path, _method, _body, _answered) =>
    path.includes('bookingType=') || path.includes('type=') ? json(400, { error: 'NO_SUCH_TYPE' }) : null,
  )
  const deafly = await init(deaf.url, 'default', ['--allow-confirm'])
  expect(entriesAs(deafly.profile, 'standard')[0]).not.toHaveProperty('bookingType')
})

const counted = (listed: unknown): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'x-total-count': String(Array.isArray(listed) ? listed.length : 0),
})

test('a catalogue in names like ProductId and default_currency is read, and a header that counts what is listed is found', async () => {
  const renaming = await behind(await reference(), async (path, method, _body, answered) => {
    const isList = method === 'GET' && /^\/bookings(\?|$)/.test(path)
    if (path !== '/products' && !isList) return null
    const { status, body } = await answered()
    if (isList) {
      const listed: unknown = JSON.parse(body.toString())
      return { ...json(status, listed), headers: counted(listed) }
    }
    const renamed = body
      .toString()
      .replaceAll(/"(id|options)":/g, (_, name: string) => `"${name.slice(0, 1).toUpperCase()}${name.slice(1)}":`)
      .replaceAll('"defaultCurrency":', '"default_currency":')
    return json(200, JSON.parse(renamed))
  })
  const { exit, io, profile } = await init(renaming.url, 'default', [])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: { list: { total: 'header:x-total-count' } },
  })
  expect(entriesAs(profile, 'standard')).toMatchObject([{ optionId: expect.stringMatching(/^opt-/) }])
  expect(profile).toMatch(/defaultCurrency: \w{3} # seen: request \d+ lists it/)
})
