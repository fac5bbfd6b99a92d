import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startReference } from '../../../suites/transfers/reference/startReference.js'
import { specFile } from '../../contract/specFile.js'
import { main } from '../main.js'
import { testIo, tryMain } from '../testIo.test.data.js'

const pricing = { original: 1200, retail: 1000, net: 800, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] }

test('a good payload ends with 0, from a file as from standard input', async () => {
  const text = JSON.stringify(pricing)
  const fromFile = await tryMain(['validate', 'p.json', '--as', 'pricing'], { files: { 'p.json': text } })
  expect(fromFile).toMatchObject({ exit: 0, err: '', out: 'p.json is a pricing as the documents describe it\n' })
  const fromStdin = await tryMain(['validate', '-', '--as', 'pricing'], { stdin: text })
  expect(fromStdin).toMatchObject({ exit: 0, out: 'standard input is a pricing as the documents describe it\n' })
})

test('a bad payload ends with 1 and names pointer and clause, with hostile text made harmless', async () => {
  const stdin = JSON.stringify({ ...pricing, net: '8\u001b[2J', retail: 1300 })
  const { exit, out } = await tryMain(['validate', '-', '--as', 'pricing'], { stdin })
  expect(exit).toBe(1)
  expect(out).toContain('/net  2.4/')
  expect(out).toContain('2.4/original-not-below-retail')
  expect(out).not.toContain('\u001b')
})

test('without pricing a transfer option needs none', async () => {
  const stdin = '{}'
  const withPricing = await tryMain(['validate', '-', '--as', 'option'], { stdin })
  const without = await tryMain(['validate', '-', '--as', 'option', '--no-pricing'], { stdin })
  expect(withPricing.out).toContain('/pricing  ')
  expect(without.out).not.toContain('/pricing  ')
  expect(without.exit).toBe(1)
})

test('what is no JSON, no UTF-8 or no file ends with 2', async () => {
  const broken = await tryMain(['validate', '-', '--as', 'pricing'], { stdin: '{\n  "a": nope\n}' })
  expect(broken.err).toContain('error OCTOSPEC_NOT_JSON: standard input:1: Unexpected token')
  expect(broken.exit).toBe(2)
  const missing = await tryMain(['validate', 'none.json', '--as', 'pricing'])
  expect(missing.err).toContain('error OCTOSPEC_FILE: none.json cannot be read: there is no such file')
  expect(missing.exit).toBe(2)
})

test('what never ends is refused in time', async () => {
  const endless = await tryMain(['validate', '/dev/zero', '--as', 'pricing'])
  expect(endless.err).toContain('error OCTOSPEC_FILE: /dev/zero cannot be read: it is no plain file')
  expect(endless.exit).toBe(2)
})

test('a text of many lines is refused when it is more than is read, as one line is', async () => {
  const line = `${' '.repeat(1024 * 1024)}\n`
  let given = 0
  const stdin = (async function* () {
    yield '{\n'
    for (; given < 260; given += 1) yield line
  })()
  const io = testIo()
  expect(await main(['validate', '-', '--as', 'pricing'], { ...io, stdin })).toBe(2)
  expect(io.err()).toContain('error OCTOSPEC_FILE: standard input holds a JSON text of more than 256 MiB')
  expect(given).toBe(255)
})

const booking = { status: 'ON_HOLD', cancellable: true, expirationMinutes: 25, pricing }

test('an availability of public OCTO is no booking, and a booking that is no hold needs no hold time', async () => {
  const availability = { id: '2027-01-01T09:00Z', available: true, status: 'AVAILABLE', vacancies: 9, pricing }
  const files = { 'free.json': JSON.stringify([availability]) }
  expect(await tryMain(['validate', 'free.json'], { files })).toMatchObject({
    out: expect.not.stringContaining('FAIL'),
  })
  const over = ['CONFIRMED', 'EXPIRED'].map((status) => ({ uuid: 'u', status, cancellable: true, pricing }))
  const stdin = JSON.stringify(over)
  expect(await tryMain(['validate', '-'], { stdin })).toMatchObject({ exit: 0 })
  const held = JSON.stringify([{ uuid: 'u', status: 'ON_HOLD', cancellable: true, pricing }])
  expect(await tryMain(['validate', '-'], { stdin: held })).toMatchObject({ exit: 1 })
})

test('the kind is recognised, and each finding stands at its line and column', async () => {
  const text = `[\n  ${JSON.stringify(booking)},\n  ${JSON.stringify({ ...booking, expirationMinutes: 250 })}\n]`
  const { exit, out } = await tryMain(['validate', 'list.json'], { files: { 'list.json': text } })
  const column = (text.split('\n')[2] ?? '').indexOf('250') + 1
  expect(out).toContain(`FAIL  list.json:3:${column}  /1/expirationMinutes  `)
  expect(out).toContain('list.json: 2 booking: 1 place is not as the documents describe them\n')
  expect(exit).toBe(1)
  const one = await tryMain(['validate', '-'], { stdin: JSON.stringify(booking) })
  expect(one).toMatchObject({ exit: 0, out: 'standard input is a booking as the documents describe it\n' })
})

