import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, test } from 'vitest'
import { fillContract, type ContractFilling } from '../../../src/contract/fillContract.js'
import { type JsonObject, readPointer } from '../../../src/contract/json.js'
import { contract as documents } from './contract.js'

const contract = documents.document({ capability: true })
const nothing: ContractFilling = { operations: {}, fields: {} }

/** A target that fills every gap otherwise than the contract's default. */
const partner: ContractFilling = {
  serverUrl: 'https://partner.example/v2',
  credentialHeader: 'X-Api-Key',
  operations: {
    transfers: null,
    availability: { method: 'POST', path: '/slots', fields: {}, items: '/data/slots' },
    reserve: {
      method: 'POST',
      path: '/holds',
      fields: { idempotencyKey: 'header:Idempotency-Key', notes: 'body:/meta/remark' },
    },
    confirm: {
      method: 'PUT',
      path: '/holds/{id}/confirmation',
      fields: { emailReceipt: 'query:mail', reference: 'body:/voucher' },
    },
    cancel: { method: 'DELETE', path: '/holds/{id}', fields: { reason: 'query:why' } },
    update: { method: 'put', path: '/holds/{id}', fields: { reference: 'body:/voucher', emailReceipt: null } },
    get: { method: 'GET', path: '/holds/{id}', fields: {} },
    list: {
      method: 'POST',
      path: '/holds/search',
      fields: { page: 'body:/paging/number', pageSize: 'body:/paging/size', sortField: 'body:/order/by' },
      items: '/result/items',
    },
  },
  fields: {
    Availability: { availabilityId: '/slot/key' },
    Booking: { id: '/key', reference: '/meta/voucher', total: '/pricing/sums/0/gross', net: '/pricing/net' },
  },
}

function at(document: JsonObject, pointer: string): unknown {
  return readPointer<unknown>(document, pointer)
}

test('nothing filled in leaves every default, marked as one', () => {
  const filled = fillContract(contract, nothing)
  expect(Object.keys(filled['paths'] as object)).toEqual(Object.keys(contract['paths'] as object))
  expect(at(filled, '/paths/~1bookings~1{id}~1confirm/post/x-gap')).toBe('4.3/confirm-path')
  expect(at(filled, '/components/schemas/Booking/properties/uuid/x-gap')).toBe('2.5/id-field')
  expect(at(filled, '/components/schemas/BookingPricing/properties/retail/x-gap')).toBe('2.5/pricing-total-field')
  expect(at(filled, '/components/schemas/ReserveRequest/required')).toContain('uuid')
})

test.each([
  ['nothing', nothing],
  ['partner', partner],
])('what comes of the filling %s is a valid OpenAPI document', async (_, filling) => {
  const filled = fillContract(contract, filling)
  expect(JSON.stringify(filled)).not.toContain('"x-field"')
  // The parser checks what it is given; the type only says that it may be wrong.
  const document = structuredClone(filled) as unknown as Parameters<typeof SwaggerParser.validate>[0]
  await expect(SwaggerParser.validate(document)).resolves.toHaveProperty('openapi', '3.1.0')
})

test('the contract itself stays as it was', () => {
  const before = JSON.stringify(contract)
  fillContract(contract, partner)
  expect(JSON.stringify(contract)).toBe(before)
})

test('operations go to their methods and paths, those not offered go away', () => {
  const filled = fillContract(contract, partner)
  const paths = Object.keys(filled['paths'] as object)
  expect(paths.slice(0, 4)).toEqual(['/slots', '/holds', '/holds/search', '/holds/{id}'])
  expect(paths).toEqual(expect.arrayContaining(['/bookings/{id}/extend', '/holds/{id}/confirmation']))
  expect(['/transfers', '/bookings', '/bookings/{id}'].filter((path) => paths.includes(path))).toEqual([])
  expect(at(filled, '/paths/~1holds~1{id}/delete/operationId')).toBe('cancel')
  expect(at(filled, '/paths/~1holds~1{id}/put/operationId')).toBe('update')
  expect(at(filled, '/paths/~1holds~1{id}/get/x-gap')).toBeUndefined()
  expect(at(filled, '/paths/~1holds~1{id}/parameters/0/$ref')).toBe('#/components/parameters/BookingId')
})

