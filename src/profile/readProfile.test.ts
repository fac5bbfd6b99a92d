import { expect, test } from 'vitest'
import { minimal, read, problems } from './readProfile.test.data.js'

test('target and bookable alone make a whole profile', async () => {
  const profile = await read(minimal)
  expect(profile.target).toEqual({ url: 'https://x.example/octo', environment: 'sandbox', headers: {} })
  expect(profile.bookable).toEqual({
    standard: { productId: 'p', optionId: 'o' },
    late: [],
    closing: [],
    soldOut: null,
    other: [],
    exclusive: null,
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
  - { as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }
  - { as: late, productId: prod-late, optionId: opt-late }
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
bookable: [{ as: standard, productId: p, optionId: o }]
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
bookable: [{ as: standard, productId: p, optionId: o }, { as: late, productId: p, optionId: o${more} }]
`
  expect(await problems(late(''))).toEqual([
    expect.stringContaining('bookable.1: expected something that starts so soon'),
  ])
  await expect(read(late(', availability: { localDateStart: "{today}" }'))).resolves.toBeDefined()
})

test('of several things that cannot be cancelled each is something to book, and none is what starts at any time', async () => {
  const late = (list: string): string => `target: { url: http://h }
bookable: [{ as: standard, productId: p, optionId: o }, ${list}]
`
  const profile = await read(late('{ as: late, productId: q, optionId: r }, { as: late, productId: s, optionId: t }'))
  expect(profile.bookable.late.map(({ productId }) => productId)).toEqual(['q', 's'])
  expect(
    await problems(late('{ as: late, productId: q, optionId: r }, { as: late, productId: p, optionId: o }')),
  ).toEqual([expect.stringContaining('bookable.2: expected something that starts so soon')])
  expect(await problems(late('{ as: late, productId: q, optoinId: r }'))).toEqual([
    expect.stringContaining('bookable.1.optionId'),
    expect.stringContaining('bookable.1.optoinId'),
  ])
})

test('each of several things whose window closes soon says when it does', async () => {
  const soon = (list: string): string => `target: { url: http://h }
bookable: [{ as: standard, productId: p, optionId: o }, ${list}]
`
  const [one, other] = [
    'as: closing, productId: q, optionId: r, cutOffMinutes: 45',
    'as: closing, productId: s, optionId: t',
  ]
  const { bookable } = await read(soon(`{ ${one} }, { ${other}, cutOffAt: /start, cutOffBefore: 60 }`))
  expect(bookable.closing.map(({ productId }) => productId)).toEqual(['q', 's'])
  expect(await problems(soon(`{ ${one} }, { ${other} }, { ${one}, cutOffBefore: 60 }`))).toEqual([
    expect.stringContaining('bookable.2: expected cutOffMinutes, or cutOffAt'),
    expect.stringContaining('bookable.3.cutOffBefore: expected cutOffAt beside it'),
  ])
})

test('what is sold out must not be what can be booked', async () => {
  const text = `target: { url: http://h }
bookable: [{ as: standard, productId: p, optionId: o }, { as: soldOut, productId: p, optionId: o }]
`
  expect(await problems(text)).toEqual([expect.stringContaining('bookable.1: expected something that cannot be')])
})

test('the command line is laid over the file', async () => {
  const overrides = { 'target.url': 'http://127.0.0.1:1234', 'operations.extend': null }
  const profile = await read('bookable: [{ as: standard, productId: p, optionId: o }]', { overrides })
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
bookable: [{ as: standard, productId: p, optionId: o }]
`)
  expect(profile.otherReseller?.headers).toEqual({ A: '1', B: '2' })
})
