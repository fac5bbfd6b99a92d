import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import type { TransferProfile as Profile } from '../../suites/transfers/profile.js'
import type { Json } from './profile.js'
import { formatProblem, ProfileError } from './profileError.js'
import { readProfile, type ReadProfileOptions } from './readProfile.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-profile-'))
const now = new Date('2026-11-21T10:00:00Z')
const minimal = `target:
  url: https://x.example/octo
bookable:
  standard: { productId: p, optionId: o }
`

let count = 0
function read(text: string, options: Partial<ReadProfileOptions<Profile>> = {}): Promise<Profile> {
  count += 1
  const file = `p${count}.yaml`
  writeFileSync(join(cwd, file), text)
  return readProfile({ keys, file, env: {}, now, cwd, ...options })
}

/** The problems of a profile as lines, without the name of the file. */
async function problems(text: string, options: Partial<ReadProfileOptions<Profile>> = {}): Promise<string[]> {
  const error: unknown = await read(text, options).catch((thrown: unknown) => thrown)
  if (!(error instanceof ProfileError)) throw new Error('expected a ProfileError', { cause: error })
  return error.problems.map((problem) => formatProblem(problem).replace(/^p\d+\.yaml:/, ''))
}

test('target and bookable alone make a whole profile', async () => {
  const profile = await read(minimal)
  expect(profile.target).toEqual({ url: 'https://x.example/octo', environment: 'sandbox', headers: {} })
  expect(profile.bookable).toEqual({
    standard: { productId: 'p', optionId: 'o' },
    lateStart: [],
    soon: null,
    soldOut: null,
    other: [],
  })
  expect([profile.otherReseller, profile.clock, profile.redeem]).toEqual([null, null, null])
  expect(profile.operations.availability).toMatchObject({
    method: 'POST',
    path: '/availability',
    fields: { productId: { in: 'body', pointer: '/productId' }, optionId: { in: 'body', pointer: '/optionId' } },
    body: { localDateStart: '{today+30}', localDateEnd: '{today+30}' },
    items: '',
    availabilityId: ['/availabilityId', '/id'],
  })
  expect(profile.operations.update).toMatchObject({ method: 'PATCH', path: '/bookings/{id}' })
  expect(profile.operations.update?.fields['notes']).toBeUndefined()
  expect(profile.operations.list?.values).toEqual({
    price: 'PRICE',
    ascending: 'ASCENDING',
    descending: 'DESCENDING',
    product: 'Product',
  })
  expect(profile.limits).toEqual({ concurrency: 4, requestsPerSecond: 20, timeoutSeconds: 10, bookings: 400 })
  expect(profile.refusal).toEqual({ statuses: ['4xx'], body: '/error' })
  expect([profile.hold, profile.availability, profile.waive]).toEqual([{ graceSeconds: 60 }, { exclusive: false }, []])
})

