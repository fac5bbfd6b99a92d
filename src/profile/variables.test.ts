import { expect, test } from 'vitest'
import { minimal, problems, read } from './readProfile.test.data.js'
import { redactedProfile } from './recordedProfile.js'
import { profile as keys } from '../../suites/transfers/profile.js'

const env = { V: '/value-of-it' }

test.each([
  ['booking: { id: "${V}" }', 'booking.id'],
  ['booking: { statuses: { cancelled: "${V}" } }', 'booking.statuses.cancelled'],
  ['booking: { statuses: { pending: [A, "B${V}"] } }', 'booking.statuses.pending.1'],
  ['operations: { list: { items: "/a${V}" } }', 'operations.list.items'],
  ['operations: { list: { values: { product: "${V}" } } }', 'operations.list.values.product'],
  ['refusal: { body: "${V}" }', 'refusal.body'],
  ['redact: { pointers: ["${V}"] }', 'redact.pointers.0'],
])('a variable is refused where answers are read by it: %s', async (line, key) => {
  const [said, ...more] = await problems(`${minimal}${line}\n`, { env })
  expect(more).toEqual([])
  expect(said).toContain(`: ${key}: expected what stands there itself`)
  expect(said).not.toContain('value-of-it')
})

test.each([
  'operations: { reserve: { body: { note: "${V}" } } }',
  'operations: { get: { request: "GET ${V}/{id}" } }',
  'operations: { list: { page: "query:p${V}" } }',
  'waive: [{ check: c, reason: "${V}", until: 2027-01-01 }]',
])('it may stand where it is sent, or said: %s', async (line) => {
  await expect(read(`${minimal}${line}\n`, { env })).resolves.toBeDefined()
})

test('and where the command line says something in its place', async () => {
  const overrides = { 'booking.id': '/id' }
  const profile = await read(`${minimal}booking: { id: "\${V}" }\n`, { env, overrides })
  expect(profile.booking.id).toBe('/id')
})

const withHeader = minimal.replace(
  'bookable:',
  "  headers: { Authorization: 'Bearer ${T}', X-Channel: '${C}' }\nbookable:",
)

test.each([
  'retail',
  'Retail',
  'ON_HOLD',
  'pricing',
  'CONFIRMED',
  '2026',
  '2026-11-23',
  'supplierReference',
  'supplier',
])('a variable that says %j is no secret: answers say it, too', async (word) => {
  const own = 'booking: { reference: /supplierReference }\n'
  const { secrets, target } = await read(`${withHeader}${own}`, { env: { T: 'tok-123456', C: word } })
  expect([...secrets.keys()]).toEqual(['T'])
  expect(target.headers['X-Channel']).toBe(word)
})

test.each(['retail-7', 'hunter2', '1234', '20261', 'EUR', 'x', 'pric', 'able', 'supplierRef'])(
  'a variable that says %j is one',
  async (value) => {
    const { secrets } = await read(withHeader, { env: { T: 'tok-123456', C: value } })
    expect([...secrets.keys()]).toEqual(['T', 'C'])
  },
)

test('a secret of three characters changes no word that answers are compared with', async () => {
  const profile = await read(withHeader.replace('optionId: o', 'optionId: o, defaultCurrency: EUR'), {
    env: { T: 'tok-123456', C: 'EUR' },
  })
  expect(redactedProfile(profile, keys)).toMatchObject({
    target: { headers: { 'X-Channel': '${C}' } },
    bookable: [{ as: 'standard', defaultCurrency: 'EUR' }],
  })
})

test.each([
  ['beside another variable', "X-Both: '${T}:${C}'"],
  ['as the password of HTTP Basic', "X-Basic: 'Basic ${T}:${C}'"],
  ['as a credential', "X-Api-Key: '${C}'"],
  ['as a PIN', "X-Pin: '${C}'"],
])('a word %s is a secret', async (_, header) => {
  for (const word of ['Reseller', 'retail', '2024']) {
    const text = minimal.replace('bookable:', `  headers: { Authorization: 'Bearer \${T}', ${header} }\nbookable:`)
    const profile = await read(text, { env: { T: 'tok-123456', C: word } })
    expect([...profile.secrets.keys()]).toEqual(['T', 'C'])
    const shown: { target: { headers: object } } = JSON.parse(JSON.stringify(redactedProfile(profile, keys)))
    const headers = Object.values(shown.target.headers)
    expect(headers).toEqual(['Bearer ${T}', expect.stringMatching(/\$\{C\}$/)])
    expect(headers.join()).not.toContain(word)
  }
})
