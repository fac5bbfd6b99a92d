import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startReference } from '../../../suites/transfers/reference/startReference.js'
import { specFile } from '../../contract/specFile.js'
import type { Report } from '../../judge/report.js'
import { pack } from '../../pack.js'
import { recordableChecks } from '../../recording/recording.js'
import { main } from '../main.js'
import { testIo, tryMain, type TestIo } from '../testIo.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 18_000 })

interface Standing {
  readonly io: TestIo
  /** Stands for the target. */
  readonly url: string
  /** Ctrl-C. */
  readonly end: () => Promise<number>
  /** Judges what was recorded. */
  readonly validate: () => Promise<{ readonly exit: number; readonly out: string }>
}

const profile = specFile('transfers/profiles/reference.yaml')

async function proxied(faults: readonly string[], ...argv: string[]): Promise<Standing> {
  const reference = await startReference({ faults })
  closing.push(() => reference.close())
  const io = testIo()
  const given = ['--profile', profile, '--target', reference.url, '--listen', '0', ...argv]
  const ended = main(['proxy', ...given], io)
  await soon(() => expect(io.both()).toMatch(/listens at|error/))
  const url = /listens at (\S+)/.exec(io.out())?.[1] ?? ''
  return {
    io,
    url,
    end: async () => {
      io.interrupt()
      return ended
    },
    validate: () => tryMain(['validate', '--profile', profile, 'recording.har'], { cwd: io.cwd }),
  }
}

const headers = {
  Authorization: 'Bearer reference-token-a',
  'octo-capabilities': 'octo/pricing',
  'content-type': 'application/json',
}

/** A client as others write it. */
async function send(
  url: string,
  path: string,
  body: object,
  more: object = {},
): Promise<{ status: number; json: Reply }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as Reply }
}

/** As much of what is answered as is read here. */
interface Reply {
  readonly id?: string
  readonly uuid?: string
  readonly errorMessage?: string
}

async function availabilityId(url: string): Promise<string> {
  const asked = { productId: 'prod-transfer', optionId: 'opt-sedan', localDateStart: day(30), localDateEnd: day(33) }
  const { json } = await send(url, '/availability', asked)
  const [first] = json as unknown as readonly { id: string }[]
  return first?.id ?? ''
}

function day(from: number): string {
  return new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
}

async function reserve(url: string, fields: object = {}): Promise<{ status: number; json: Reply }> {
  return send(url, '/bookings', {
    uuid: crypto.randomUUID(),
    productId: 'prod-transfer',
    optionId: 'opt-sedan',
    availabilityId: await availabilityId(url),
    expirationMinutes: 60,
    ...fields,
  })
}

test('of a whole run on a server with faults, the recording shows what the run found', async () => {
  const faults = ['booking-status-missing-in-get', 'transfer-status-a-number']
  const { io, url, end, validate } = await proxied(faults)
  const argv = ['run', '--profile', profile, '--target', url, '--out', 'run', '--report', 'json', '--effort', 'low']
  const { exit, out } = await tryMain(argv, { cwd: io.cwd })
  expect(exit, out).toBe(1)
  expect(await end(), io.both()).toBe(0)
  expect(io.out()).toMatch(/recorded \d{3} exchanges.*\nnow: octospec validate --profile \S+ recording\.har\n$/)
  // Its schema is held elsewhere.
  const { checks } = JSON.parse(readFileSync(join(io.cwd, 'run', 'report.json'), 'utf8')) as Report
  const recordable = new Set(recordableChecks(pack))
  const broken = checks.filter(({ id, outcome }) => recordable.has(id) && (outcome === 'fail' || outcome === 'warn'))
  const judged = await validate()
  const found = [...judged.out.matchAll(/^(?:FAIL|WARN) .* (\S+)$/gm)].map(([, clause = '']) => clause)
  expect(new Set(found)).toEqual(new Set(broken.map(({ clause }) => clause)))
  expect(found.length).toBeGreaterThanOrEqual(faults.length)
  expect(judged.exit).toBe(exit)
})

test('a breach of the server is told apart from one of the client, be it of a field or of the state that was shown', async () => {
  const { io, url, end, validate } = await proxied(['booking-status-missing-in-get'])
  const { status, json } = await reserve(url)
  expect(status).toBe(200)
  const path = `/bookings/${json.uuid ?? ''}`
  expect(Object.keys((await (await fetch(url + path, { headers })).json()) as object)).not.toContain('status')
  // The server refuses these, as it must.
  expect((await reserve(url, { expirationMinutes: 500 })).status).toBe(400)
  expect((await send(url, `${path}/cancel`, {})).status).toBe(200)
  expect((await send(url, `${path}/extend`, { expirationMinutes: 30 })).status).toBe(400)
  expect((await fetch(`${url}/octo-has-no-such-path`, { headers })).status).toBe(404)
  expect(await end(), io.both()).toBe(0)
  expect(io.out()).toMatch(/recorded 7 exchanges, without 1 of no operation of the profile\n/)
  const { exit, out } = await validate()
  expect(exit, out).toBe(1)
  expect(out).toMatch(/FAIL {2}recording\.har, entry \d+ {2}\/status {2}2\.5\/status\n/)
  expect(out).toMatch(
    /CLIENT {2}recording\.har, entry \d+ {2}body:\/expirationMinutes {2}8\/\S+\n.*200.* but received 500/,
  )
  expect(out).toMatch(
    /CLIENT .* 7\/extend-cancelled-refused\n +extend of booking \S+, which was shown with status CANCELLED/,
  )
  expect(out).toMatch(/: 7 exchanges: 1 finding of the server; 2 requests of the client that the documents rule out\n$/)
})

