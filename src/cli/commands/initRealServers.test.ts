import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { tryMain } from '../testIo.test.data.js'
import { accounts, behind, init, json, leftAt, reference, sold, type Tried } from './initOnReference.test.data.js'

type Members = Readonly<Record<string, unknown>>
const members = (text: unknown): Members => JSON.parse(String(text))
const undescribed = /openapi|swagger|api-docs/
const isOf = (path: string, method: string): boolean => method === 'POST' && path === '/bookings'
const option = ['--option', 'opt-sedan'] as const

test.each([
  ['everything', () => true, []],
  ['all but its list of products', (path: string) => path !== '/products', []],
  ['its availability check', (path: string) => path === '/availability', sold.default],
])('a server that answers 401 to %s says that no credentials were given', async (_what, isClosed, named) => {
  const closed = await behind(await reference(), (path) =>
    isClosed(path) ? json(401, { error: 'UNAUTHORIZED' }) : json(404, { error: 'NOT_FOUND' }),
  )
  const { exit, err } = await tryMain(['init', closed.url, '--out', 'p.yaml', ...named])
  expect(exit).toBe(2)
  expect(err).toContain('OCTOSPEC_CREDENTIALS_REFUSED')
  expect(err).toContain('no credentials were given')
})

test('a token that was refused is not put into a query string, nor one that nobody needs', async () => {
  const closed = await behind(await reference(), () => json(401, { error: 'UNAUTHORIZED' }))
  const args = ['init', closed.url, '--out', 'p.yaml', ...sold.default]
  await tryMain([...args, '--header', accounts.default.header], { env: accounts.default.env })
  expect(closed.asked.filter((path) => path.includes('reference-token'))).toEqual([])
  await tryMain([...args, '--query', 'api_key=${TOKEN}'], { env: accounts.default.env })
  expect(closed.asked.filter((path) => path.includes('reference-token'))).toHaveLength(1)
})