test('the profile that the design shows is read as it stands there', async () => {
  const profile = await read(
    `target:
  url: https://sandbox.supplier.example/octo/
  environment: sandbox
  headers: { Authorization: "Bearer \${OCTO_TOKEN}" }
otherReseller:
  headers: { Authorization: "Bearer \${OCTO_TOKEN_B}" }
bookable:
  standard:  { productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }
  lateStart: { productId: prod-late, optionId: opt-late }
operations:
  transfers:    { request: "POST /transfers", body: { transferType: ARRIVAL } }
  availability: { request: "POST /availability", body: { localDateStart: "{today+30}" }, items: "", availabilityId: /availabilityId }
  reserve:      { idempotencyKey: "body:/uuid", notes: "body:/notes", body: { unitItems: [{ unitId: adult }] } }
  confirm:      { request: "POST /bookings/{id}/confirm", emailReceipt: "body:/emailReceipt", reference: "body:/resellerReference" }
  cancel:       { request: "POST /bookings/{id}/cancel", reason: "body:/reason" }
  update:       { request: "PATCH /bookings/{id}", reference: "body:/resellerReference", emailReceipt: "body:/emailReceipt" }
  get:          { request: "GET /bookings/{id}" }
  list:         { request: "GET /bookings", items: "", page: "query:page", pageSize: "query:pageSize",
                  sortField: "query:sortField", sortOrder: "query:sortOrder", bookingType: "query:bookingType",
                  values: { price: PRICE, ascending: ASCENDING, descending: DESCENDING, product: Product } }
booking:
  id: /uuid
  reference: /resellerReference
  notes: /notes
  holdEnd: /utcExpiresAt
  statuses: { confirmed: CONFIRMED, cancelled: CANCELLED, expired: EXPIRED }
  pricing: { total: /pricing/retail, net: /pricing/net, taxes: /pricing/includedTaxes, currency: /pricing/currency, currencyPrecision: /pricing/currencyPrecision }
availability: { exclusive: false }
hold: { graceSeconds: 60 }
clock: { request: "POST /__clock", minutes: "body:/advanceMinutes" }
redeem: { request: "POST /__redeem/{id}" }
refusal: { statuses: ["4xx"], body: /error }
limits: { concurrency: 4, requestsPerSecond: 20, timeoutSeconds: 10, bookings: 400 }
waive:
  - { check: reserve.refuses-201-minutes, reason: "supplier ticket 4711", until: 2027-01-31 }
`,
    { env: { OCTO_TOKEN: 'tok-a', OCTO_TOKEN_B: 'tok-b' } },
  )
  expect(profile.target.url).toBe('https://sandbox.supplier.example/octo')
  expect(profile.target.headers).toEqual({ Authorization: 'Bearer tok-a' })
  expect(profile.otherReseller).toEqual({ headers: { Authorization: 'Bearer tok-b' } })
  expect(profile.secrets).toEqual(
    new Map([
      ['OCTO_TOKEN', 'tok-a'],
      ['OCTO_TOKEN_B', 'tok-b'],
    ]),
  )
  expect(profile.operations.availability?.body).toEqual({ localDateStart: '{today+30}' })
  expect(profile.operations.availability?.availabilityId).toEqual(['/availabilityId'])
  expect(profile.clock).toEqual({
    method: 'POST',
    path: '/__clock',
    minutes: { in: 'body', pointer: '/advanceMinutes' },
  })
  expect(profile.redeem).toEqual({ method: 'POST', path: '/__redeem/{id}' })
  expect(profile.waive).toEqual([
    { check: 'reserve.refuses-201-minutes', reason: 'supplier ticket 4711', until: '2027-01-31' },
  ])
})

test('maps merge deeply, and a payload of an operation replaces the whole payload', async () => {
  const profile = await read(`${minimal}operations:
  availability: { body: { date: "{today}" } }
  list: { page: body:/p, values: { ascending: up } }
booking: { statuses: { expired: GONE } }
`)
  expect(profile.operations.availability?.body).toEqual({ date: '{today}' })
  expect(profile.operations.list?.fields['page']).toEqual({ in: 'body', pointer: '/p' })
  expect(profile.operations.list?.fields['pageSize']).toEqual({ in: 'query', name: 'pageSize' })
  expect(profile.operations.list?.values).toMatchObject({ price: 'PRICE', ascending: 'up' })
  expect(profile.booking.statuses).toMatchObject({ confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'GONE' })
})

test('null says: not offered, no place, not carried', async () => {
  const profile = await read(`${minimal}operations:
  extend: null
  cancel: ~
  list: { sortOrder: null }
booking: { reference: null, holdEnd: null, pricing: { currency: null } }
otherReseller: null
clock: null
redeem: null
refusal: { body: null }
`)
  expect(profile.operations.extend).toBeNull()
  expect(profile.operations.cancel).toBeNull()
  expect(profile.operations.list?.fields).not.toHaveProperty('sortOrder')
  expect([profile.booking.reference, profile.booking.holdEnd, profile.booking.pricing.currency]).toEqual([
    null,
    null,
    null,
  ])
  expect(profile.refusal.body).toBeNull()
})

test('declared holds what the file and the command line set, prefixes included, and no default', async () => {
  const profile = await read(
    `${minimal}operations: { list: { sortOrder: query:o, body: { a: { b: 1 } } } }\nbooking: { notes: null }\n`,
    { overrides: { 'limits.bookings': 7 } },
  )
  expect([...profile.declared].filter((key) => !/^(target|bookable)/.test(key))).toEqual([
    'operations',
    'operations.list',
    'operations.list.sortOrder',
    'operations.list.body',
    'booking',
    'booking.notes',
    'limits',
    'limits.bookings',
  ])
})

test('requests per second are unlimited on loopback unless given', async () => {
  const rate = async (url: string, more = ''): Promise<number> =>
    (await read(minimal.replace('https://x.example/octo', url) + more)).limits.requestsPerSecond
  expect(await rate('http://127.0.0.1:4010')).toBe(Infinity)
  expect(await rate('http://127.9.9.9')).toBe(Infinity)
  expect(await rate('http://[::1]:80/x')).toBe(Infinity)
  expect(await rate('http://localhost:1')).toBe(Infinity)
  expect(await rate('http://localhost:1', 'limits: { requestsPerSecond: 20 }')).toBe(20)
  expect(await rate('http://127.0.0.1.example')).toBe(20)
})

