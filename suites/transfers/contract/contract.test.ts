import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isJsonObject, type JsonObject, toPointer } from '../../../src/contract/json.js'
import { operationNames } from '../operations.js'
import { contract } from './contract.js'
import { specFile } from '../../../src/contract/specFile.js'

const both = [{ capability: false }, { capability: true }]

test.each(both)('swagger-parser finds nothing wrong with the contract, $capability', async (options) => {
  const bundled = await SwaggerParser.bundle(contract.openApi(options))
  await expect(SwaggerParser.validate(bundled)).resolves.toHaveProperty('openapi', '3.1.0')
})

test.each(both)('every schema is a valid JSON Schema, $capability', async (options) => {
  const ajv = new Ajv2020({ strict: false })
  for (const { pointer, schema } of schemasOf(contract.openApi(options))) {
    expect(ajv.validateSchema(schema), `${pointer}: ${ajv.errorsText()}`).toBe(true)
  }
})

test.each(both)('every schema and every property names a clause that there is, $capability', async (options) => {
  const levels = clauseLevels()
  const schemas = schemasOf(contract.openApi(options))
  expect(schemas.length).toBeGreaterThan(80)
  for (const { pointer, schema } of schemas) {
    if (Object.keys(schema).join() === '$ref') continue
    expect(levels.has(String(schema['x-clause'])), `${pointer}: x-clause ${String(schema['x-clause'])}`).toBe(true)
  }
})

test.each(both)('every x-gap names a gap, $capability', async (options) => {
  const levels = clauseLevels()
  const gaps = [...everyObject(contract.openApi(options), [])].filter(({ node }) => Object.hasOwn(node, 'x-gap'))
  expect(gaps.length).toBeGreaterThan(20)
  for (const { pointer, node } of gaps) expect(levels.get(String(node['x-gap'])), pointer).toBe('gap')
})

test.each(both)('no schema forbids extra fields, $capability', async (options) => {
  for (const { pointer, schema } of schemasOf(contract.openApi(options))) {
    expect(schema, pointer).not.toHaveProperty('additionalProperties')
  }
})

test('the base contract knows no pricing and no currency in requests', async () => {
  const base = contract.openApi({ capability: false })
  const properties = schemasOf(base).map(({ pointer }) => pointer)
  expect(properties.filter((pointer) => /\/(pricing|currency)$/i.test(pointer))).toEqual([])
  expect(base.components?.schemas?.['TransferOption']).toHaveProperty('required', [
    'id',
    'reference',
    'vehicle',
    'cancellationPolicy',
  ])
})

test('the overlay adds what section 4.1 adds, and pricing to bookings', async () => {
  const priced = contract.openApi({ capability: true })
  const schemas = priced.components?.schemas
  expect(schemas?.['TransferOption']).toHaveProperty('required', [
    'id',
    'reference',
    'vehicle',
    'cancellationPolicy',
    'defaultCurrency',
    'availableCurrencies',
    'pricing',
  ])
  expect(schemas?.['TransferOption']).toHaveProperty('properties.pricing.$ref', '#/components/schemas/Pricing')
  expect(schemas?.['Booking']).toHaveProperty('required', ['status', 'cancellable', 'expirationMinutes', 'pricing'])
  expect(schemas?.['ReserveRequest']).toHaveProperty('properties.currency.type', 'string')
  expect(schemas?.['TransfersRequest']).toHaveProperty('properties.currency.type', 'string')
})

test('the operations of the contract are those of the table', () => {
  expect(contract.operations.map(({ id }) => id).sort()).toEqual([...operationNames].sort())
})

test('each caller has a contract of its own', async () => {
  const mine = contract.openApi({ capability: true })
  mine.info.title = 'changed'
  expect(contract.openApi({ capability: true }).info.title).toBe('Transfer and Booking Service')
})

function clauseLevels(): Map<string, string> {
  // Our own file; its own test holds it to its schema.
  const { clauses } = parse(readFileSync(specFile('transfers/clauses.yaml'), 'utf8')) as {
    clauses: { id: string; level: string }[]
  }
  return new Map(clauses.map(({ id, level }) => [id, level]))
}

interface Found {
  readonly pointer: string
  readonly schema: JsonObject
}

/** Every schema of the document: components, their properties and items, and those of parameters and bodies. */
function schemasOf(document: unknown): Found[] {
  const roots = [...everyObject(document, [])].flatMap(({ pointer, node }) =>
    Object.entries(pointer === '/components/schemas' ? node : {})
      .concat(isJsonObject(node['schema']) ? [['schema', node['schema']]] : [])
      .map(([name, schema]) => ({ pointer: `${pointer}/${name}`, schema })),
  )
  return roots.flatMap(({ pointer, schema }) => (isJsonObject(schema) ? below(pointer, schema) : []))
}

function below(pointer: string, schema: JsonObject): Found[] {
  const { properties, items, anyOf } = schema
  const parts = [
    ...Object.entries(isJsonObject(properties) ? properties : {}).map(
      ([name, part]) => [`properties/${name}`, part] as const,
    ),
    ...(items === undefined ? [] : [['items', items] as const]),
    ...(Array.isArray(anyOf) ? anyOf.map((part: unknown, index) => [`anyOf/${index}`, part] as const) : []),
  ]
  return [
    { pointer, schema },
    ...parts.flatMap(([name, part]) => (isJsonObject(part) ? below(`${pointer}/${name}`, part) : [])),
  ]
}

function* everyObject(node: unknown, path: readonly string[]): Generator<{ pointer: string; node: JsonObject }> {
  if (isJsonObject(node)) yield { pointer: toPointer(path), node }
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) yield* everyObject(value, [...path, key])
}