test('a key whose repeat is answered 500 does not stop the learning', async () => {
  const server = await reference()
  const keys = new Set<unknown>()
  const own = await behind(server, (path, method, body) => {
    if (!isOf(path, method)) return null
    const { uuid } = members(body)
    if (keys.has(uuid)) return json(500, { error: 'DUPLICATE_KEY' })
    keys.add(uuid)
    return null
  })
  const { exit, io, profile } = await init(own.url, 'default', [...option, '--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(profile).toMatch(/\n {4}confirmed: CONFIRMED # seen/)
  expect(io.out()).toContain('all of them ended')
  expect(leftAt(server)).toEqual([])
})

test('what a hold shows after its cancel is not what a cancelled booking is called', async () => {
  const server = await reference()
  const confirmed = new Set<string>()
  const own = await behind(server, async (path, method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    const [, id = ''] = /^\/bookings\/([^/]+)/.exec(path) ?? []
    // A key is not heeded, so that more than one hold is left at the end.
    const answer = await answered(isOf(path, method) ? JSON.stringify({ ...members(body), uuid: undefined }) : body)
    if (path.endsWith('/confirm')) confirmed.add(id)
    return confirmed.has(id) || id === ''
      ? answer
      : { ...answer, body: String(answer.body).replaceAll('"CANCELLED"', '"EXPIRED"') }
  })
  const unconfirmed = await init(own.url, 'default', option)
  expect(unconfirmed.profile).not.toMatch(/^ {4}cancelled: /m)
  expect(unconfirmed.profile).toMatch(/# +cancelled: CANCELLED # not found: .*EXPIRED/)
  const { profile } = await init(own.url, 'default', [...option, '--allow-confirm'])
  expect(profile).toMatch(/^ {4}cancelled: CANCELLED # seen/m)
  expect(leftAt(server)).toEqual([])
})

test('a description in YAML of more than octospec reads is refused aloud, and read from a file', async () => {
  const server = await reference()
  const described: Members = members(await (await fetch(`${server.url}/openapi.json`)).text())
  const yaml = stringify({
    ...described,
    info: { title: 'long', version: '1', description: 'It takes time. '.repeat(20_000) },
  })
  expect(yaml.length).toBeGreaterThan(256 * 1024)
  const own = await behind(server, (path) => {
    if (path === '/openapi.yaml') return { status: 200, headers: { 'content-type': 'text/yaml' }, body: yaml }
    return undescribed.test(path) ? json(404, {}) : null
  })
  const { io } = await init(own.url, 'default', option)
  expect(io.err()).toMatch(/a description in YAML of \d+ characters is more than octospec reads.*--openapi FILE/)
  const given = async (text: string): Promise<Tried> => {
    own.asked.length = 0
    const files = { 'api.txt': text }
    return init(own.url, 'default', [...option, '--openapi', 'api.txt'], { files, env: accounts.default.env })
  }
  for (const text of [yaml, JSON.stringify(described)]) {
    const { exit, io: known, profile } = await given(text)
    expect(exit, known.both()).toBe(0)
    expect(profile).toContain('# described: an input of its description')
    expect(own.asked.filter((path) => undescribed.test(path))).toEqual([])
  }
  const none = await given('hello')
  expect([none.exit, none.io.err()]).toEqual([2, expect.stringContaining('api.txt is no OpenAPI document')])
})

test('booking.id stays where octospec has it, where a booking is read by it', async () => {
  const own = await behind(await reference(), async (path, _method, _body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (!path.startsWith('/bookings')) return null
    const answer = await answered()
    const text = String(answer.body).replaceAll(/"uuid":("[^"]+")/g, '"id":$1,"bookingId":$1,"uuid":$1')
    return { ...answer, body: text }
  })
  const { profile } = await init(own.url, 'default', option)
  expect(parse(profile)).not.toMatchObject({ booking: { id: expect.stringMatching(/^\/(?!uuid)/) } })
})

test('what is missing or empty, and one of several that must be provided, are understood', async () => {
  const server = await reference()
  const own = await behind(server, (path, method, body) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (isOf(path, method) && members(body)['unitItems'] === undefined)
      return json(400, { error: 'BAD_REQUEST', errorMessage: 'Missing or empty unitItems' })
    if (method === 'GET' && /^\/bookings(\?|$)/.test(path) && !/localDateStart=.*localDateEnd=/.test(path))
      return json(400, {
        error: 'BAD_REQUEST',
        errorMessage: 'Must provide resellerReference, supplierReference, or localDateStart/End',
      })
    return null
  })
  const { exit, io, profile } = await init(own.url, 'default', option)
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: {
      reserve: { body: { unitItems: [{ unitId: expect.any(String) }] } },
      list: { items: '', query: { localDateStart: '{today}', localDateEnd: '{today+36}' } },
    },
  })
  expect(leftAt(server)).toEqual([])
})

test('where extend knows a booking by another id, that is tried', async () => {
  const server = await reference()
  const ids = new Map<string, string>()
  const own = await behind(server, async (path, method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    const [, given = ''] = /^\/bookings\/([^/]+)\/extend$/.exec(path) ?? []
    if (given !== '') {
      const id = ids.get(given)
      if (id === undefined) return json(404, { error: 'NO_SUCH_BOOKING' })
      const got = await fetch(`${server.url}/bookings/${id}/extend`, {
        method: 'POST',
        body,
        headers: { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' },
      })
      return json(got.status, JSON.parse(await got.text()))
    }
    if (!path.startsWith('/bookings')) return null
    const answer = await answered()
    const shown = members(answer.body)
    const uuid = shown['uuid']
    if (typeof uuid !== 'string') return answer
    ids.set(`R-${uuid.slice(0, 8)}`, uuid)
    return json(answer.status, { ...shown, supplierReference: `R-${uuid.slice(0, 8)}` })
  })
  const { profile } = await init(own.url, 'default', option)
  expect(parse(profile)).toMatchObject({
    operations: { extend: { request: 'POST /bookings/{id}/extend' } },
    booking: { ids: { extend: '/supplierReference' } },
  })
})

test('only what speaks of availability is taken for a check of it', async () => {
  const document = { paths: { '/support/tickets': { post: {} }, '/slots/report': { post: {} } } }
  const tickets: string[] = []
  const own = await behind(await reference(), (path, method) => {
    if (path === '/openapi.json') return json(200, { openapi: '3.1.0', ...document })
    if (/support|report/.test(path)) tickets.push(`${method} ${path}`)
    return path === '/availability' ? json(404, { error: 'NO_ROUTE' }) : null
  })
  expect((await init(own.url, 'default', option)).exit).toBe(2)
  expect(tickets).toEqual([])
})

test('a profile that says that there is no availability check is no fault of octospec', async () => {
  const own = await behind(await reference(), () => null)
  const begun = `target: { url: '${own.url}' }\noperations: { availability: null }\n`
  const { exit, io, profile } = await init(own.url, 'default', [...option, '--profile', 'begun.yaml'], {
    files: { 'begun.yaml': begun },
    env: accounts.default.env,
  })
  expect(io.both()).not.toContain('OCTOSPEC_INTERNAL')
  expect(exit).toBe(3)
  expect(profile).toContain('availability: null')
  expect(io.out()).toContain('no booking could be made and read')
  expect(own.asked.filter((path) => /POST \/(availability|bookings)/.test(path))).toEqual([])
})

test('init goes on where all that an earlier one could not cancel has ended by itself', async () => {
  const server = await reference()
  const own = await behind(server, (path) =>
    path.endsWith('/cancel') ? json(409, { error: 'NOT_CONFIRMED', errorMessage: 'it is ON_HOLD' }) : null,
  )
  const first = await init(own.url, 'default', option)
  const run = async (at: number, out: string): Promise<Tried['io']> => {
    const clock = { ...first.io.clock, now: () => at }
    const args = ['init', own.url, '--header', accounts.default.header, ...sold.default, ...option, '--out', out]
    const { io } = await tryMain(args, { env: accounts.default.env, cwd: first.io.cwd, clock })
    return io
  }
  writeFileSync(join(first.io.cwd, 'p.yaml'), '', { flag: 'a' })
  const soon = await run(Date.now() + 60_000, 'p.yaml')
  expect(soon.err()).toContain('octospec resume p.yaml.bookings.json')
  const late = await run(Date.now() + 24 * 3_600_000, 'p.yaml')
  expect(late.err()).toContain('p.yaml is there already')
})

test('without --allow-confirm the last line says what a second pass with it would learn', async () => {
  const server = await reference()
  const { io } = await init(server.url, 'default', option)
  const last = io.out().trimEnd().split('\n').at(-1)
  expect(last).toMatch(/octospec init .*--profile p\.yaml --allow-confirm --out FILE/)
  expect(last).toContain('operations.confirm')
  const { io: whole } = await init(server.url, 'default', [...option, '--allow-confirm'])
  expect(whole.out()).not.toContain('--allow-confirm')
})
