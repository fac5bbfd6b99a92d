import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, mistyped, outside, type ContractSchema } from '../../../src/suite/index.js'
import { contract } from './contract.js'

const minutes = contract.input('reserve', 'expirationMinutes')
const ajv = new Ajv2020({ strict: false })
const accepts = (schema: ContractSchema, value: unknown): boolean => ajv.validate(schema, value)

test('an input is found by the name that a profile has for it, in a body and among the parameters', () => {
  expect(contract.input('reserve', 'idempotencyKey')).toMatchObject({ format: 'uuid', 'x-gap': expect.any(String) })
  expect(contract.input('list', 'page')).toMatchObject({ type: 'integer', minimum: 1, 'x-gap': expect.any(String) })
  // The capability adds it.
  expect(contract.input('transfers', 'currency')).toMatchObject({ type: 'string' })
  expect(boundsOf(minutes)).toEqual({ minimum: 20, maximum: 200 })
})

test('an operation is known by its id and what it answers', () => {
  const answers = Object.fromEntries(contract.operations.map((each) => [each.id, each.answers]))
  expect(answers).toMatchObject({ transfers: 'Transfer', reserve: 'Booking', get: 'Booking', list: 'BookingList' })
})

test('an input that the contract does not have is an error', () => {
  expect(() => contract.input('reserve', 'uuid')).toThrow('reserve has no input uuid')
  expect(() => contract.input('redeem', 'id')).toThrow('redeem has no input id')
})

test('what lies outside of the bounds is whole, and begins right beside them', () => {
  expect(outside(minutes).edges.slice(0, 2)).toEqual([201, 19])
  const isOutside = (value: unknown): boolean => Number.isInteger(value) && !accepts(minutes, value)
  expect(outside(minutes).edges.filter((value) => !isOutside(value))).toEqual([])
  fc.assert(fc.property(outside(minutes).arbitrary, isOutside))
})

test('what is of another type, the contract takes in no case', () => {
  for (const schema of [minutes, contract.input('reserve', 'notes'), contract.input('confirm', 'emailReceipt')]) {
    const wrong = mistyped(schema)
    expect(wrong?.edges.filter((value) => accepts(schema, value))).toEqual([])
    fc.assert(fc.property(wrong?.arbitrary ?? fc.constant(null), (value) => !accepts(schema, value)))
  }
})

test('outside a body, where everything is text, only that is tried which is of the type in no text', () => {
  expect(mistyped(minutes, false)?.edges).toEqual([110.5, true])
  expect(mistyped(contract.input('confirm', 'emailReceipt'), false)?.edges).toEqual(['yes'])
  expect(mistyped(contract.input('reserve', 'notes'), false)).toBeNull()
})
