import { expect, test } from 'vitest'
import { describedOperations } from './description.js'

const url = 'https://supplier.example/api'
const schemas = {
  Money: { type: 'object', properties: { amount: { type: 'integer' } } },
  Order: { allOf: [{ $ref: '#/components/schemas/Money' }, { properties: { state: { enum: ['HELD', 'DONE'] } } }] },
  Guest: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['ADULT', 'CHILD'] }, email: { format: 'email' } },
  },
}
const document = {
  components: { schemas },
  paths: {
    '/api/orders/{number}': {
      parameters: [{ name: 'number', in: 'path' }],
      put: {
        parameters: [{ name: 'notify', in: 'query', schema: { type: 'boolean' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                required: ['guests', 'day', 'count'],
                properties: {
                  guests: { type: 'array', items: { $ref: '#/components/schemas/Guest' } },
                  day: { type: 'string', format: 'date' },
                  count: { type: 'integer', minimum: 2 },
                  voucher: { type: 'object', properties: { number: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: {
          204: {},
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        },
      },
    },
    '/api/a/{b}/{c}': { get: {} },
  },
}

test('an operation is told by its path below the address, its inputs by their places, its answer by pointers', () => {
  const found = describedOperations(document, url)
  expect(found?.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /orders/{id}'])
  const [operation] = found ?? []
  expect(operation?.inputs.map(({ place, name }) => [place, name])).toEqual([
    ['body:/day', 'day'],
    ['body:/count', 'count'],
    ['body:/voucher/number', 'voucher.number'],
    ['query:notify', 'notify'],
  ])
  expect(operation?.answer).toEqual([
    { place: '/amount', name: 'amount', oneOf: [], format: null },
    { place: '/state', name: 'state', oneOf: ['HELD', 'DONE'], format: null },
  ])
  expect(operation?.required).toEqual({ guests: [{ kind: 'ADULT' }], day: '{today+30}', count: 2 })
})

test('what is no OpenAPI document is none, and one that leads in circles ends', () => {
  expect(describedOperations('<html>', url)).toBeNull()
  expect(describedOperations({ openapi: '3.0.0' }, url)).toBeNull()
  const circle = { $ref: '#/components/schemas/Circle' }
  const schema = {
    type: 'object',
    required: ['in'],
    properties: { in: { type: 'array', items: circle }, self: circle },
  }
  const body = { requestBody: { content: { 'application/json': { schema: circle } } } }
  const found = describedOperations(
    {
      components: { schemas: { Circle: schema, Loop: { $ref: '#/components/schemas/Loop' } } },
      paths: { '/a': { post: body }, '/b': { post: { requestBody: { $ref: '#/components/schemas/Loop' } } } },
    },
    url,
  )
  expect(found?.length).toBe(2)
})

test.each([
  [
    'objects that all need each other',
    {
      A: {
        type: 'object',
        required: Array.from({ length: 30 }, (_, at) => `a${at}`),
        properties: Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [`a${at}`, { $ref: '#/components/schemas/A' }]),
        ),
      },
    },
  ],
  [
    'the same large schema over and over',
    {
      A: { allOf: Array.from({ length: 10 }, () => ({ $ref: '#/components/schemas/B' })) },
      B: { allOf: Array.from({ length: 10 }, () => ({ $ref: '#/components/schemas/C' })) },
      C: { properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`a${at}`, {}])) },
    },
  ],
])('a description of %s is followed no further than its steps last', (_what, endless) => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }
  const post = { requestBody: { content }, responses: { 200: { content } } }
  const paths = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`/bookings${at}`, { post }]))
  // Followed to its end, this would never return.
  const found = describedOperations({ components: { schemas: endless }, paths }, url)
  expect(found?.[0]).toMatchObject({ method: 'POST', path: '/bookings0' })
  expect(found?.length).toBeLessThanOrEqual(400)
})

test('no request is told to carry a header that no request may', () => {
  const odd = ['Transfer-Encoding', 'Content-Length', 'Upgrade', ':authority', 'X Name', 'X-A\r\nX-B']
  const parameters = [...odd, 'X-Good'].map((name) => ({ name, in: 'header' }))
  const found = describedOperations({ paths: { '/orders': { post: { parameters } } } }, url)
  expect(found?.[0]?.inputs.map(({ place }) => place)).toEqual(['header:X-Good'])
})
