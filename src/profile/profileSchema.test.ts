import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { parse } from 'yaml'
import { specFile } from '../contract/specFile.js'
import { operationNames } from '../../suites/transfers/operations.js'
import { fieldNames } from '../../suites/transfers/profile.js'
import { readProfile } from './readProfile.js'

interface Schema {
  readonly [key: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
}

// Our own file; the first test checks it against the meta-schema.
const schema = JSON.parse(readFileSync(specFile('profile.schema.json'), 'utf8')) as Schema & {
  $defs: Record<string, Schema>
}

test('the schema is a valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ allowUnionTypes: true })
  expect(ajv.validateSchema(schema)).toBe(true)
  expect(ajv.errors ?? []).toEqual([])
})

test('every key of the schema has a description, which editors show', () => {
  const without: string[] = []
  let count = 0
  const walk = (node: Schema, path: string): void => {
    count += 1
    if (typeof node['description'] !== 'string' || node['description'].length < 8) without.push(path)
    for (const [key, member] of Object.entries(node.properties ?? {})) walk(member, `${path}/${key}`)
  }
  walk(schema, '')
  for (const [name, node] of Object.entries(schema.$defs)) walk(node, `/$defs/${name}`)
  expect(without).toEqual([])
  expect(count).toBeGreaterThan(100)
})

test('the schema knows the logical fields of each operation', () => {
  const operations = schema.properties?.['operations']?.properties ?? {}
  expect(Object.keys(operations)).toEqual([...operationNames])
  for (const name of operationNames) {
    const own = [
      'request',
      'headers',
      'query',
      'body',
      'items',
      'values',
      ...(name === 'availability' ? ['availabilityId', 'full'] : []),
      ...(name === 'transfers' ? ['at', 'routes'] : []),
      ...(name === 'list' ? ['total'] : []),
    ]
    const fields = Object.keys(operations[name]?.properties ?? {}).filter((key) => !own.includes(key))
    expect(fields.toSorted()).toEqual(fieldNames[name]?.toSorted())
  }
})

test('the schema alone, as an editor uses it, accepts the profiles that we publish', () => {
  const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(schema)
  for (const name of ['reference', 'partner']) {
    validate(parse(readFileSync(specFile(`transfers/profiles/${name}.yaml`), 'utf8')))
    expect(validate.errors ?? []).toEqual([])
  }
})

test('a default that the schema names is the default that is in force', () => {
  const walk = (node: Schema, value: unknown, path: string): void => {
    // What is below something that need not be there applies once it is.
    if (value === undefined && /\/token\/|^\/otherReseller\//.test(path)) return
    if ('default' in node) expect([path, value]).toEqual([path, node['default']])
    for (const [key, member] of Object.entries(node.properties ?? {})) {
      walk(member, typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined, `${path}/${key}`)
    }
  }
  walk(schema, keys.defaults, '')
  expect(keys.defaults).toMatchObject({ limits: { requestsPerSecond: 20 } })
})

test('the partner profile fills every gap differently from the default', async () => {
  const [reference, partner] = await Promise.all(
    ['reference', 'partner'].map((name) =>
      readProfile({ keys, file: specFile(`transfers/profiles/${name}.yaml`), env: {}, now: new Date(0) }),
    ),
  )
  if (reference === undefined || partner === undefined) throw new Error('expected two profiles')
  for (const name of ['confirm', 'update', 'cancel', 'get', 'list'] as const) {
    expect(partner.operations[name]?.path + partner.operations[name]!.method).not.toBe(
      reference.operations[name]?.path + reference.operations[name]!.method,
    )
  }
  expect(partner.operations.cancel).toMatchObject({
    method: 'DELETE',
    fields: { reason: { in: 'body', pointer: '/why' } },
  })
  expect(partner.operations.reserve?.fields['idempotencyKey']).toEqual({ in: 'header', name: 'Idempotency-Key' })
  expect(partner.operations.list).toMatchObject({
    method: 'POST',
    path: '/reservations/search',
    items: '/result/entries',
  })
  expect(partner.operations.availability?.body).toEqual({ window: { from: '{today+20}', to: '{today+25}' } })
  expect(partner.refusal).toEqual({ statuses: ['4xx'], body: null })
})
