import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import type { Json } from './profile.js'
import { ProfileError } from './profileError.js'
import { readProfile } from './readProfile.js'
import { cwd, now, minimal, read, problems } from './readProfile.test.data.js'

test('every error is reported at once, in the order of the file', async () => {
  expect(
    await problems(`target:
  url: ftp://x
  enviroment: live
bookable:
  - { as: standard, productId: 1, optionId: o }
operations:
  list: { pagesize: query:x }
`),
  ).toEqual([
    `2:8: target.url: expected an http:// or https:// URL but found "ftp://x"`,
    `3:3: target.enviroment: expected one of the keys url, environment, hosts, headers, query, token, requestHeader, tls but found 'enviroment'; did you mean 'environment'?`,
    `5:32: bookable.0.productId: expected a text (in quotes) but found the number 1`,
    expect.stringMatching(/^7:11: operations\.list\.pagesize: .* found 'pagesize'; did you mean 'pageSize'\?$/),
  ])
})

test('each problem is one line, whatever the name of a key is: a log may obey what begins one', async () => {
  const [said, ...more] = await problems(`target: { url: 'http://x' }
bookable: [{ as: standard, productId: p, optionId: o }]
"x\\n::stop-commands::y\\x1b[2J": 1
`)
  expect(more).toEqual([])
  expect(said).toContain('3:1: x\\u000a::stop-commands::y\\u001b[2J: expected one of the keys')
  expect(said).not.toContain('\n')
})

const after = (line: string, message: string | RegExp): [string, string | RegExp] => [line, message]

