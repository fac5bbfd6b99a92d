import fc from 'fast-check'
import type { ContractSchema, ResolveRef } from './contractSchema.js'

/**
 * Values that a schema accepts, as a fast-check arbitrary that shrinks. Covers the subset of JSON Schema of {@link ContractSchema};
 * `oneOf` is taken as `anyOf`, so its branches should exclude each other. Optional properties are sometimes left out.
 *
 * @throws Error on a format, a type or a reference that is not known, so that a new one in the contract is not passed over
 */
export function arbitraryOf(schema: ContractSchema, resolveRef: ResolveRef): fc.Arbitrary<unknown> {
  const flat = flatten(schema, resolveRef)
  if (flat.const !== undefined) return fc.constant(flat.const)
  if (flat.enum !== undefined) return fc.constantFrom(...flat.enum)
  const choices = flat.anyOf ?? flat.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, resolveRef)))
  if (flat.type === undefined) return fc.jsonValue({ maxDepth: 1 })
  const types = typeof flat.type === 'string' ? [flat.type] : flat.type
  return fc.oneof(...types.map((type) => ofType(type, flat, resolveRef)))
}

/** Resolves `$ref` and `allOf` into one schema; keywords beside them win, properties and required names add up. */
function flatten(schema: ContractSchema, resolveRef: ResolveRef): ContractSchema {
  const { $ref, allOf = [], ...own } = schema
  const parts = [...($ref === undefined ? [] : [resolveRef($ref)]), ...allOf].map((part) => flatten(part, resolveRef))
  if (parts.length === 0) return own
  return [...parts, own].reduce((whole, part) => ({
    ...whole,
    ...part,
    properties: { ...whole.properties, ...part.properties },
    required: [...(whole.required ?? []), ...(part.required ?? [])],
  }))
}

function ofType(type: string, schema: ContractSchema, resolveRef: ResolveRef): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -0x80000000, max: schema.maximum ?? 0x7fffffff })
    case 'number':
      return fc.double({
        min: schema.minimum ?? -1e9,
        max: schema.maximum ?? 1e9,
        noNaN: true,
        noDefaultInfinity: true,
      })
    case 'string':
      return string(schema)
    case 'array':
      return fc.array(
        schema.items === undefined ? fc.jsonValue({ maxDepth: 1 }) : arbitraryOf(schema.items, resolveRef),
        {
          minLength: schema.minItems ?? 0,
          maxLength: schema.maxItems ?? Math.max(4, schema.minItems ?? 0),
        },
      )
    case 'object':
      return object(schema, resolveRef)
    default:
      throw new Error(`no arbitrary for the type ${type}`)
  }
}

function string(schema: ContractSchema): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  switch (schema.format) {
    case undefined:
      return fc.string({
        minLength: schema.minLength ?? 0,
        ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
      })
    case 'date-time':
      return utcTimestamp
    case 'uuid':
      return fc.oneof(
        fc.uuid(),
        fc.uuid().map((id) => id.toUpperCase()),
      )
    case 'uri':
      return fc.webUrl({ withQueryParameters: true })
    default:
      throw new Error(`no arbitrary for the format ${schema.format}`)
  }
}

function object(schema: ContractSchema, resolveRef: ResolveRef): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, arbitraryOf(property, resolveRef)] as const,
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
}

/** The ways to write one moment that the contract takes. */
const utcTimestamp = fc
  .tuple(
    fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '+00:00', '+00'),
    fc.constantFrom('.123', ',5', '.123456789', '', 'no seconds'),
  )
  .map(([date, offset, fraction]) => {
    const text = date.toISOString()
    return fraction === 'no seconds' ? text.slice(0, 16) + offset : text.slice(0, 19) + fraction + offset
  })