test('no token that a client sends is kept, and who sent it is told apart all the same', async () => {
  const token = 'Bearer cUsToMeR-token-0123456789'
  const { io, url, end } = await proxied([])
  await reserve(url)
  await send(url, '/transfers', { currency: 'EUR' }, { Authorization: token })
  await send(url, '/transfers', { currency: 'EUR' }, { Authorization: '', 'X-Api-Key': 'another-token-9876543210' })
  const basic = Buffer.from('someone:a-pAsSwOrD-of-theirs').toString('base64')
  await send(
    url,
    '/transfers',
    { currency: 'EUR' },
    { Authorization: `Basic ${basic}`, Cookie: 'sid=sEsSiOn-abcdef-123' },
  )
  for (const name of ['access_token', 'api_key', 'apikey', 'token', 'sig'])
    await send(url, `/transfers?${name}=qUeRy-0123456789`, { currency: 'EUR' })
  await send(url, '/transfers', {
    currency: 'EUR',
    apiKey: 'bOdY-0123456789',
    auth: { pwd: 'bOdY-9876543210', pin: 1, token: 'bOdY' },
  })
  // By names that nobody knows, or too short to be looked for.
  for (const own of [
    { 'X-Pin': '7391' },
    { 'X-Api-Key': 'w8k' },
    { Referer: 'http://a/?t=rEfErEr' },
    { 'X-Pass': 'a b' },
  ])
    await send(url, '/transfers', { currency: 'EUR' }, { Authorization: 'Bearer q7z', ...own })
  for (const query of ['key=k4x&key=k5x', 'x=oDd-0123', 'bAre-0123', 'token=55667788'])
    await send(url, `/transfers?${query}`, { currency: 'EUR' })
  expect(await end()).toBe(0)
  const text = readFileSync(join(io.cwd, 'recording.har'), 'utf8')
  const short = ['"7391"', 'w8k', 'rEfErEr', 'a b', 'q7z', 'k4x', 'k5x', 'oDd', 'bAre', '55667788']
  expect(short.filter((secret) => text.includes(secret))).toEqual([])
  const secrets = [basic, 'cUsToMeR', 'another-token', 'pAsSwOrD', 'sEsSiOn', 'qUeRy', 'bOdY', 'reference-token']
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(io.both()).not.toMatch(/cUsToMeR|another-token|reference-token/)
  const { log } = JSON.parse(text) as { log: { entries: { _as: string }[] } }
  expect(log.entries.slice(1, 5).map(({ _as }) => _as)).toEqual(['reseller', 'other', 'other', 'other'])
})

test('a recording that is there already is not written over, and one of nothing is not left', async () => {
  const { io, end } = await proxied([])
  expect(existsSync(join(io.cwd, 'recording.har'))).toBe(true)
  const again = await tryMain(['proxy', '--profile', profile, '--listen', '0'], { cwd: io.cwd })
  expect([again.exit, again.err]).toEqual([2, expect.stringContaining('there is such a file already')])
  expect(await end()).toBe(0)
  expect(existsSync(join(io.cwd, 'recording.har'))).toBe(false)
})

test('a proxy that would send to itself is wrong use, and one that others can reach says so', async () => {
  const argv = ['proxy', '--profile', profile, '--target', 'http://localhost:4020']
  const { exit, err } = await tryMain(argv)
  expect([exit, err]).toEqual([2, expect.stringContaining('requests would go round for ever')])
  const open = await proxied([], '--host', '0.0.0.0')
  await soon(() => expect(open.io.err()).toContain('note: whoever reaches 0.0.0.0 can send requests'))
  expect(await open.end()).toBe(0)
})

test('a second Ctrl-C ends it at once, though a client is still waiting', async () => {
  const { io, url, end } = await proxied([])
  const waits = connect(Number(new URL(url).port), '127.0.0.1')
  waits.write('POST /bookings HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n')
  await once(waits, 'connect')
  const ended = end()
  expect(io.err()).toContain('once more ends it at once')
  io.interrupt()
  expect(io.exits).toEqual([4])
  waits.destroy()
  expect(await ended).toBe(0)
})

test('a port that is taken is wrong use', async () => {
  const first = await proxied([])
  const { exit, err } = await tryMain(['proxy', '--profile', profile, '--listen', new URL(first.url).port])
  expect(exit).toBe(2)
  expect(err).toMatch(
    /OCTOSPEC_PORT: 127\.0\.0\.1:\d+ is in use by another program\n[^]*choose another port with --listen/,
  )
  await first.end()
})
