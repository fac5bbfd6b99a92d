import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startAnswering } from '../answering.test.data.js'
import { hurriedClock } from '../hostile/hurriedClock.test.data.js'
import { tryMain } from '../testIo.test.data.js'
import { accounts, sold, reference, referenceBy, behind, json, init, leftAt } from './initOnReference.test.data.js'
import type { Dialect } from './initOnReference.test.data.js'

const runLine = ['run', '--profile', 'p.yaml', '--out', 'run', '--effort', 'low']

/** Legal servers that a first contact is likely to meet, each with several of the habits in docs/real-servers.md. */
const servers: readonly { readonly dialect: Dialect; readonly variants: readonly string[] }[] = [
  { dialect: 'default', variants: ['list-as-a-connection', 'cancel-takes-another-id', 'status-elsewhere'] },
  { dialect: 'partner', variants: ['errors-under-200', 'confirm-takes-a-while', 'reads-are-late'] },
]

test.each(servers)(
  'told the address, credentials and product alone, init writes a profile with which a run verifies 130 must clauses: $dialect $variants',
  async ({ dialect, variants }) => {
    // Both go by the same clock, so that nobody waits for what is late.
    const clock = hurriedClock()
    const server = await referenceBy(clock, dialect, ...variants)
    const more = ['--other-header', accounts[dialect].other, '--allow-confirm']
    const { exit, io, profile } = await init(server.url, dialect, more, { env: accounts[dialect].env, clock })
    expect(exit, io.both()).toBe(0)
    const [, requests = '', bookings = ''] =
      /wrote p\.yaml: (\d+) requests, (\d+) bookings, all of them ended/.exec(io.out()) ?? []
    expect(Number(requests)).toBeLessThan(60)
    expect(Number(requests)).toBeGreaterThan(10)
    expect(Number(bookings)).toBeLessThanOrEqual(4)
    expect(server.service.store.serials().length).toBe(Number(bookings))
    expect(leftAt(server)).toEqual([])
    expect(`${profile}${io.both()}`).not.toMatch(/reference-token|partner-key/)

    const run = await tryMain([...runLine, '--report', 'json'], { env: accounts[dialect].env, cwd: io.cwd, clock })
    const { summary }: { summary: { must: { verified: number; broken: number } } } = JSON.parse(
      readFileSync(join(io.cwd, 'run', 'report.json'), 'utf8'),
    )
    expect(summary.must.broken, run.out).toBe(0)
    expect(summary.must.verified, run.out).toBeGreaterThanOrEqual(130)
  },
)

test.each<readonly [Dialect, readonly string[]]>([
  ['default', ['--option', 'opt-sedan']],
  ['partner', []],
])('a server that describes nothing of itself is learned by asking: %s', async (dialect, named) => {
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
  // The two differ in what they say of themselves alone, so one run tells of both.
  if (dialect === 'default') return
  await tryMain([...runLine, '--report', 'json'], { env: accounts[dialect].env, cwd: io.cwd })
  const { summary }: { summary: { must: { verified: number; broken: number } } } = JSON.parse(
    readFileSync(join(io.cwd, 'run', 'report.json'), 'utf8'),
  )
  expect(summary.must.broken).toBe(0)
  // Without a test clock, and without the names of what nobody shows.
  expect(summary.must.verified).toBeGreaterThanOrEqual(115)
})

test('every line of a profile says where it is from, and what was not found is commented out', async () => {
  const server = await reference()
  const { profile } = await init(server.url, 'default')
  const lines = profile.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  for (const line of lines)
    expect(line).toMatch(/^\s*(?:[\w-]+:|- as: \w+)$|# (seen|described|assumed): .|^\s*# .*(not found: |:$)/)
  expect(profile).toMatch(/not found: nothing was confirmed without --allow-confirm$/m)
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

test('credentials that are given for the query are written by their variables, and shown nowhere', async () => {
  const credentials = ['--query', 'api_key=${TOKEN}', '--other-query', 'api_key=${TOKEN_B}']
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
  onTestFinished(() => keyed.close())
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

test('a person who gives the token itself, or what is not listed, is asked again, and the token is never shown', async () => {
  const server = await reference()
  const { exit, out, io } = await tryMain(['init', server.url, '--out', 'p.yaml'], {
    env: accounts.default.env,
    isTTY: true,
    stdin: 'abc.def-token\nNOBODY_SET_IT\n$TOKEN\ny\n99\n1\nopt-none\nopt-van\n',
  })
  expect(exit, io.both()).toBe(0)
  expect(io.both()).not.toMatch(/abc\.def|NOBODY_SET_IT/)
  expect(out.match(/no variable of that name is set/g)).toHaveLength(2)
  expect(out).toContain('the target does not list 99; the same once more takes it all the same')
  const profile = readFileSync(join(io.cwd, 'p.yaml'), 'utf8')
  expect(profile).toContain("Authorization: 'Bearer ${TOKEN}'")
  expect(profile).toContain('productId: prod-transfer # seen')
  expect(profile).toContain('optionId: opt-van # seen')
})

test('a person who names no variable that is set is not asked for ever, and nothing is sent', async () => {
  const server = await reference()
  const asked = await behind(server, () => null)
  const { exit, err } = await tryMain(['init', asked.url, '--out', 'p.yaml'], {
    isTTY: true,
    stdin: 'a-b\nc-d\ne-f\ng-h\n',
  })
  expect(exit).toBe(2)
  expect(err).toContain('no variable that is set was named')
  expect(asked.asked).toEqual([])
})

test('a file that is there is not written over, and nothing is sent', async () => {
  const server = await reference()
  const asked = await behind(server, () => null)
  const { exit, err } = await tryMain(['init', asked.url, '--out', 'p.yaml'], { files: { 'p.yaml': 'mine' } })
  expect(exit).toBe(2)
  expect(err).toContain('p.yaml is there already')
  expect(asked.asked).toEqual([])
})
