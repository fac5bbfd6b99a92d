import type { Ajv2020, CodeOptions, ErrorObject } from 'ajv/dist/2020.js'
import { builtFrom, openAjv } from './builtSpec.js'
import {
  contractError,
  type ContractError,
  contractRefs,
  type ContractSchema,
  type ResolveRef,
  describeSchema,
  describeType,
  type DocumentFormats,
  valueSchema,
} from './contractSchema.js'
import { isJsonObject, type JsonObject, pointerTokens, readPointer, toPointer } from './json.js'

/**
 * Where a payload departs from the contract, one error a place; none where it conforms. Never throws.
 * @param told the errors of others of one answer: no more is looked at, and no more of a kind told, than anybody reads
 */
export type ContractValidator = (value: unknown, told?: ToldErrors) => readonly ContractError[]

/** How often each kind of error was told. */
export type ToldErrors = Map<string, number>

/** Of a kind: a list of a megabyte may hold tens of thousands of items, each of which lacks everything. */
const mostOfAKind = 60
/** Items of an array in one payload: ajv copies all errors that it has for each item with a further one. */
const mostItems = 1000

type Validate = ((value: unknown) => unknown) & { readonly errors?: readonly ErrorObject[] | null }

/**
 * The validators of a contract's component schemas, each compiled when it is first asked for and kept.
 * @param name of the code that the build makes of them
 * @param formats those that the documents do not mean as the standard does
 * @returns takes the reference of a schema, `#/components/schemas/X`; throws Error where there is none of that name
 */
export function contractValidators(
  document: JsonObject,
  name: string,
  formats: DocumentFormats,
): (ref: string) => ContractValidator {
  const components = componentsOf(document)
  const built = builtFrom<Readonly<Record<string, Validate>>>(name, components)
  const ajv = built === undefined ? contractCompiler(components, formats, { optimize: false }) : null
  const resolveRef = contractRefs(document)
  const made = new Map<string, ContractValidator>()
  return (ref) => {
    const known = made.get(ref)
    if (known !== undefined) return known
    const validate = ajv === null ? built?.[idOf(ref)] : ajv.getSchema(idOf(ref))
    if (validate === undefined) throw new Error(`the contract has no schema ${ref}`)
    const validator = validatorOf(validate, resolveRef(ref), resolveRef, formats)
    made.set(ref, validator)
    return validator
  }
}

export function componentsOf(document: JsonObject): JsonObject {
  return { components: document['components'] }
}

export function componentIds(components: JsonObject): readonly string[] {
  const schemas = readPointer<unknown>(components, '/components/schemas')
  return Object.keys(isJsonObject(schemas) ? schemas : {}).map((name) => idOf(`#/components/schemas/${name}`))
}

function idOf(ref: string): string {
  return `contract${ref}`
}

function validatorOf(
  validate: Validate,
  schema: ContractSchema,
  resolveRef: ResolveRef,
  formats: DocumentFormats,
): ContractValidator {
  const say = (of: ContractSchema): SchemaWords => ({
    expected: describeSchema(of, resolveRef, formats),
    schema: valueSchema(of, resolveRef, formats),
  })
  return (value, told) => {
    if (validate(told === undefined || !hasLong(value) ? value : withoutRests(value)) === true) return []
    const places = new Set<string>()
    return (validate.errors ?? []).flatMap((error) => {
      const missing = missingIn(error)
      const pointer = error.instancePath + missing
      // A wrong type also breaks the enum beside it: the first error of a place says enough.
      if (places.has(pointer)) return []
      places.add(pointer)
      const isEnough = told !== undefined && tell(told, `${error.schemaPath}${missing}`) > mostOfAKind
      return isEnough ? [] : [translate(error, pointer, value, locate(schema, pointer, resolveRef), say)]
    })
  }
}

function hasLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > mostItems || value.some(hasLong)
  return isJsonObject(value) && Object.values(value).some(hasLong)
}

function withoutRests(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(withoutRests)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRests(member)]))
}

function tell(told: ToldErrors, kind: string): number {
  const times = (told.get(kind) ?? 0) + 1
  told.set(kind, times)
  return times
}

export function contractCompiler(components: JsonObject, formats: DocumentFormats, code: CodeOptions): Ajv2020 {
  const ajv = openAjv({
    allErrors: true,
    // One by one: `strict: true` would also switch on strictRequired, which breaks on properties that the overlay adds.
    strictSchema: true,
    strictNumbers: true,
    strictTypes: true,
    strictTuples: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A test checks every schema against the meta-schema; at each start that would cost more than the validation.
    validateSchema: false,
    inlineRefs: false,
    code,
    formats,
  })
  ajv.addVocabulary(['components', 'x-clause', 'x-clause-of', 'x-gap', 'x-field'])
  return ajv.addSchema(components, 'contract')
}

function missingIn({ params }: ErrorObject): string {
  const missing: unknown = params['missingProperty']
  return typeof missing === 'string' ? toPointer([missing]) : ''
}

function translate(
  error: ErrorObject,
  pointer: string,
  value: unknown,
  { schema, clause: ofPlace }: Located,
  say: (schema: ContractSchema) => SchemaWords,
): ContractError {
  const clause = schema['x-clause-of']?.[error.keyword] ?? ofPlace
  const { type } = schema
  const said =
    error.keyword === 'type' && type !== undefined ? { expected: describeType(type), schema: { type } } : say(schema)
  return contractError({
    pointer,
    clause,
    keyword: error.keyword,
    ...said,
    received: readPointer<unknown>(value, pointer),
  })
}

type SchemaWords = Required<Pick<ContractError, 'expected' | 'schema'>>

interface Located {
  readonly schema: ContractSchema
  readonly clause: string
}

/** Walks the schema along a pointer into the value. The clause of the property goes before that of its type. */
function locate(root: ContractSchema, pointer: string, resolveRef: ResolveRef): Located {
  let schema = root
  let clause = root['x-clause'] ?? ''
  for (const token of pointerTokens(pointer)) {
    const { properties } = schema
    const next = properties !== undefined && Object.hasOwn(properties, token) ? properties[token] : schema.items
    if (next === undefined) break
    schema = next.$ref === undefined ? next : resolveRef(next.$ref)
    clause = next['x-clause'] ?? schema['x-clause'] ?? clause
  }
  return { schema, clause }
}