test('NDJSON is judged line by line, from files and standard input at once', async () => {
  const lines = [booking, pricing, { ...pricing, net: 'x' }, { hello: 'world' }].map((each) => JSON.stringify(each))
  const files = { 'a.ndjson': `\n${lines.join('\n')}\n`, 'b.json': JSON.stringify(pricing, null, 2) }
  const { exit, out } = await tryMain(['validate', 'a.ndjson', '-', 'b.json'], { files, stdin: lines.join('\r\n') })
  expect(exit).toBe(1)
  expect(out).toMatch(/^FAIL {2}a\.ndjson:4:\d+ {2}\/net {2}/m)
  expect(out).toMatch(/^FAIL {2}standard input:3:\d+ {2}\/net {2}/m)
  expect(out).toMatch(/^a\.ndjson: 1 booking, 2 pricing: 1 place is .*; 1 of no kind that is known$/m)
  expect(out).toContain('b.json is a pricing as the documents describe it\n')
})

test('a line of NDJSON that is no JSON is named', async () => {
  const { exit, err } = await tryMain(['validate', '-'], { stdin: `${JSON.stringify(booking)}\n{}\n{"a":\n` })
  expect(err).toContain('error OCTOSPEC_NOT_JSON: standard input:3: ')
  expect(exit).toBe(2)
})

test('of a HAR the JSON successes are judged, as the capability was asked for', async () => {
  const { pricing: _, ...plain } = booking
  const entry = (body: unknown, status = 200, headers: object[] = [], encoding?: string): object => ({
    request: { method: 'GET', url: 'https://x.example/bookings', headers },
    response: {
      status,
      content: encoding
        ? { encoding, text: Buffer.from(JSON.stringify(body)).toString('base64') }
        : { text: typeof body === 'string' ? body : JSON.stringify(body) },
    },
  })
  const asked = [{ name: 'OCTO-Capabilities', value: 'octo/other, octo/pricing' }]
  const entries = [
    entry(plain),
    entry({ data: [booking, plain] }, 200, asked, 'base64'),
    entry({ ...booking, status: 7 }, 400, asked),
    entry('<html>', 200),
  ]
  const files = { 'x.har': JSON.stringify({ log: { entries } }, null, 1) }
  const { exit, out } = await tryMain(['validate', 'x.har'], { files })
  expect(out.match(/^FAIL.*$/gm)).toEqual([
    expect.stringMatching(/^FAIL {2}x\.har, entry 1 \(GET https:\/\/x\.example\/bookings\) {2}\/data\/1\/pricing {2}/),
  ])
  expect(out).toContain('x.har: 3 booking: 1 place is')
  expect(exit).toBe(1)
})

test('of a HAR nothing is judged at a path that the contract does not have, unless it is said what it is', async () => {
  const { pricing: _, ...plain } = booking
  const headers = [{ name: 'OCTO-Capabilities', value: 'octo/pricing' }]
  const entry = (path: string, body: unknown): object => ({
    request: { method: 'POST', url: `https://x.example/v1${path}`, headers },
    response: { status: 200, content: { text: JSON.stringify(body) } },
  })
  const entries = [entry('/__redeem/b-1', plain), entry('/bookings/b-1/confirm?lang=en', booking)]
  const files = { 'x.har': JSON.stringify({ log: { entries } }) }
  const { exit, out } = await tryMain(['validate', 'x.har'], { files })
  expect(out).toBe('x.har is a booking as the documents describe it; 1 of no kind that is known\n')
  expect(exit).toBe(0)
  const said = await tryMain(['validate', '--as', 'booking', 'x.har'], { files })
  expect(said.out).toContain('entry 0 (POST https://x.example/v1/__redeem/b-1)  /pricing  2.5/pricing')
  expect(said.exit).toBe(1)
})

test('of a recording at paths of its own it asks for the profile that has them', async () => {
  const entry = {
    request: { method: 'POST', url: 'https://x.example/v1/reservations', headers: [] },
    response: { status: 200, content: { text: JSON.stringify(booking) } },
  }
  const { exit, err } = await tryMain(['validate', 'x.har'], {
    files: { 'x.har': JSON.stringify({ log: { entries: [entry] } }) },
  })
  expect(err).toContain("give --profile FILE, which knows the target's own paths, or --as")
  expect(exit).toBe(2)
})

test('the HAR of a run on a server that conforms is as the documents describe', async () => {
  const { io } = await tryMain(['run', '--reference', '--only', 'reserve.*', '--out', 'out', '--report', 'har'])
  const { exit, out } = await tryMain(['validate', 'out/exchanges.har'], { cwd: io.cwd })
  expect(out).toMatch(/\d+ booking.*: all as the documents describe/)
  expect(exit).toBe(0)
})

