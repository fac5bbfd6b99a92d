import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { startAnswering, type Answering, type PlainAnswer, type TestServer } from '../answering.test.data.js'
import { main } from '../main.js'
import { testIo, tryMain, type TestIo, type TestIoOptions } from '../testIo.test.data.js'

const accounts = {
  default: {
    header: 'Authorization: Bearer ${TOKEN}',
    other: 'Authorization: Bearer ${TOKEN_B}',
    env: { TOKEN: 'reference-token-a', TOKEN_B: 'reference-token-b' },
  },
  partner: {
    header: 'X-Api-Key: ${TOKEN}',
    other: 'X-Api-Key: ${TOKEN_B}',
    env: { TOKEN: 'partner-key-a', TOKEN_B: 'partner-key-b' },
  },
} as const
type Dialect = keyof typeof accounts
const sold = {
  default: ['--product', 'prod-transfer'],
  partner: ['--product', 'PARTNER-RIDE', '--option', 'PARTNER-SEDAN'],
} as const

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function reference(dialect: Dialect = 'default', ...variants: readonly string[]): Promise<Reference> {
  const started = await startReference({ dialect, variants })
  open.push(started)
  return started
}

/** The reference service, but for what is answered in its place; with a count of what was asked. */
async function behind(
  real: Reference,
  instead: (
    path: string,
    method: string,
    body: string,
    /** As the service answers, also to another body. */
    answered: (body?: string) => Promise<PlainAnswer>,
    headers: Readonly<Record<string, unknown>>,
  ) => PlainAnswer | null | Promise<PlainAnswer | null>,
): Promise<TestServer & { readonly asked: string[] }> {
  const asked: string[] = []
  const answer: Answering = async (request, body) => {
    const { method = 'GET', url = '/' } = request
    asked.push(`${method} ${url}`)
    const answered = async (sent = body): Promise<PlainAnswer> => {
      const kept = ['authorization', 'x-api-key', 'content-type', 'octo-capabilities', 'idempotency-key']
      const headers = kept.flatMap((name): [string, string][] => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      const got = await fetch(new URL(url, real.url), { method, headers, ...(sent !== '' && { body: sent }) })
      return {
        status: got.status,
        headers: { 'content-type': got.headers.get('content-type') ?? '' },
        body: await got.text(),
      }
    }
    return (await instead(url, method, body, answered, request.headers)) ?? answered()
  }
  const server = await startAnswering(answer)
  open.push(server)
  return { ...server, asked }
}

const json = (status: number, body: unknown): PlainAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

interface Tried {
  readonly exit: number
  readonly io: TestIo
  /** What was written; empty: nothing. */
  readonly profile: string
}

async function init(
  url: string,
  dialect: Dialect,
  more: readonly string[] = [],
  options: TestIoOptions = {},
): Promise<Tried> {
  const { header, env } = accounts[dialect]
  const { exit, io } = await tryMain(['init', url, '--header', header, ...sold[dialect], '--out', 'p.yaml', ...more], {
    env,
    ...options,
  })
  const file = join(io.cwd, 'p.yaml')
  return { exit, io, profile: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

/** The bookings of the service that still hold something. */
function leftAt({ service }: Reference): readonly string[] {
  return service.store.serials().flatMap((serial) => {
    const booking = service.store.versions(serial).at(-1)
    return booking?.status === 'ON_HOLD' || booking?.status === 'CONFIRMED' ? [booking.id] : []
  })
}

/** Legal servers that a first contact is likely to meet: of the habits in docs/real-servers.md. */
const habits = [
  'confirm-is-processed',
  'confirm-takes-a-while',
  'cancel-is-processed',
  'sold-out-availability-listed',
  'sold-in-the-default-currency-only',
  'errors-under-200',
  'list-needs-every-input',
  'bookings-in-an-envelope',
  'reads-are-late',
  'status-elsewhere',
  'cancel-takes-another-id',
] as const
const servers: readonly { readonly dialect: Dialect; readonly variant?: string }[] = [
  { dialect: 'default' },
  { dialect: 'partner' },
  ...habits.map((variant) => ({ dialect: 'default', variant }) as const),
  { dialect: 'partner', variant: 'errors-under-200' },
]

test.each(servers)(
  'told the address, credentials and product alone, init writes a profile with which a run verifies 130 must clauses: $dialect $variant',
  async ({ dialect, variant }) => {
    const variants = variant === undefined ? [] : [variant]
    const server = await reference(dialect, ...variants)
    const { exit, io, profile } = await init(server.url, dialect, [
      '--other-header',
      accounts[dialect].other,
      '--allow-confirm',
    ])
    expect(exit, io.both()).toBe(0)
    const [, requests = '', bookings = ''] =
      /wrote p\.yaml: (\d+) requests, (\d+) bookings, all of them ended/.exec(io.out()) ?? []
    expect(Number(requests)).toBeLessThan(60)
    expect(Number(requests)).toBeGreaterThan(10)
    expect(Number(bookings)).toBeLessThanOrEqual(4)
    expect(server.service.store.serials().length).toBe(Number(bookings))
    expect(leftAt(server)).toEqual([])
    expect(`${profile}${io.both()}`).not.toMatch(/reference-token|partner-key/)

    const run = await tryMain(['run', '--profile', 'p.yaml', '--out', 'run', '--quiet', '--effort', 'low'], {
      env: accounts[dialect].env,
      cwd: io.cwd,
    })
    const { summary }: { summary: { must: { verified: number; broken: number } } } = JSON.parse(
      readFileSync(join(io.cwd, 'run', 'report.json'), 'utf8'),
    )
    expect(summary.must.broken, run.out).toBe(0)
    expect(summary.must.verified, run.out).toBeGreaterThanOrEqual(130)
  },
  120_000,
)

test('how a server says in its own words that an availability is full is learned by holding one', async () => {
  const server = await reference('default', 'full-in-its-own-words')
  const { exit, io, profile } = await init(server.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(profile).toMatch(/full: \{? *at: \/places/)
  expect(leftAt(server)).toEqual([])
})

const silentServers: readonly {
  readonly dialect: Dialect
  readonly named: readonly string[]
  readonly least: number
}[] = [
  { dialect: 'default', named: ['--option', 'opt-sedan'], least: 120 },
  { dialect: 'partner', named: [], least: 115 },
]

test.each(silentServers)(
  'a server that describes nothing of itself is learned by asking: $dialect',
  async ({ dialect, named, least }) => {
    const server = await reference(dialect)
    const silent = await behind(server, (path) =>
      /openapi|products|supplier/.test(path) ? json(404, { error: 'NOT_FOUND' }) : null,
    )
    const url = `${silent.url}${new URL(server.url).pathname.replace(/\/$/, '')}`
    const other = ['--other-header', accounts[dialect].other]
    const { exit, io, profile } = await init(url, dialect, [...named, ...other, '--allow-confirm'])
    expect(exit, io.both()).toBe(0)
    expect(silent.asked.length).toBeLessThan(60)
    expect(leftAt(server)).toEqual([])
    expect(profile).toMatch(/^ +# .*not found: no answer showed/m)
    // The partner has other names for the days, and answers those of its own where they are not given.
    expect(/ # assumed: the target does not seem to read it/.test(profile)).toBe(dialect === 'partner')
    await tryMain(['run', '--profile', 'p.yaml', '--out', 'run', '--quiet', '--effort', 'low'], {
      env: accounts[dialect].env,
      cwd: io.cwd,
    })
    const { summary }: { summary: { must: { verified: number; broken: number } } } = JSON.parse(
      readFileSync(join(io.cwd, 'run', 'report.json'), 'utf8'),
    )
    expect(summary.must.broken).toBe(0)
    // Without a test clock, and without the names of what nobody shows.
    expect(summary.must.verified).toBeGreaterThanOrEqual(least)
  },
  120_000,
)

test('every line of a profile says where it is from, and what was not found is commented out', async () => {
  const server = await reference()
  const { profile } = await init(server.url, 'default')
  const lines = profile.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  for (const line of lines) expect(line).toMatch(/^\s*[\w-]+:$|# (seen|described|assumed): .|^\s*# .*(not found: |:$)/)
  expect(profile).toMatch(
    /^ +# request: 'POST \/bookings\/\{id\}\/confirm'|^ +# request: .*nothing was confirmed without --allow-confirm/m,
  )
  expect(
    server.service.store
      .serials()
      .flatMap((serial) => server.service.store.versions(serial))
      .some(({ status }) => status === 'CONFIRMED'),
  ).toBe(false)
})

test('a credential that is given in plain is written as the variable that holds it, or as one to be set', async () => {
  const { url } = await reference()
  const held = await tryMain(['init', url, '--header', 'Authorization: Bearer reference-token-a', '--out', 'p.yaml'], {
    env: { MY_TOKEN: 'reference-token-a' },
  })
  expect(readFileSync(join(held.io.cwd, 'p.yaml'), 'utf8')).toContain("Authorization: 'Bearer ${MY_TOKEN}'")
  const unheld = await tryMain(['init', url, '--header', 'Authorization: Bearer reference-token-a', '--out', 'p.yaml'])
  expect(readFileSync(join(unheld.io.cwd, 'p.yaml'), 'utf8')).toContain("Authorization: 'Bearer ${OCTO_TOKEN}'")
  expect(unheld.out).toContain('takes a credential from the variable OCTO_TOKEN: export it')
  expect(unheld.io.both()).not.toContain('reference-token-a')
})

test('credentials that are refused in one header are tried in others, and the one that is taken is written', async () => {
  const server = await reference('partner')
  const { exit, profile } = await init(server.url, 'partner', ['--header', 'X-Tenant: 7'])
  expect(exit).toBe(0)
  const { io, exit: other } = await tryMain(
    ['init', server.url, '--header', 'Authorization: Bearer ${TOKEN}', ...sold.partner, '--out', 'p.yaml'],
    { env: accounts.partner.env },
  )
  expect(other, io.both()).toBe(0)
  expect(profile).toContain('X-Tenant: ')
  expect(readFileSync(join(io.cwd, 'p.yaml'), 'utf8')).toContain("headers: { X-Api-Key: '${TOKEN}' }")
})

test.each([
  ['found', ['--header', accounts.default.header, '--other-header', accounts.default.other]],
  ['given', ['--query', 'api_key=${TOKEN}', '--other-query', 'api_key=${TOKEN_B}']],
])('credentials in the query are %s, written by their variables, and shown nowhere', async (_, credentials) => {
  const real = await reference()
  const keyed = await startAnswering(async ({ method = 'GET', url = '/', headers }, body) => {
    const to = new URL(url, real.url)
    const key = to.searchParams.get('api_key')
    to.searchParams.delete('api_key')
    const got = await fetch(to, {
      method,
      headers: {
        'octo-capabilities': 'octo/pricing',
        ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      ...(body !== '' && { body }),
    })
    return json(got.status, await got.json())
  })
  open.push(keyed)
  const { env } = accounts.default
  const { exit, io } = await tryMain(
    ['init', keyed.url, ...credentials, ...sold.default, '--allow-confirm', '--out', 'p.yaml'],
    { env },
  )
  const written = readFileSync(join(io.cwd, 'p.yaml'), 'utf8')
  expect(exit, io.both()).toBe(0)
  expect(parse(written)).toMatchObject({
    target: { query: { api_key: '${TOKEN}' } },
    otherReseller: { query: { api_key: '${TOKEN_B}' } },
  })
  expect(io.both()).toContain('api_key=${TOKEN}')
  expect(`${written}${io.both()}`).not.toContain('reference-token')
  expect(leftAt(real)).toEqual([])
  const doctor = await tryMain(['doctor', '--profile', 'p.yaml'], { env, cwd: io.cwd })
  expect(doctor.exit, doctor.io.both()).toBe(0)
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
  expect(io.out()).toMatch(/^next: write what was not found, then octospec doctor p\.yaml$/m)
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

test('a person at a terminal is asked for the token, the product and whether a booking may be confirmed', async () => {
  const server = await reference()
  const { exit, out, io } = await tryMain(['init', server.url, '--out', 'p.yaml'], {
    env: accounts.default.env,
    isTTY: true,
    stdin: 'TOKEN\ny\n2\n\n',
  })
  expect(exit, io.both()).toBe(0)
  expect(out).toMatch(/1 {2}prod-transfer\n {2}2 {2}prod-tour/)
  const profile = readFileSync(join(io.cwd, 'p.yaml'), 'utf8')
  expect(profile).toContain('productId: prod-tour # seen')
  expect(profile).toContain('confirmed: CONFIRMED # seen')
  expect(leftAt(server)).toEqual([])
})

test('a file that is there is not written over, and nothing is sent', async () => {
  const server = await reference()
  const asked = await behind(server, () => null)
  const { exit, err } = await tryMain(['init', asked.url, '--out', 'p.yaml'], { files: { 'p.yaml': 'mine' } })
  expect(exit).toBe(2)
  expect(err).toContain('p.yaml is there already')
  expect(asked.asked).toEqual([])
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
  'a wrong token': {
    given: ['--header', 'Authorization: Bearer wrong-token'],
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', '${OCTO_TOKEN}'],
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
    says: ['OCTOSPEC_USAGE', 'NOT_SET is not set'],
  },
  'a variable that is empty': {
    given: ['--header', 'Authorization: Bearer ${EMPTY}'],
    says: ['OCTOSPEC_USAGE', 'EMPTY is empty'],
  },
  'an address that is none': {
    url: 'ftp://supplier.example',
    says: ['OCTOSPEC_USAGE', 'no http or https address'],
  },
}

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
])('what an init that is killed at %s leaves is on disk, and octospec cleanup ends it', async (_, isMoment) => {
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
  expect([again.exit, again.io.both()]).toEqual([2, expect.stringContaining('octospec cleanup p.yaml.bookings.json')])
  const real = readFileSync(join(killed.io.cwd, 'p.yaml.bookings.json'), 'utf8')
  writeFileSync(join(killed.io.cwd, 'forged.bookings.json'), real.replaceAll('"ended": false', '"ended": true'))
  const forged = await tryMain(['cleanup', 'forged.bookings.json'], { env, cwd: killed.io.cwd })
  expect([forged.exit, forged.io.both()]).toEqual([2, expect.stringContaining('OCTOSPEC_UNPROVEN')])
  const finished = await tryMain(['cleanup', 'p.yaml.bookings.json'], { env, cwd: killed.io.cwd })
  expect(finished.exit, finished.io.both()).toBe(0)
  expect(leftAt(server)).toEqual([])
  expect(existsSync(join(killed.io.cwd, 'p.yaml.bookings.json'))).toBe(false)
})