test('request fields go to body, query and header, and stop being gaps', () => {
  const filled = fillContract(contract, partner)
  expect(at(filled, '/paths/~1holds/post/parameters/1')).toMatchObject({
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    'x-clause': '4.2/same-key-one-booking',
  })
  expect(at(filled, '/paths/~1holds/post/parameters/1')).not.toHaveProperty('x-gap')
  const reserve = at(filled, '/components/schemas/ReserveRequest')
  expect(reserve).toHaveProperty('properties.meta.properties.remark.type', 'string')
  expect(reserve).not.toHaveProperty('properties.uuid')
  expect(reserve).not.toHaveProperty('properties.notes')
  expect(at(filled, '/components/schemas/UpdateRequest')).not.toHaveProperty('properties.emailReceipt')
  const search = at(filled, '/paths/~1holds~1search/post/requestBody/content/application~1json/schema')
  expect(search).toHaveProperty('properties.paging.properties.number.minimum', 1)
  expect(search).toHaveProperty('properties.order.properties.by.type', 'string')
})

test('what a filling of an operation does not name stays where it is, marked as a default', () => {
  const filled = fillContract(contract, partner)
  expect(at(filled, '/paths/~1holds~1search/post/parameters')).toMatchObject([
    { $ref: '#/components/parameters/OctoCapabilities' },
    { name: 'sortOrder', in: 'query', 'x-gap': '4.3/list-sort-order-name' },
    { name: 'bookingType', in: 'query', 'x-gap': '4.3/list-booking-type-name' },
  ])
})

test('answers get the envelope and the ids that the target has', () => {
  const filled = fillContract(contract, partner)
  expect(at(filled, '/components/schemas/AvailabilityAnswer/properties/data/properties/slots/items/$ref')).toBe(
    '#/components/schemas/Availability',
  )
  expect(at(filled, '/components/schemas/Availability/properties/slot/properties/key/type')).toBe('string')
  expect(at(filled, '/components/schemas/Availability/required')).toEqual(['slot'])
  expect(at(filled, '/components/schemas/BookingList/properties/result/required')).toEqual(['items'])
  const { list } = partner.operations
  const edges = fillContract(contract, {
    ...partner,
    operations: { ...partner.operations, list: list ? { ...list, items: '/result/*/node' } : null },
  })
  expect(at(edges, '/components/schemas/BookingList/properties/result')).not.toHaveProperty('properties')
})

test('booking fields go where the target has them', () => {
  const filled = fillContract(contract, partner)
  const booking = at(filled, '/components/schemas/Booking')
  expect(booking).toHaveProperty('properties.key.x-clause', '2.5/id-field')
  expect(booking).not.toHaveProperty('properties.key.x-gap')
  expect(booking).not.toHaveProperty('properties.uuid')
  expect(booking).toHaveProperty('properties.meta.properties.voucher')
  const pricing = at(filled, '/components/schemas/BookingPricing')
  expect(pricing).toHaveProperty('properties.sums.items.properties.gross.x-clause', '2.5/pricing-total')
  expect(pricing).not.toHaveProperty('properties.retail')
})

test('server and credentials are those of the target', () => {
  const filled = fillContract(contract, partner)
  expect(filled['servers']).toEqual([{ url: 'https://partner.example/v2' }])
  expect(at(filled, '/components/securitySchemes/reseller')).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  })
})

test('price fields are passed over where the document has none', () => {
  const filled = fillContract(documents.document({ capability: false }), partner)
  expect(at(filled, '/components/schemas/Booking/properties')).not.toHaveProperty('pricing')
})

test.each([
  [
    { get: { method: 'PATCH', path: '/bookings/{id}', fields: {} } },
    /update and another operation have the same method/,
  ],
  [{ get: { method: 'FETCH', path: '/bookings/{id}', fields: {} } }, /OpenAPI knows no method fetch/],
  [{ cancel: { method: 'POST', path: '/c', fields: { why: 'body:/x' } } }, /cancel: the contract has no field why/],
  [
    { cancel: { method: 'POST', path: '/c', fields: { reason: 'cookie:x' } } },
    /cancel: cookie:x is no place of the form/,
  ],
])('a filling that cannot be is an error, %#', (operations, message) => {
  expect(() => fillContract(contract, { operations, fields: {} })).toThrow(message)
})