test.each([
  after(
    'hold: { graceSecond: 5 }',
    `5:9: hold.graceSecond: expected the key 'graceSeconds' but found 'graceSecond'; did you mean 'graceSeconds'?`,
  ),
  after('hold: 5', '5:7: hold: expected a map but found the number 5'),
  after('hold: { graceSeconds: -1 }', '5:23: hold.graceSeconds: expected 0 or more but found the number -1'),
  after('limits: { concurrency: 1.5 }', '5:24: limits.concurrency: expected a whole number but found the number 1.5'),
  after('limits: { timeoutSeconds: 0 }', '5:27: limits.timeoutSeconds: expected more than 0 but found the number 0'),
  after('limits: { concurrency: 999 }', '5:24: limits.concurrency: expected 256 or less but found the number 999'),
  after('availability: { exclusive: "yes" }', '5:28: availability.exclusive: expected true or false but found "yes"'),
  after(
    'clock: { request: POST /c }',
    '5:1: clock.minutes: expected this key, or clock.seconds, or clock.at but found nothing',
  ),
  after(
    'clock:\n  request: POST /c\n  minutes: body/m',
    `7:12: clock.minutes: expected a place such as 'body:/x', 'query:x' or 'header:X' but found "body/m"`,
  ),
  after(
    'redeem: { request: POST /r }',
    `5:20: redeem.request: expected '{id}' in the path, where the booking id goes, or id: 'body:/...' beside it but found "POST /r"`,
  ),
  after(
    'operations:\n  get: { request: "GET /bookings/:uuid" }',
    `6:19: operations.get.request: expected '{id}' as the only placeholder but found "GET /bookings/:uuid"`,
  ),
  after(
    'operations:\n  get: { request: "GTE bookings/{id}" }',
    `6:19: operations.get.request: expected a method and a path such as 'POST /x/{id}' but found "GTE bookings/{id}"`,
  ),
  after(
    'operations:\n  list: { request: "GET /b?all=1" }',
    `6:20: operations.list.request: expected a path alone, with its parameters under 'query' but found "GET /b?all=1"`,
  ),
  after(
    'operations:\n  reserve: { request: "POST /b/{id}" }',
    `6:23: operations.reserve.request: expected a path without {id}: there is no booking yet but found "POST /b/{id}"`,
  ),
  after(
    'operations:\n  reserve: { notes: bdy:/notes }',
    `6:21: operations.reserve.notes: expected a place such as 'body:/x', 'query:x' or 'header:X' but found "bdy:/notes"`,
  ),
  after('operations:\n  reserve: { notes: "header:A B" }', /^6:21: operations\.reserve\.notes: /),
  after('operations:\n  confrim: null', /^6:3: operations\.confrim: .*; did you mean 'confirm'\?$/),
  after(
    'operations:\n  list: { items: data.list }',
    `6:18: operations.list.items: expected a JSON Pointer such as '/data/items' but found "data.list"`,
  ),
  after(
    'operations:\n  availability: { availabilityId: [/a, b] }',
    `6:40: operations.availability.availabilityId.1: expected a JSON Pointer such as '/data/items' but found "b"`,
  ),
  after(
    'operations:\n  availability: { availabilityId: [] }',
    /^6:19: operations\.availability\.availabilityId: expected at least one item/,
  ),
  after(
    'operations:\n  transfers: { routes: [{ day: "{today+60..30}" }] }',
    `6:32: operations.transfers.routes.0.day: expected a range of 1 to 400 days, such as '{today+30..60}' but found '{today+60..30}'`,
  ),
  after(
    'operations:\n  availability: { body: { day: "{today+30..60}" } }',
    /^6:32: operations\.availability\.body\.day: expected a date such as /,
  ),
  after(
    'operations:\n  availability: { body: { a: [{ b: "{today + 30}" }] } }',
    `6:36: operations.availability.body.a.0.b: expected a date such as '{today+30}' or '{now+90m}' but found '{today + 30}'`,
  ),
  after(
    'operations:\n  availability: { body: { a: "{today+99999999}" } }',
    /^6:30: operations\.availability\.body\.a: expected a date/,
  ),
  after(
    'operations:\n  list: { headers: { "X Y": a } }',
    `6:22: operations.list.headers.X Y: expected the name of a header that octospec may set but found "X Y"`,
  ),
  after(
    'operations:\n  list: { headers: { X: "a\\nb" } }',
    '6:25: operations.list.headers.X: expected a header value without line breaks and control characters but found a value with such characters',
  ),
  after(
    'operations:\n  list: { headers: { X: 2 } }',
    '6:25: operations.list.headers.X: expected a text (in quotes) but found the number 2',
  ),
  after('booking: { id: uuid }', `5:16: booking.id: expected a JSON Pointer such as '/data/items' but found "uuid"`),
  after('booking: { id: null }', '5:16: booking.id: expected a text but found null'),
  after('booking: { notes: /a~2 }', /^5:19: booking\.notes: expected a JSON Pointer/),
  after(
    'refusal: { statuses: [4xx, nope] }',
    `5:28: refusal.statuses.1: expected a status such as '4xx' or '409' but found "nope"`,
  ),
  after(
    'waive:\n  - { check: c, reason: r, until: 2027-02-30 }',
    '6:35: waive.0.until: expected a day as YYYY-MM-DD but found "2027-02-30"',
  ),
  after('waive:\n  - { check: c, reason: "" }', '6:5: waive.0.until: expected this key but found nothing'),
  after('redact: { pointers: [card] }', /^5:22: redact\.pointers\.0: expected a JSON Pointer/),
  after('bookable2: null', /did you mean 'bookable'\?$/),
  after('colck: null', /^5:1: colck: .*did you mean 'clock'\?$/),
  after(
    'otherReseller: { headers: { A: "${NOPE}" } }',
    '5:33: otherReseller.headers.A: expected the environment variable NOPE to be set but found that it is not',
  ),
  after(
    'otherReseller: { headers: { A: "x ${OCTO_TOKN}" } }',
    '5:35: otherReseller.headers.A: expected the environment variable OCTO_TOKN to be set but found that it is not',
  ),
  after(
    'otherReseller: { headers: { A: "${A:-b}" } }',
    "5:33: otherReseller.headers.A: expected the name of a variable as in '${NAME}' ($${ stands for ${ itself) but found '${A:-b}'",
  ),
  after(
    'hold: { graceSeconds: 1 }\nhold: { graceSeconds: 2 }',
    "6:1: hold: expected each key once but found 'hold' a second time",
  ),
  after(
    'waive:\n  - { check: c, reason: "", until: 2027-01-01 }',
    '6:25: waive.0.reason: expected a text that is not empty but found ""',
  ),
  after('hold: { graceSeconds: .inf }', /^\d+:\d+: expected plain values but found infinity, which is no number/i),
  after('hold: !env X', /^5:7: expected valid YAML but found unresolved tag: !env$/),
  after('hold: *x', /^5:7: expected plain values but found unresolved alias/),
  after('---\na: 1', '5:1: expected valid YAML but found a second document (---)'),
  after('hold: [1,\nb: 2', /^6:1: expected valid YAML but found flow sequence/),
])('%s is refused with its place', async (text, message) => {
  const found = await problems(`${minimal}${text}\n`, { env: { OCTO_TOKEN: 'x' } })
  expect(found[0]?.trim()).toMatch(message instanceof RegExp ? message : /^/)
  if (typeof message === 'string') expect(found[0]?.trim()).toBe(message)
})

