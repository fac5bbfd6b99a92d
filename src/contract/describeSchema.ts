import type { ContractSchema, ResolveRef } from './contractSchema.js'
import type { DocumentFormats } from './documentFormats.js'

const patternNames: Readonly<Record<string, string>> = { '^[A-Za-z]{2}$': 'two-letter code' }

/** What a schema asks for in a few words: `integer from 20 to 200`, `string or null`, `one of "A", "B"`. */
export function describeSchema(schema: ContractSchema, resolveRef: ResolveRef, formats: DocumentFormats): string {
  if (schema.$ref !== undefined) return describeSchema(resolveRef(schema.$ref), resolveRef, formats)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (schema.format !== undefined) return formats[schema.format]?.words ?? schema.format
  if (schema.pattern !== undefined) return patternNames[schema.pattern] ?? `text that matches ${schema.pattern}`
  const type = describeType(schema.type)
  if (schema.minLength === 1) return `non-empty ${type}`
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    return `${type} from ${schema.minimum} to ${schema.maximum}`
  if (schema.minimum !== undefined) return `${type} of at least ${schema.minimum}`
  if (schema.maximum !== undefined) return `${type} of at most ${schema.maximum}`
  return type
}

/** A `type` keyword in words. */
export function describeType(type: ContractSchema['type']): string {
  if (type === undefined) return 'a value'
  return typeof type === 'string' ? type : type.join(' or ')
}
