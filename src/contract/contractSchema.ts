import { type JsonObject, readPointer, describeValue } from './json.js'

/** The subset of JSON Schema 2020-12 that contracts are written in, with our own annotations. */
export interface ContractSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ContractSchema
  readonly properties?: Readonly<Record<string, ContractSchema>>
  readonly required?: readonly string[]
  readonly allOf?: readonly ContractSchema[]
  readonly anyOf?: readonly ContractSchema[]
  readonly oneOf?: readonly ContractSchema[]
  readonly 'x-clause'?: string
  /** The clauses of single keywords, where they are others: `{ minimum: '2.5/expiration-minutes-in-range' }`. */
  readonly 'x-clause-of'?: Readonly<Record<string, string>>
  readonly 'x-gap'?: string
  readonly 'x-field'?: string
}

/** Follows a local reference such as `#/components/schemas/Location`. Throws where it leads nowhere. */
export type ResolveRef = (ref: string) => ContractSchema

export function contractRefs(document: JsonObject): ResolveRef {
  return (ref) => {
    const schema = ref.startsWith('#') ? readPointer<unknown>(document, ref.slice(1)) : undefined
    if (schema === undefined) throw new Error(`the contract has no schema ${ref}`)
    // A reference of our own document leads to a schema; a test checks each of them against the meta-schema.
    return schema as ContractSchema
  }
}

export interface DocumentFormat {
  /** As messages call it: `UUID`. */
  readonly words: string
  readonly validate: (text: string) => boolean
  /** A regular expression for what knows nothing better: it takes no less. */
  readonly pattern: string
  readonly ways: (standard: string) => readonly string[]
}

/** By the name that the contract has for it. Of every other format the standard is meant. */
export type DocumentFormats = Readonly<Record<string, DocumentFormat>>

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

/** The demands of a contract schema on a value by itself. A format that the documents redefine is a pattern as well. */
export function valueSchema(schema: ContractSchema, resolveRef: ResolveRef, formats: DocumentFormats): ValueSchema {
  if (schema.$ref !== undefined) return valueSchema(resolveRef(schema.$ref), resolveRef, formats)
  const pattern = schema.format === undefined ? undefined : formats[schema.format]?.pattern
  return {
    ...Object.fromEntries(keywords.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(pattern !== undefined && { pattern }),
  }
}

const patternNames: Readonly<Record<string, string>> = { '^[A-Za-z]{2}$': 'two-letter code' }

/** The demands of a schema in a few words: `integer from 20 to 200`, `string or null`, `one of "A", "B"`. */
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

/** One place of a payload that is not as the contract asks. Data; the message says nothing that the rest does not. */
export interface ContractError {
  /** JSON Pointer (RFC 6901) into the payload; of a missing property, where it should be. */
  readonly pointer: string
  readonly clause: string
  /** The schema keyword that failed, or `invariant`. */
  readonly keyword: string
  /** `Expected integer but received "25"`. */
  readonly message: string
  readonly expected: string
  readonly schema?: ValueSchema
  /** The value at `pointer`; `undefined` where there is none. */
  readonly received: unknown
}

/** A {@link ContractError} with its message. */
export function contractError(error: Omit<ContractError, 'message'>): ContractError {
  return { ...error, message: `Expected ${error.expected} but received ${describeValue(error.received)}` }
}
