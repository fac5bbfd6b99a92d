import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { PlainAnswer } from '../answering.test.data.js'
import { main } from '../main.js'
import { testIo, tryMain, type TestIo } from '../testIo.test.data.js'
import { accounts, sold, reference, behind, json, init, leftAt } from './initOnReference.test.data.js'

test('a mock, which answers every reservation alike, is told', async () => {
  const server = await reference()
  let first: PlainAnswer | undefined
  const mock = await behind(server, async (path, method, _, answered) =>
    method === 'POST' && path === '/bookings' ? (first ??= await answered()) : null,
  )
  const { exit, io } = await init(mock.url, 'default')
  expect(exit, io.both()).toBe(0)
  expect(io.both()).toContain('two reservations made one booking, whatever their keys')
})

test('a reservation that is refused whatever is sent leaves a profile that says so', async () => {
  const server = await reference()
  const refusing = await behind(server, (path, method) =>
    method === 'POST' && path === '/bookings'
      ? json(422, { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'minimal restrictions not met' })
      : null,
  )
  const { exit, io, profile } = await init(refusing.url, 'default')
  expect(exit).toBe(3)
  expect(profile).toContain('minimal restrictions not met')
  expect(io.out()).toContain('no booking could be made and read')
})

test('what a run needs and was not found is named, and a run cannot begin without it', async () => {
  const server = await reference()
  const elsewhere = await behind(server, (path, method) =>
    /^\/bookings(\/|$|\?)/.test(path) && (method === 'GET' || path.endsWith('/cancel') || method === 'DELETE')
      ? json(404, { error: 'NO_ROUTE' })
      : null,
  )
  const { exit, io } = await init(elsewhere.url, 'default', ['--option', 'opt-sedan'])
  expect(exit).toBe(3)
  // Nothing was to be confirmed.
  expect(io.out()).toMatch(/^not found: get, list, cancel; write for each in p\.yaml where it is/m)
  expect(io.out()).toMatch(
    /^next: write what was not found, then octospec init URL --profile p\.yaml --out FILE, which learns the rest$/m,
  )
  expect(io.out()).toMatch(/^left: booking .*no cancel was sent that the target knows/m)
})

