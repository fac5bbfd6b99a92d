import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { formats } from '../report/formats.js'
import { forwardTo, startAnswering, type PlainAnswer } from './answering.test.data.js'
import { echoing, spellings } from './echoing.test.data.js'
import { everyOutput } from './everyOutput.test.data.js'

/** Forty random characters, and forty of which many need escaping somewhere. */
const secrets = {
  OCTO_TOKEN: randomBytes(30).toString('base64').replaceAll(/[+/]/g, 'x'),
  OCTO_TOKEN_B: randomBytes(20).toString('hex'),
  OCTO_KEY: `${randomBytes(21).toString('base64url')}+/="\\<&%'~a?`,
  OCTO_QUERY: `${randomBytes(24).toString('base64')}&a+b/c=`,
}
const values = Object.values(secrets)

/** One fault in each chapter, with the clause that it breaks. */
const faults = {
  'transfer-id-a-number': '2.1/id',
  'last-option-original-below-retail': '2.4/original-not-below-retail',
  'new-booking-with-notes-is-pending': '4.2/new-booking-on-hold',
  'get-loses-notes': '4.2/notes-kept',
  'list-size-one-too-many': '4.3/list-size-is-maximum',
  'extend-not-saved': '3/extend-persisted-get',
  'cancel-with-reason-refused': '4.3/cancel-with-reason-accepted',
  'get-leaks-to-other-reseller': '5/foreign-get-refused',
  'cancel-needs-no-credentials': '5/no-credentials-cancel-refused',
  'list-shows-hold-after-its-end': '1.3/not-on-hold-after-end-list',
}

function profile(url: string): string {
  return `target:
  url: ${url}
  headers: { Authorization: 'Bearer \${OCTO_TOKEN}', X-Partner: '\${OCTO_KEY}' }
otherReseller:
  headers: { Authorization: 'Bearer \${OCTO_TOKEN_B}', X-Partner: '\${OCTO_KEY}' }
bookable:
  - { as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }
  - { as: late, productId: prod-late, optionId: opt-late, defaultCurrency: EUR }
operations:
  transfers: { body: { note: 'for \${OCTO_KEY}' } }
  availability: { body: { localDateStart: '{today+30}', localDateEnd: '{today+36}' } }
  list: { page: 'query:page', pageSize: 'query:pageSize', query: { apiKey: '\${OCTO_QUERY}' } }
clock: { request: POST /__clock, minutes: body:/advanceMinutes }
redeem: { request: 'POST /__redeem/{id}' }
`
}

/** What of a secret can be found in a text, as it stands and after taking escapes away. */
function leaks(text: string): readonly string[] {
  const unescaped = text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\\(["\\/])/g, '$1')
  const decoded = unescaped.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return values.flatMap((secret) => {
    const needles = [...spellings(secret), ...base64Cores(secret)]
    return needles.filter((needle) => [text, unescaped, decoded].some((each) => each.includes(needle)))
  })
}

/** The part of a base64 text that a secret alone decides, at each of the three places in a group where it may begin. */
function base64Cores(secret: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
      .toString('base64')
      .replaceAll('=', '')
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1)
  })
}

function expectNoLeak(texts: ReadonlyMap<string, string>): void {
  const found = [...texts].flatMap(([name, text]) => leaks(text).map((leak) => `${name}: ${leak}`))
  expect(found).toEqual([])
}

test('the search for secrets finds every spelling of them', () => {
  for (const secret of values)
    for (const spelling of spellings(secret)) expect(leaks(`a ${spelling} b`)).not.toEqual([])
})

test('with failures in every chapter on a server that echoes every secret, none is in any file or on the screen', async () => {
  const reference = await startReference({ faults: Object.keys(faults) })
  const tokens = {
    [`Bearer ${secrets.OCTO_TOKEN}`]: 'Bearer reference-token-a',
    [`Bearer ${secrets.OCTO_TOKEN_B}`]: 'Bearer reference-token-b',
  }
  const server = await startAnswering(echoing(values, forwardTo(reference.url, tokens)))
  try {
    const { exit, texts } = await everyOutput(
      profile(server.url),
      secrets,
      Object.values(faults).flatMap((clause) => ['--only', clause]),
    )
    expect(exit, texts.get('the screen')).toBe(1)
    expect(texts.size).toBeGreaterThan(formats.length + 1)
    const failed = new Set(
      [...(texts.get('junit.xml') ?? '').matchAll(/classname="octospec\.(\w+)"[^>]*>\s*<failure /g)].map(
        (match) => match[1],
      ),
    )
    expect(failed.size).toBeGreaterThan(5)
    expect(texts.get('exchanges.ndjson')).toContain('Bearer ${OCTO_TOKEN}')
    expect(texts.get('exchanges.ndjson')).toContain('[redacted:OCTO_KEY]')
    expect(texts.get('the screen')).toContain('holds: the report follows')
    expectNoLeak(texts)
  } finally {
    await server.close()
    await reference.close()
  }
})

test.each<[string, PlainAnswer]>([
  ['nonsense', { status: 200, headers: {}, body: '{"id":1}' }],
  ['a refusal', { status: 401, headers: { 'www-authenticate': values.join(', ') }, body: '{"error":"UNAUTHORIZED"}' }],
  ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' }],
])('a server that answers %s with every secret in it leaks none', async (_, answer) => {
  const server = await startAnswering(echoing(values, async () => answer))
  try {
    const { texts } = await everyOutput(profile(server.url), secrets, ['--only', 'reserve*', '--only', 'list*'])
    expect(texts.get('the screen')).not.toBe('')
    expectNoLeak(texts)
  } finally {
    await server.close()
  }
})
