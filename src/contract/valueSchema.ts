import type { ContractSchema, ResolveRef } from './contractSchema.js'
import type { DocumentFormats } from './documentFormats.js'

export interface ValueSchema extends Pick<
  ContractSchema,
  'const' | 'enum' | 'type' | 'format' | 'pattern' | 'minLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'
> {
  /** Nothing is: there is no such value. */
  readonly not?: Readonly<Record<string, never>>
  readonly formatMinimum?: string
}

const keywords = [
  'const',
  'enum',
  'type',
  'format',
  'pattern',
  'minLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const

/** What a schema of the contract asks of a value by itself. A format that the documents mean in a way of their own is a pattern as well. */
export function valueSchema(schema: ContractSchema, resolveRef: ResolveRef, formats: DocumentFormats): ValueSchema {
  if (schema.$ref !== undefined) return valueSchema(resolveRef(schema.$ref), resolveRef, formats)
  const pattern = schema.format === undefined ? undefined : formats[schema.format]?.pattern
  return {
    ...Object.fromEntries(keywords.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(pattern !== undefined && { pattern }),
  }
}