test.each([
  ['', '1:1: expected a map'],
  ['- a', '1:1: expected a map'],
  ['bookable: [{ as: standard, productId: p, optionId: o }]', '1:1: target.url: expected this key but found nothing'],
  ['target: { url: http://h }', '1:1: bookable: expected this key but found nothing'],
  [
    'target:\n  headers: {}\nbookable: [{ as: standard, productId: p, optionId: o }]',
    '1:1: target.url: expected this key',
  ],
])('a file without what every profile needs is refused: %j', async (text, message) => {
  expect((await problems(text))[0]).toContain(message)
})

test.each([
  ['liv', `expected 'sandbox' or 'live' but found "liv"; did you mean 'live'?`],
  ['production', `expected 'sandbox' or 'live' but found "production"`],
  ['5', `found the number 5`],
])('an environment %s is none', async (environment, message) => {
  const [problem] = await problems(minimal.replace('/octo', `/octo\n  environment: ${environment}`))
  expect(problem?.endsWith(message)).toBe(true)
})

test('aliases that multiply without end are refused', async () => {
  const levels = 'bcdefghij'.split('').map((name, index) => {
    const under = `*${'abcdefghij'[index]}`
    return `${name}: &${name} [${Array.from({ length: 9 }, () => under).join(', ')}]`
  })
  const [problem] = await problems(`a: &a [x]\n${levels.join('\n')}\n`)
  expect(problem).toContain('more aliases than any profile needs')
})

test('an alias of itself is refused', async () => {
  expect((await problems(`${minimal}hold: &h { graceSeconds: *h }`))[0]).toContain('a circle of aliases')
})

test('the value of a variable is never shown', async () => {
  const env = { TOKEN: 'hunter2-hunter2', BAD: 'line\nbreak' }
  const found = await problems(
    `target: { url: "\${TOKEN}", environment: "\${TOKEN}", headers: { A: "\${BAD}", B: "\${TOKEN}\\n" } }
bookable: [{ as: standard, productId: p, optionId: o }]
operations: { get: { request: "GET \${TOKEN}" }, reserve: { notes: "\${TOKEN}" , body: { a: "{today + \${TOKEN}}" } } }
booking: { id: "\${TOKEN}" }
hold: { graceSeconds: "hunter2-hunter2" }
`,
    { env },
  )
  expect(found).toHaveLength(9)
  expect(found.join('\n')).not.toMatch(/hunter2|break\b.*line\n/)
  expect(found[0]).toBe('1:16: target.url: expected an http:// or https:// URL but found "${TOKEN}"')
  expect(found.at(-1)).toBe('5:23: hold.graceSeconds: expected a number but found "${TOKEN}"')
})

