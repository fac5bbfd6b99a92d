import { expect, test } from 'vitest'
import { minimal, problems, read } from './readProfile.test.data.js'

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