test('what is of no kind that is known is no success', async () => {
  const { exit, err, out } = await tryMain(['validate', '-'], { stdin: '{"hello":"world"}' })
  expect(out).toBe('standard input: nothing to judge: 1 of no kind that is known\n')
  expect(err).toContain('nothing in - is of a kind that can be recognised')
  expect(exit).toBe(2)
})

test('a finding of a recording that tells of another exchange names its entry', async () => {
  const entry = (second: number, method: string, body: object | undefined, answer: object): object => ({
    startedDateTime: `2026-11-23T10:00:0${second}Z`,
    time: 1,
    request: {
      method,
      url: 'http://127.0.0.1:4010/bookings/b-1',
      headers: [{ name: 'octo-capabilities', value: 'octo/pricing' }],
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: JSON.stringify(answer) },
    },
  })
  const ended = { ...booking, id: 'b-1', cancellable: false }
  // As an export has them that was sorted by something else.
  const entries = [entry(2, 'PATCH', { notes: 'n' }, ended), entry(1, 'GET', undefined, ended)]
  const files = { 'x.har': JSON.stringify({ log: { entries } }) }
  const profile = specFile('transfers/profiles/reference.yaml')
  const { out } = await tryMain(['validate', '--profile', profile, 'x.har'], { files })
  expect(out).toMatch(/^CLIENT {2}x\.har, entry 0 {2}7\/update-not-cancellable-refused\n.*; request 1 is entry 1$/m)
})

test('with a profile each line of NDJSON is judged, recordings among them, and all count', async () => {
  const har = (body: object): string => {
    const request = {
      method: 'GET',
      url: 'http://127.0.0.1:4010/bookings/b-1',
      headers: [{ name: 'octo-capabilities', value: 'octo/pricing' }],
    }
    const headers = [{ name: 'content-type', value: 'application/json' }]
    const response = { status: 200, headers, content: { text: JSON.stringify(body) } }
    const entries = [{ startedDateTime: '2026-11-23T10:00:00Z', time: 1, request, response }]
    return JSON.stringify({ log: { entries } })
  }
  const whole = { ...booking, id: 'b-1', uuid: 'b-1' }
  const files = {
    'mix.ndjson': [JSON.stringify({ ...booking, expirationMinutes: 250 }), har(whole), '{"hello":"world"}'].join('\n'),
    'two.ndjson': [har(whole), har({ ...whole, cancellable: 'no' })].join('\n'),
    'strange.ndjson': [har(whole), '{"hello":"world"}'].join('\n'),
  }
  const profile = specFile('transfers/profiles/reference.yaml')
  const validate = (file: string): ReturnType<typeof tryMain> =>
    tryMain(['validate', '--profile', profile, file], { files })
  const mix = await validate('mix.ndjson')
  expect(mix.out).toMatch(/^mix\.ndjson: 1 exchange: .*\nmix\.ndjson: 1 place is .*; 1 of no kind that is known$/m)
  expect(mix.exit).toBe(1)
  const two = await validate('two.ndjson')
  expect(two.out).toMatch(/^FAIL {2}two\.ndjson, entry 0 {2}\/cancellable /m)
  expect(two.out.match(/^two\.ndjson: 1 exchange: /gm)).toHaveLength(2)
  expect(two.exit).toBe(1)
  const strange = await validate('strange.ndjson')
  expect(strange.out).toMatch(/^strange\.ndjson: 1 exchange: .*\nstrange\.ndjson: nothing to judge: 1 of no kind/m)
  expect(strange.exit).toBe(0)
})

test('the HAR of a run on a server whose clock earlier runs moved on has no finding of the server', async () => {
  const reference = await startReference({})
  try {
    const headers = { Authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }
    const body = JSON.stringify({ advanceMinutes: 6 * 24 * 60 })
    expect((await fetch(`${reference.url}/__clock`, { method: 'POST', headers, body })).status).toBe(200)
    const text = readFileSync(specFile('transfers/profiles/reference.yaml'), 'utf8')
    const files = { 'h.yaml': text.replace('http://127.0.0.1:4010', reference.url) }
    const ran = await tryMain(['run', '--profile', 'h.yaml', '--out', 'out', '--report', 'har'], { files })
    expect(ran.exit).toBe(0)
    const { out, exit } = await tryMain(['validate', '--profile', 'h.yaml', 'out/exchanges.har'], { cwd: ran.io.cwd })
    expect(out.match(/^(?:FAIL|WARN).*$/gm)).toBeNull()
    expect(out).toMatch(/: \d{3} exchanges: 0 findings of the server/)
    expect(exit).toBe(0)
  } finally {
    await reference.close()
  }
})