test('an id may go elsewhere than into the path', async () => {
  const profile = await read(`${minimal}operations: { confirm: { request: POST /confirm, id: "body:/bookingId" } }\n`)
  expect(profile.operations.confirm?.fields['id']).toEqual({ in: 'body', pointer: '/bookingId' })
})

test('environment variables go into every text, also deep in payloads, and $${ stands for itself', async () => {
  const profile = await read(
    `${minimal}operations: { reserve: { body: { a: ["\${A}-\${B}", "$\${A}"] } } }\nwaive: [{ check: c, reason: "w\${EMPTY}", until: 2027-01-01 }]\n`,
    { env: { A: 'one', B: '${A}', EMPTY: '', UNUSED: 'u' } },
  )
  expect(profile.operations.reserve?.body).toEqual({ a: ['one-${A}', '${A}'] })
  expect([...profile.secrets.keys()]).toEqual(['A', 'B'])
})

test.each(['', '  '])('a variable that is set to %j is no credential', async (value) => {
  const headers = 'otherReseller: { headers: { Authorization: "Bearer ${TOKEN_B}" } }'
  expect(await problems(`${minimal}${headers}\n`, { env: { TOKEN_B: value } })).toEqual([
    expect.stringContaining('the environment variable TOKEN_B to hold a value but found that it is set and empty'),
  ])
})

test('a second account with the headers of the first is none, in whatever case they are written', async () => {
  const first = `target: { url: http://h, headers: { Authorization: t, X-Env: test } }
bookable: { standard: { productId: p, optionId: o } }
`
  const second = (headers: string): Promise<readonly string[]> =>
    problems(`${first}otherReseller: { headers: ${headers} }\n`)
  expect(await second('{ authorization: t }')).toEqual([
    expect.stringContaining('otherReseller.headers: expected the credentials of another account'),
  ])
  await expect(read(`${first}otherReseller: { headers: { Authorization: u } }\n`)).resolves.toBeDefined()
})

test('what starts late must not be what starts at any time', async () => {
  const late = (more: string): string => `target: { url: http://h }
bookable: { standard: { productId: p, optionId: o }, lateStart: { productId: p, optionId: o${more} } }
`
  expect(await problems(late(''))).toEqual([
    expect.stringContaining('bookable.lateStart: expected something that starts so soon'),
  ])
  await expect(read(late(', availability: { localDateStart: "{today}" }'))).resolves.toBeDefined()
})

test('of several things that cannot be cancelled each is something to book, and none is what starts at any time', async () => {
  const late = (list: string): string => `target: { url: http://h }
bookable: { standard: { productId: p, optionId: o }, lateStart: ${list} }
`
  const profile = await read(late('[{ productId: q, optionId: r }, { productId: s, optionId: t }]'))
  expect(profile.bookable.lateStart.map(({ productId }) => productId)).toEqual(['q', 's'])
  expect(await problems(late('[{ productId: q, optionId: r }, { productId: p, optionId: o }]'))).toEqual([
    expect.stringContaining('bookable.lateStart.1: expected something that starts so soon'),
  ])
  expect(await problems(late('[{ productId: q, optoinId: r }]'))).toEqual([
    expect.stringContaining('bookable.lateStart.0.optionId'),
    expect.stringContaining('bookable.lateStart.0.optoinId'),
  ])
  expect(await problems(late('[]'))).toEqual([
    expect.stringContaining('bookable.lateStart: expected at least one item'),
  ])
})

test('what is sold out must not be what can be booked', async () => {
  const text = `target: { url: http://h }
bookable: { standard: { productId: p, optionId: o }, soldOut: { productId: p, optionId: o } }
`
  expect(await problems(text)).toEqual([expect.stringContaining('bookable.soldOut: expected something that cannot be')])
})

test('the command line is laid over the file', async () => {
  const overrides = { 'target.url': 'http://127.0.0.1:1234', 'operations.extend': null }
  const profile = await read('bookable: { standard: { productId: p, optionId: o } }', { overrides })
  expect(profile.target.url).toBe('http://127.0.0.1:1234')
  expect(profile.operations.extend).toBeNull()
})

test('a wrong value from the command line is reported as one', async () => {
  expect(await problems(minimal, { overrides: { 'target.url': 'x' } })).toEqual([
    `<command line>: target.url: expected an http:// or https:// URL but found "x"`,
  ])
})

test('anchors and merge keys work', async () => {
  const profile = await read(`target: { url: http://h, headers: &h { A: "1" } }
otherReseller: { headers: { <<: *h, B: "2" } }
bookable: { standard: { productId: p, optionId: o } }
`)
  expect(profile.otherReseller?.headers).toEqual({ A: '1', B: '2' })
})

