import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { startReference } from '../../../suites/transfers/reference/startReference.js'
import { specFile } from '../../contract/specFile.js'
import type { Report } from '../../judge/report.js'
import { main } from '../main.js'
import { testIo, tryMain, type TestIo } from '../testIo.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What is judged is told after it was passed on. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 18_000 })

interface Standing {
  readonly io: TestIo
  /** Stands for the target. */
  readonly url: string
  /** Ctrl-C. */
  readonly end: () => Promise<number>
  readonly report: () => Report
}

async function proxied(faults: readonly string[], ...argv: string[]): Promise<Standing> {
  const reference = await startReference({ faults })
  closing.push(() => reference.close())
  const io = testIo()
  const profile = specFile('transfers/profiles/reference.yaml')
  const given = ['--profile', profile, '--target', reference.url, '--listen', '0', '--out', 'out', ...argv]
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
    // Its schema is held elsewhere.
    report: () => JSON.parse(readFileSync(join(io.cwd, 'out', 'report.json'), 'utf8')) as Report,
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

test('a whole run by way of the proxy conforms, and so does what passed', async () => {
  const { io, url, end, report } = await proxied([])
  const { exit, out } = await tryMain([
    'run',
    '--profile',
    specFile('transfers/profiles/reference.yaml'),
    '--target',
    url,
    '--out',
    'run',
    '--effort',
    'low',
  ])
  expect(exit, out).toBe(0)
  expect(await end(), io.both()).toBe(0)
  expect(io.out()).not.toContain('SERVER')
  const { verdict, checks, requests } = report()
  expect(verdict).toBe('conforms')
  expect(checks.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(70)
  expect(requests).toBeGreaterThan(300)
  expect((await tryMain(['verify', 'out'], { cwd: io.cwd })).exit).toBe(0)
}, 120_000)

test('a breach of the server is told as it passes and fails the report; one of the client is told apart', async () => {
  const { io, url, end, report } = await proxied(['booking-status-missing-in-get'])
  const { status, json } = await reserve(url)
  expect(status).toBe(200)
  const got = await fetch(`${url}/bookings/${json.uuid ?? ''}`, { headers })
  expect(got.status).toBe(200)
  expect(Object.keys((await got.json()) as object)).not.toContain('status')
  await soon(() => expect(io.out()).toMatch(/SERVER {2}booking\.field-status \[2\.5\/status\]: .* at \/status/))
  expect(io.out()).not.toContain('CLIENT')
  // The server refuses it, as it must.
  expect((await reserve(url, { expirationMinutes: 500 })).status).toBe(400)
  await soon(() =>
    expect(io.out()).toMatch(/CLIENT {2}body:\/expirationMinutes {2}8\/\S+ {2}Expected .*200.* but received 500/),
  )
  expect(await end(), io.both()).toBe(1)
  const { verdict, checks, problems } = report()
  expect(verdict).toBe('fails')
  expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual(['booking.field-status'])
  expect(problems.join('\n')).toMatch(/the client asked for what the documents rule out: .*500/)
})

test('what a client asks of a booking that it was shown in another state is its own breach', async () => {
  const { io, url, end, report } = await proxied([])
  const { json } = await reserve(url)
  const path = `/bookings/${json.uuid ?? ''}`
  expect((await send(url, `${path}/cancel`, {})).status).toBe(200)
  expect((await send(url, `${path}/extend`, { expirationMinutes: 30 })).status).toBe(400)
  await soon(() =>
    expect(io.out()).toMatch(
      /CLIENT {2}7\/extend-cancelled-refused {2}extend of booking \S+, which was shown with status CANCELLED/,
    ),
  )
  expect(await end()).toBe(0)
  expect(report().verdict).toBe('conforms')
  expect(report().lifecycle).toContainEqual({ from: 'CANCELLED', trigger: 'extend', to: null, times: 1 })
})

test('enforcing, an answer that breaks a clause comes to the client as 502 with the finding', async () => {
  const { url, end } = await proxied(['booking-status-missing-in-get'], '--enforce', '--quiet')
  const { status, json } = await reserve(url)
  expect(status).toBe(200)
  const got = await fetch(`${url}/bookings/${json.uuid ?? ''}`, { headers })
  expect(got.status).toBe(502)
  expect(((await got.json()) as Reply).errorMessage).toMatch(/^booking\.field-status \[2\.5\/status\]: /)
  expect(await end()).toBe(1)
})

/**
 * With what `report.html` has compressed laid open: a secret in there would not be found, and four letters of base64 may be those of one
 * by chance.
 */
function unpacked(text: string): string {
  return text.replaceAll(/(?<=<template class="bodies">)[A-Za-z0-9+/]+=*(?=<)/g, (packed) =>
    inflateRawSync(Buffer.from(packed, 'base64')).toString(),
  )
}

test('no token that a client sends is kept, and nobody comes back to the bookings of customers', async () => {
  const token = 'Bearer cUsToMeR-token-0123456789'
  const { io, url, end } = await proxied([], '--verbose')
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
  expect(await end()).toBe(0)
  const folder = join(io.cwd, 'out')
  const files = readdirSync(folder)
  expect(files).toContain('exchanges.ndjson')
  for (const name of files) {
    const file = readFileSync(join(folder, name), 'utf8')
    const text = unpacked(file)
    if (name === 'report.html') expect(text).not.toBe(file)
    expect(text).not.toContain('cUsToMeR')
    expect(text).not.toContain('another-token')
    const kept = [basic, 'pAsSwOrD', 'sEsSiOn', 'qUeRy', 'bOdY'].filter((secret) => text.includes(secret))
    expect(kept, name).toEqual([])
    expect(text).not.toContain('reference-token-a')
  }
  expect(io.both()).not.toMatch(/cUsToMeR|another-token|reference-token/)
  const cleanup = await tryMain(['resume', 'out', '--cancel'], { cwd: io.cwd })
  expect(cleanup.exit).toBe(2)
  expect(cleanup.err).toContain('OCTOSPEC_UNPROVEN')
})

test('a proxy that would send to itself is wrong use, and one that others can reach says so', async () => {
  const file = specFile('transfers/profiles/reference.yaml')
  const argv = ['proxy', '--profile', file, '--target', 'http://localhost:4020', '--out', 'out']
  const { exit, err } = await tryMain(argv)
  expect([exit, err]).toEqual([2, expect.stringContaining('requests would go round for ever')])
  const open = await proxied([], '--host', '0.0.0.0', '--quiet')
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
  const profile = specFile('transfers/profiles/reference.yaml')
  const { exit, err } = await tryMain([
    'proxy',
    '--profile',
    profile,
    '--listen',
    new URL(first.url).port,
    '--out',
    'out',
  ])
  expect(exit).toBe(2)
  expect(err).toMatch(
    /OCTOSPEC_PORT: 127\.0\.0\.1:\d+ is in use by another program\n[^]*choose another port with --listen/,
  )
  await first.end()
})

test('a recording of a browser or proxy is validated by the same checks, with the profile of its target', async () => {
  const { io, url, end } = await proxied(['booking-status-missing-in-get'], '--report', 'har')
  const { json } = await reserve(url)
  await fetch(`${url}/bookings/${json.uuid ?? ''}`, { headers })
  await reserve(url, { expirationMinutes: 7 })
  await end()
  const target = /for (\S+):/.exec(io.out())?.[1] ?? ''
  io.file(
    'p.yaml',
    readFileSync(specFile('transfers/profiles/reference.yaml'), 'utf8').replace('http://127.0.0.1:4010', target),
  )
  const { exit, out } = await tryMain(['validate', '--profile', 'p.yaml', 'out/exchanges.har'], { cwd: io.cwd })
  expect(exit, out).toBe(1)
  expect(out).toMatch(/FAIL {2}out\/exchanges\.har, entry \d+ {2}\/status {2}2\.5\/status\n/)
  expect(out).toMatch(/CLIENT {2}out\/exchanges\.har, entry \d+ {2}body:\/expirationMinutes/)
  expect(out).toMatch(/: 5 exchanges: 1 finding of the server; 1 request of the client that the documents rule out\n$/)
})