test('a booking whose id cannot be read is the last one, and is named by its key', async () => {
  const server = await reference()
  const hiding = await behind(server, async (path, method, _body, answered) => {
    if (method !== 'POST' || path !== '/bookings') return null
    const answer = await answered()
    return { ...answer, body: JSON.stringify({ done: true }) }
  })
  const { io, profile } = await init(hiding.url, 'default')
  expect(server.service.store.serials().length).toBe(1)
  expect(io.out()).toMatch(
    /left: what request \d+ made with the key [0-9a-f-]{36}: no cancel was sent that the target knows/,
  )
  expect(profile).toMatch(/# id: \/uuid # not found: /)
})

test('Ctrl-C ends what was booked, and what was learned until then is written', async () => {
  const server = await reference()
  const io: { current: TestIo | null } = { current: null }
  const interrupting = await behind(server, async (path, method, _body, answered) => {
    if (method !== 'POST' || path !== '/bookings') return null
    const answer = await answered()
    io.current?.interrupt()
    return answer
  })
  io.current = testIo({ env: accounts.default.env })
  const exit = await main(
    ['init', interrupting.url, '--header', accounts.default.header, ...sold.default, '--out', 'p.yaml'],
    io.current,
  )
  expect(exit).toBe(4)
  expect(server.service.store.serials().length).toBe(1)
  expect(leftAt(server).length === 0 || /left: /.test(io.current.out()), io.current.both()).toBe(true)
})

test('Ctrl-C before anything is known ends it as cut short, and not as a fault', async () => {
  const io = testIo({ env: accounts.default.env })
  const server = await behind(await reference(), (path) => {
    if (path === '/swagger.json') io.interrupt()
    return path.endsWith('.json') ? json(404, {}) : null
  })
  expect(await main(['init', server.url, '--yes', '--out', 'p.yaml'], io), io.both()).toBe(4)
  expect(io.err()).toContain('no further: it was cut short; no profile was written')
})

test.each([
  ['before the first booking', '/transfers', 0],
  ['after it', '/bookings', 1],
])('where the folder goes away %s, nothing more is booked, and what was is ended', async (_when, at, booked) => {
  const server = await reference()
  const io = testIo({ env: accounts.default.env })
  mkdirSync(join(io.cwd, 'sub'))
  const removing = await behind(server, async (path, method, _body, answered) => {
    if (method !== 'POST' || path !== at) return null
    const answer = await answered()
    rmSync(join(io.cwd, 'sub'), { recursive: true, force: true })
    return answer
  })
  const argv = ['init', removing.url, '--header', accounts.default.header, ...sold.default, '--out', 'sub/p.yaml']
  expect(await main(argv, io)).toBe(2)
  expect(io.err()).toContain('error OCTOSPEC_OUTPUT')
  expect(io.err()).not.toContain('left:')
  expect(server.service.store.serials().length).toBe(booked)
  expect(leftAt(server)).toEqual([])
})

test.each(['nowhere/p.yaml', 'file/p.yaml'])('where nothing can be written (%s), nothing is sent', async (out) => {
  const server = await behind(await reference(), () => null)
  const files = { file: 'no folder' }
  const { exit, err } = await tryMain(['init', server.url, '--out', out], { env: accounts.default.env, files })
  expect([exit, err, server.asked]).toEqual([2, expect.stringContaining('OCTOSPEC_OUTPUT'), []])
})

test('what a hostile server says reaches neither the terminal nor the profile as it is', async () => {
  const server = await reference()
  const token = accounts.default.env.TOKEN
  const hostile = await behind(server, async (path, method, _body, answered) => {
    if (path === '/products') return json(200, [{ id: `p\u001b[2J${token}`, options: [{ id: 'o\nx: y' }] }])
    if (method === 'PATCH') return json(400, { error: `\u001b]0;${token}\u0007`, errorMessage: 'a\nb: c # d' })
    if (method !== 'GET' && !path.startsWith('/bookings/')) return null
    const answer = await answered()
    return {
      ...answer,
      body: String(answer.body).replaceAll('"EUR"', `"${token}"`).replaceAll('CANCELLED', 'C\\u202e # x'),
    }
  })
  const { io, profile, exit } = await init(hostile.url, 'default', ['--allow-confirm', '--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(`${profile}${io.both()}`).not.toContain(token)
  // They are what is looked for.
  // oxlint-disable-next-line no-control-regex
  expect(`${profile}${io.both()}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(parse(profile)).toMatchObject({ booking: { statuses: { cancelled: 'C\u202e # x' } } })
  expect(leftAt(server)).toEqual([])
})

interface Nothing {
  readonly server?: (path: string) => PlainAnswer | null
  readonly url?: string
  readonly given?: readonly string[]
  /** 2 unless given. */
  readonly exit?: number
  readonly says: readonly string[]
}

const nothings: Readonly<Record<string, Nothing>> = {
  'nobody there': { url: 'http://127.0.0.1:1', exit: 4, says: ['OCTOSPEC_UNREACHABLE', 'ECONNREFUSED'] },
  'a gateway with nothing behind it': {
    server: () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<title>502 Bad Gateway</title>' }),
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', '502 Bad Gateway'],
  },
  'a page for people': {
    server: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html><h1>Welcome</h1>' }),
    says: ['OCTOSPEC_NOT_AN_API', 'text/html'],
  },
  'JSON 404 on everything': {
    server: () => json(404, { error: 'NOT_FOUND', errorMessage: 'nothing here' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'NOT_FOUND: nothing here', 'curl'],
  },
  'a redirect on everything': {
    server: () => ({ status: 302, headers: { location: '/login' }, body: '' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'HTTP 302'],
  },
  '200 {} on everything': {
    server: () => json(200, {}),
    says: ['OCTOSPEC_NOT_LEARNED', 'what may be booked is not known'],
  },
  'a header that the target names': {
    server: () =>
      json(401, { fault: 'UNKNOWN_CALLER', detail: 'X-Corvane-Key is missing or unknown (see X-Request-Id)' }),
    says: ['the target refuses the caller', "--header 'X-Corvane-Key: ${OCTO_TOKEN}'"],
  },
  'a wrong token': {
    given: ['--header', 'Authorization: Bearer wrong-token'],
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'the header Authorization was sent: give the value'],
  },
  'a wrong product': {
    given: ['--header', 'Authorization: Bearer reference-token-a', '--product', 'nothing'],
    says: ['OCTOSPEC_NOT_LEARNED', 'the product has no such option', '--product'],
  },
  'a calendar with nothing in it': {
    server: (path) => (path === '/availability' ? json(200, []) : null),
    says: ['OCTOSPEC_NOT_LEARNED', 'nothing in it can be booked on the days'],
  },
  'a calendar that is closed': {
    server: (path) => (path === '/availability' ? json(200, [{ id: 'x', available: false, status: 'CLOSED' }]) : null),
    says: ['OCTOSPEC_NOT_LEARNED', 'nothing in it can be booked on the days'],
  },
  'a day that is none': {
    given: ['--day', '2027-02-30'],
    says: ['OCTOSPEC_USAGE', "--day takes a date such as 2027-03-10, but got '2027-02-30'"],
  },
  'a variable that is not set': {
    given: ['--header', 'Authorization: Bearer ${NOT_SET}'],
    says: ['OCTOSPEC_USAGE', 'NOT_SET is not set', 'do: export NOT_SET'],
  },
  'a variable that is empty': {
    given: ['--header', 'Authorization: Bearer ${EMPTY}'],
    says: ['OCTOSPEC_USAGE', 'EMPTY is empty'],
  },
  'an address that is none': { url: 'ftp://supplier.example', says: ['OCTOSPEC_USAGE', 'no http or https address'] },
}

test.each(Object.entries(nothings).map(([what, nothing]) => ({ what, ...nothing })))(
  'init ends with one page: $what',
  async ({ server, url, given, exit = 2, says }) => {
    const real = await reference()
    const front = await behind(real, (path) => server?.(path) ?? null)
    const argv = [
      'init',
      url ?? front.url,
      '--out',
      'p.yaml',
      ...(given ?? ['--header', 'Authorization: Bearer reference-token-a']),
    ]
    const { exit: code, err, out, io } = await tryMain(argv, { env: { EMPTY: '' } })
    for (const words of says) expect(err).toContain(words)
    expect(code).toBe(exit)
    expect(`${out}${err}`.trimEnd().split('\n').length, `${out}${err}`).toBeLessThanOrEqual(25)
    expect(`${out}${err}`).not.toMatch(/reference-token-a|\n\s+at /)
    expect(existsSync(join(io.cwd, 'p.yaml'))).toBe(false)
    expect(real.service.store.serials()).toEqual([])
  },
)

test.each([
  ['200,000 keys', Array.from({ length: 200_000 }, (_, at) => `k${at}: 1`).join('\n')],
  [
    '30,000 keys, where each would be compared with each',
    Array.from({ length: 30_000 }, (_, at) => `${at}: 1`).join('\n'),
  ],
  ['JSON of 8,000 levels', `${'{"properties":{"a":'.repeat(8000)}1${'}}'.repeat(8000)}`],
  ['YAML of 100,000 levels', '- '.repeat(100_000)],
])('a description of %s is none, and keeps nobody waiting', async (_what, description) => {
  const server = await reference()
  const hostile = await behind(server, (path) =>
    path.startsWith('/openapi')
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: description }
      : null,
  )
  const { exit, io } = await init(hostile.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(hostile.asked).toContain('GET /openapi.yaml')
})

test.each([
  ['the cancel of the first booking', (path: string, method: string) => method === 'POST' && path.endsWith('cancel')],
  ['the confirm of the second', (path: string, method: string) => method === 'POST' && path.endsWith('confirm')],
])('what an init that is killed at %s leaves is on disk, and octospec resume ends it', async (_, isMoment) => {
  const server = await reference()
  const world = { killed: 0 }
  const killing = await behind(server, async (path, method, _body, answered) => {
    if (world.killed === 1) return json(503, {})
    if (world.killed > 1 || !isMoment(path, method)) return null
    // The request is performed, and nobody is there any more for what comes of it.
    await answered()
    world.killed = 1
    return json(503, {})
  })
  const { env, header } = accounts.default
  const args = ['init', killing.url, '--header', header, ...sold.default, '--allow-confirm', '--out', 'p.yaml']
  const killed = await tryMain(args, { env })
  expect(existsSync(join(killed.io.cwd, 'p.yaml.bookings.json')), killed.io.both()).toBe(true)
  expect(readFileSync(join(killed.io.cwd, 'p.yaml.bookings.json'), 'utf8')).not.toContain('reference-token')
  expect(leftAt(server).length).toBeGreaterThan(0)
  world.killed = 2
  const again = await tryMain(args, { env, cwd: killed.io.cwd })
  expect([again.exit, again.io.both()]).toEqual([2, expect.stringContaining('octospec resume p.yaml.bookings.json')])
  const real = readFileSync(join(killed.io.cwd, 'p.yaml.bookings.json'), 'utf8')
  writeFileSync(join(killed.io.cwd, 'forged.bookings.json'), real.replaceAll('"ended": false', '"ended": true'))
  const forged = await tryMain(['resume', 'forged.bookings.json'], { env, cwd: killed.io.cwd })
  expect([forged.exit, forged.io.both()]).toEqual([2, expect.stringContaining('OCTOSPEC_UNPROVEN')])
  const finished = await tryMain(['resume', 'p.yaml.bookings.json'], { env, cwd: killed.io.cwd })
  expect(finished.exit, finished.io.both()).toBe(0)
  expect(leftAt(server)).toEqual([])
  expect(existsSync(join(killed.io.cwd, 'p.yaml.bookings.json'))).toBe(false)
})