test('what a variable makes of target.hosts is not named, and headers as one text are not shown', async () => {
  const [hosts, ...more] = await problems(
    minimal.replace('url: https://x.example/octo', 'url: https://x.example/octo\n  hosts: ["${TOKEN}", b.example]'),
    { env: { TOKEN: 'hunter2-hunter2' } },
  )
  expect(hosts).toContain('expected a host that target.hosts names (${TOKEN}, b.example)')
  expect(more).toEqual([])
  const [headers] = await problems(`${minimal}otherReseller: { headers: "Authorization: Bearer my-secret" }`)
  expect(headers).toContain('but found a text')
})

test.each([
  ['https://user:pass@h.example/', 'a URL without credentials'],
  ['https://h.example/?key=secret', 'a URL without query'],
  ['https://h.example/#a', 'a URL without query'],
  ['//h.example', 'an http:// or https:// URL'],
  ['http:h.example', 'an http:// or https:// URL'],
])('the URL %s is refused, and what may be secret in it is not shown', async (url, message) => {
  const [problem] = await problems(minimal.replace('https://x.example/octo', `"${url}"`))
  expect(problem).toContain(`2:8: target.url: expected ${message}`)
  expect(problem).not.toMatch(/pass@|secret/)
})

test.each([
  ['nowhere.yaml', 'nowhere.yaml: expected a YAML file that can be read but found no such file'],
  ['.', '.: expected a YAML file that can be read but found that it is a folder'],
  ['bytes.yaml', 'bytes.yaml: expected a YAML file that can be read but found bytes that are not UTF-8'],
])('a file that cannot be read is refused: %s', async (file, message) => {
  writeFileSync(join(cwd, 'bytes.yaml'), Uint8Array.of(0x61, 0xff, 0x62))
  writeFileSync(join(cwd, 'supplier.yaml'), minimal)
  const error: unknown = await readProfile({ keys, file, env: {}, now, cwd }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProfileError)
  expect(String(error)).toBe(`ProfileError: ${message}`)
})

test('a profile error is plain data with a code and no stack trace', async () => {
  const error: unknown = await read('a: 1').catch((thrown: unknown) => thrown)
  if (!(error instanceof ProfileError)) throw new Error('expected a ProfileError')
  expect(error.code).toBe('OCTOSPEC_PROFILE')
  expect(error.stack).not.toMatch(/\n\s+at /)
  // A problem is JSON by its type, but for the missing index signature.
  expect(JSON.parse(JSON.stringify(error.problems)) as Json).toEqual(error.problems)
})

test('keys that an object inherits are unknown keys like others', async () => {
  const found = await problems(`${minimal}__proto__: { a: 1 }\nconstructor: 1\n`)
  expect(found.map((line) => line.split(':').slice(0, 3).join(':'))).toEqual(['5:1: __proto__', '6:1: constructor'])
})

test('an entry that may be there once is there once, and what must be booked is named', async () => {
  const list = (...words: readonly string[]): string =>
    `target: { url: http://h }\nbookable:\n${words.map((as, at) => `  - { as: ${as}, productId: p${at}, optionId: o }\n`).join('')}`
  expect(await problems(list('standard', 'late', 'late', 'other', 'other', 'soldOut', 'soldOut', 'standard'))).toEqual([
    `9:11: bookable.6.as: expected soldOut once but found it a second time`,
    `10:11: bookable.7.as: expected standard once but found it a second time`,
  ])
  expect(await problems(list('late'))).toEqual(['2:1: bookable: expected an entry with as: standard but found none'])
  expect(await problems(list('standard', 'sold-out'))).toEqual([
    expect.stringMatching(
      /^4:11: bookable\.1\.as: expected 'standard' or .* found "sold-out"; did you mean 'soldOut'\?$/,
    ),
  ])
})

test('the map that bookable once was is refused with the list to write', async () => {
  const was = 'bookable: { standard: { productId: p, optionId: o }, late: { productId: p, optionId: q } }'
  const list = '[{ as: standard, ... }, { as: late, ... }]'
  expect(await problems(`target: { url: http://h }\n${was}\n`)).toEqual([
    `2:1: bookable: expected a list such as ${list} but found a map`,
  ])
})