test('every error is reported at once, in the order of the file', async () => {
  expect(
    await problems(`target:
  url: ftp://x
  enviroment: live
bookable:
  standard: { productId: 1, optionId: o }
operations:
  list: { pagesize: query:x }
`),
  ).toEqual([
    `2:8: target.url: expected an http:// or https:// URL but found "ftp://x"`,
    `3:3: target.enviroment: expected one of the keys url, environment, hosts, headers, query, token, tls but found 'enviroment'; did you mean 'environment'?`,
    `5:26: bookable.standard.productId: expected a text (in quotes) but found the number 1`,
    expect.stringMatching(/^7:11: operations\.list\.pagesize: .* found 'pagesize'; did you mean 'pageSize'\?$/),
  ])
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
    `7:12: clock.minutes: expected a place such as 'body:/x', 'query:x' or 'header:X' but found "body/m"; did you mean 'body:/m'?`,
  ),
  after(
    'redeem: { request: POST /r }',
    `5:20: redeem.request: expected '{id}' in the path, where the booking id goes but found "POST /r"`,
  ),
  after(
    'operations:\n  get: { request: "GET /bookings/:uuid" }',
    `6:19: operations.get.request: expected '{id}' as the only placeholder but found "GET /bookings/:uuid"; did you mean 'GET /bookings/{id}'?`,
  ),
  after(
    'operations:\n  get: { request: "GTE bookings/{id}" }',
    `6:19: operations.get.request: expected a method and a path such as 'POST /x/{id}' but found "GTE bookings/{id}"; did you mean 'GET /bookings/{id}'?`,
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
    `6:21: operations.reserve.notes: expected a place such as 'body:/x', 'query:x' or 'header:X' but found "bdy:/notes"; did you mean 'body:/notes'?`,
  ),
  after('operations:\n  reserve: { notes: body:notes }', /did you mean 'body:\/notes'\?$/),
  after('operations:\n  reserve: { notes: "header:A B" }', /^6:21: operations\.reserve\.notes: /),
  after('operations:\n  confrim: null', /^6:3: operations\.confrim: .*; did you mean 'confirm'\?$/),
  after(
    'operations:\n  list: { items: data.list }',
    `6:18: operations.list.items: expected a JSON Pointer such as '/data/items' but found "data.list"; did you mean '/data/list'?`,
  ),
  after(
    'operations:\n  availability: { availabilityId: [/a, b] }',
    `6:40: operations.availability.availabilityId.1: expected a JSON Pointer such as '/data/items' but found "b"; did you mean '/b'?`,
  ),
  after(
    'operations:\n  availability: { availabilityId: [] }',
    /^6:19: operations\.availability\.availabilityId: expected at least one item/,
  ),
  after(
    'operations:\n  availability: { body: { a: [{ b: "{today + 30}" }] } }',
    `6:36: operations.availability.body.a.0.b: expected a date such as '{today+30}' or '{now+90m}' but found '{today + 30}'; did you mean '{today+30}'?`,
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
  after(
    'booking: { id: uuid }',
    `5:16: booking.id: expected a JSON Pointer such as '/data/items' but found "uuid"; did you mean '/uuid'?`,
  ),
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
  after('url: http://h', /^5:1: url: .* found 'url'; did you mean 'target\.url'\?$/),
  after('bookable2: null', /did you mean 'bookable'\?$/),
  after('booking: { total: /t }', /^5:12: booking\.total: .*did you mean 'pricing\.total'\?$/),
  after('colck: null', /^5:1: colck: .*did you mean 'clock'\?$/),
  after(
    'otherReseller: { headers: { A: "${NOPE}" } }',
    '5:33: otherReseller.headers.A: expected the environment variable NOPE to be set but found that it is not',
  ),
  after(
    'otherReseller: { headers: { A: "x ${OCTO_TOKN}" } }',
    "5:35: otherReseller.headers.A: expected the environment variable OCTO_TOKN to be set but found that it is not; did you mean 'OCTO_TOKEN'?",
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
  ['bookable: { standard: { productId: p, optionId: o } }', '1:1: target.url: expected this key but found nothing'],
  ['target: { url: http://h }', '1:1: bookable.standard: expected this key but found nothing'],
  [
    'target:\n  headers: {}\nbookable: { standard: { productId: p, optionId: o } }',
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
bookable: { standard: { productId: p, optionId: o } }
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
  [
    'suplier.yaml',
    "suplier.yaml: expected a YAML file that can be read but found no such file; did you mean 'supplier.yaml'?",
  ],
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
