import { expect, test } from 'vitest'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { hostileTexts } from '../report/hostile.test.data.js'
import { forwardTo, startAnswering, type Answering } from './answering.test.data.js'
import { everyOutput } from './everyOutput.test.data.js'

/** A service whose bookings have hostile texts in every place, each in its turn, and whose refusals are no UTF-8. */
function hostile(answer: Answering): Answering {
  let turn = 0
  return async (request, body) => {
    const plain = await answer(request, body)
    if (plain.status >= 400)
      return { ...plain, body: Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x28, 0x1b, 0x5b, 0x32, 0x4a]) }
    if (!(request.url ?? '').startsWith('/bookings')) return plain
    const booking: unknown = JSON.parse(plain.body.toString())
    turn += 1
    const text = hostileTexts[turn % hostileTexts.length]?.slice(0, 500_000) ?? ''
    const spoiled = {
      status: text,
      notes: text,
      cancellable: text,
      expirationMinutes: text,
      pricing: text,
      [text.slice(0, 200)]: text,
    }
    // Header values are what HTTP lets through.
    const header = text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 1000)
    const headers = { ...plain.headers, 'x-hostile': header }
    const spoil = (each: unknown): unknown => ({ ...Object(each), ...spoiled })
    // A list that is none would be the profile's matter: its items are the bookings.
    return { ...plain, headers, body: JSON.stringify(Array.isArray(booking) ? booking.map(spoil) : spoil(booking)) }
  }
}

const profile = (
  url: string,
): string => `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`

// oxlint-disable-next-line no-control-regex
const active =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u3164\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/u

test('a target with hostile texts everywhere gets nothing active into any file or onto the screen', async () => {
  const reference = await startReference()
  const server = await startAnswering(hostile(forwardTo(reference.url)))
  try {
    const { exit, texts } = await everyOutput(profile(server.url), {}, ['--only', 'confirm*'])
    expect(exit).toBe(1)
    const screen = texts.get('the screen') ?? ''
    expect(screen).toContain('holds: the report follows')
    expect(screen.split('\n').filter((line) => /^\s*::(?!error |warning )/.test(line) || line.includes('##['))).toEqual(
      [],
    )
    const found = [...texts].flatMap(([name, text]) => {
      const match = active.exec(text)
      return match === null
        ? []
        : [
            `${name}: U+${match[0].charCodeAt(0).toString(16)} after ${JSON.stringify(text.slice(Math.max(0, match.index - 80), match.index))}`,
          ]
    })
    expect(found).toEqual([])
    for (const name of ['report.html', 'report.md', 'junit.xml'])
      expect(texts.get(name)?.replaceAll(/`+ [^\n]* `+/g, '')).not.toMatch(/<script>alert|<img src=x/)
  } finally {
    await server.close()
    await reference.close()
  }
})

/** What no booking has, each in its turn. */
const impossible = [{ utcExpiresAt: '9999-12-31T23:59:59Z' }, { expirationMinutes: 1e308 }, { expirationMinutes: -1 }]

/** A service whose bookings have this in place of what they have. */
function withImpossible(answer: Answering): Answering {
  let turn = 0
  return async (request, body) => {
    const plain = await answer(request, body)
    if (plain.status >= 400 || !(request.url ?? '').startsWith('/bookings')) return plain
    const json: unknown = JSON.parse(plain.body.toString())
    turn += 1
    const spoil = (each: unknown): unknown => ({ ...Object(each), ...impossible[turn % impossible.length] })
    return { ...plain, body: JSON.stringify(Array.isArray(json) ? json.map(spoil) : spoil(json)) }
  }
}

test('bookings with impossible times fail what they break, and are no fault of octospec', async () => {
  const reference = await startReference()
  const server = await startAnswering(withImpossible(forwardTo(reference.url)))
  try {
    const clock = "clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }\n"
    const only = ['reserve.keeps-minutes', 'reserve.holds-as-long-as-asked', 'availability.*']
    const { exit, texts } = await everyOutput(
      profile(server.url) + clock,
      {},
      only.flatMap((id) => ['--only', id]),
    )
    expect(exit).toBe(1)
    for (const shown of [
      '"utcExpiresAt":"9999-12-31T23:59:59Z"',
      '"expirationMinutes":1e+308',
      '"expirationMinutes":-1',
    ])
      expect(texts.get('exchanges.ndjson')).toContain(shown)
    expect(texts.get('report.json')).not.toContain('"outcome": "error"')
  } finally {
    await server.close()
    await reference.close()
  }
})

test('a test clock at the end of all years is said before the run, by run and doctor', async () => {
  const reference = await startReference({ now: () => Date.UTC(9999, 11, 31, 23) })
  try {
    const io = testIo()
    const clock = 'clock: { request: POST /__clock, minutes: body:/advanceMinutes, now: /now }\n'
    io.file('target.yaml', profile(reference.url) + clock)
    for (const command of ['run', 'doctor']) expect(await main([command, '--profile', 'target.yaml'], io)).toBe(2)
    expect(io.both()).toContain('the time of the target is 9999-12-31T23:00:')
  } finally {
    await reference.close()
  }
})
