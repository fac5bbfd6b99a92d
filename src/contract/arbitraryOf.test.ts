import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryOf } from './arbitraryOf.js'
import type { ContractSchema } from './contractSchema.js'

const noRefs = (ref: string): ContractSchema => {
  throw new Error(`no ${ref}`)
}

function sample(schema: ContractSchema, resolveRef = noRefs): unknown[] {
  return fc.sample(arbitraryOf(schema, resolveRef), { numRuns: 100, seed: 1 })
}

test('bounds are kept and reached', () => {
  const values = sample({ type: 'integer', minimum: 20, maximum: 23 })
  expect(new Set(values)).toEqual(new Set([20, 21, 22, 23]))
})

test('optional properties are sometimes left out, required ones never', () => {
  const values = sample({ type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } } })
  expect(new Set(values.map((value) => JSON.stringify(value)))).toEqual(new Set(['{"a":1}', '{"a":1,"b":2}']))
})

test('references, allOf and the keywords beside them become one schema', () => {
  const parts: Record<string, ContractSchema> = {
    base: { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
  }
  const schema = { allOf: [{ $ref: 'base' }, { required: ['b'] }], properties: { b: { const: 2 } } }
  expect(sample(schema, (ref) => parts[ref] ?? noRefs(ref))[0]).toEqual({ a: 1, b: 2 })
})

test('choices, unions and patterns give each of theirs', () => {
  expect(new Set(sample({ enum: ['A', 'B'] }))).toEqual(new Set(['A', 'B']))
  expect(new Set(sample({ oneOf: [{ const: 1 }, { type: 'boolean' }] }))).toEqual(new Set([1, true, false]))
  expect(new Set(sample({ type: ['string', 'null'] }).map((value) => typeof value))).toEqual(
    new Set(['string', 'object']),
  )
  for (const value of sample({ type: 'string', pattern: '^[A-Z]{2}$' })) expect(value).toMatch(/^[A-Z]{2}$/)
})

test('a format that the documents mean otherwise is written in their ways', () => {
  const ways = (id: string): string[] => [`{${id}}`]
  const formats = { uuid: { words: 'id', validate: () => true, pattern: '', ways } }
  const [made] = fc.sample(arbitraryOf({ type: 'string', format: 'uuid' }, noRefs, formats), { numRuns: 1, seed: 1 })
  expect(made).toMatch(/^\{[\da-f-]{36}\}$/)
})

test('what is not known is an error, not any value', () => {
  expect(() => arbitraryOf({ type: 'string', format: 'ipv7' }, noRefs)).toThrow('no arbitrary for the format ipv7')
  expect(() => arbitraryOf({ type: 'objekt' }, noRefs)).toThrow('no arbitrary for the type objekt')
})
