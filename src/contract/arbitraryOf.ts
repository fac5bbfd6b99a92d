import fc from 'fast-check'
import type { ContractSchema, ResolveRef, DocumentFormats } from './contractSchema.js'

/**
 * Values that a schema accepts, as a fast-check arbitrary that shrinks: the JSON Schema of {@link ContractSchema}. It
 * takes `oneOf` as `anyOf`, so the branches should exclude each other. It may leave out optional properties.
 * @param formats those that the documents do not mean as the standard does
 * @throws Error on an unknown format, type or reference, so that a new one in the contract is not passed over
 */
export function arbitraryOf(
  schema: ContractSchema,
  resolveRef: ResolveRef,
  formats: DocumentFormats = {},
): fc.Arbitrary<unknown> {
  const flat = flatten(schema, resolveRef)
  if (flat.const !== undefined) return fc.constant(flat.const)
  if (flat.enum !== undefined) return fc.constantFrom(...flat.enum)
  const choices = flat.anyOf ?? flat.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, resolveRef, formats)))
  if (flat.type === undefined) return fc.jsonValue({ maxDepth: 1 })
  const types = typeof flat.type === 'string' ? [flat.type] : flat.type
  return fc.oneof(...types.map((type) => ofType(type, flat, resolveRef, formats)))
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

function ofType(
  type: string,
  schema: ContractSchema,
  resolveRef: ResolveRef,
  formats: DocumentFormats,
): fc.Arbitrary<unknown> {
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
      return string(schema, formats)
    case 'array':
      return fc.array(
        schema.items === undefined ? fc.jsonValue({ maxDepth: 1 }) : arbitraryOf(schema.items, resolveRef, formats),
        { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? Math.max(4, schema.minItems ?? 0) },
      )
    case 'object':
      return object(schema, resolveRef, formats)
    default:
      throw new Error(`no arbitrary for the type ${type}`)
  }
}

function string(schema: ContractSchema, formats: DocumentFormats): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const { format } = schema
  if (format === undefined)
    return fc.string({
      minLength: schema.minLength ?? 0,
      ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
    })
  const texts = standard[format]?.()
  if (texts === undefined) throw new Error(`no arbitrary for the format ${format}`)
  const own = formats[format]
  return own === undefined ? texts : texts.chain((text) => fc.constantFrom(...own.ways(text)))
}

function object(schema: ContractSchema, resolveRef: ResolveRef, formats: DocumentFormats): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, arbitraryOf(property, resolveRef, formats)] as const,
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
}

/** Texts of the standard formats, made on demand: the addresses alone take many times as long as a process to start. */
const standard: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  'date-time': () =>
    fc
      .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  uuid: () => fc.uuid(),
  uri: () => fc.webUrl({ withQueryParameters: true }),
}
