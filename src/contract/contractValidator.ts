import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { contractDocument, type ContractOptions } from './contractDocument.js'
import { contractError, type ContractError } from './contractError.js'
import { onlyWithPricing, schemaRef, type ContractKind } from './contractKind.js'
import { contractRefs } from './contractRefs.js'
import type { ContractSchema, ResolveRef } from './contractSchema.js'
import { describeSchema, describeType } from './describeSchema.js'
import { isUrl, isUtcTimestamp, isUuid } from './formats.js'
import { pointerTokens, readPointer, toPointer } from './jsonPointer.js'

/** Where a payload departs from the contract, one error a place; none where it conforms. Never throws. */
export type ContractValidator = (value: unknown) => readonly ContractError[]

const validators = new Map<string, ContractValidator>()
const ajvs = new Map<boolean, Ajv2020>()

/**
 * The validator of one kind of payload, compiled when it is first asked for and kept.
 *
 * `pricing` says whether `octo/pricing` was asked for. The kinds `pricing` and `bookingPricing` exist with it alone and take no notice.
 */
export function contractValidator(kind: ContractKind, options: ContractOptions): ContractValidator {
  const pricing = options.pricing || onlyWithPricing(kind)
  const key = `${kind} ${pricing}`
  const known = validators.get(key)
  if (known !== undefined) return known
  const made = makeValidator(kind, { pricing })
  validators.set(key, made)
  return made
}

function makeValidator(kind: ContractKind, options: ContractOptions): ContractValidator {
  const ref = schemaRef(kind)
  const resolveRef = contractRefs(options)
  const validate = compile(ref, options)
  return (value) => {
    if (validate(value)) return []
    const byPlace = new Map<string, ContractError>()
    for (const error of validate.errors ?? []) {
      const found = translate(error, value, resolveRef(ref), resolveRef)
      // A wrong type also breaks the enum beside it: the first error of a place says enough.
      if (!byPlace.has(found.pointer)) byPlace.set(found.pointer, found)
    }
    return [...byPlace.values()]
  }
}

function compile(ref: string, options: ContractOptions): ValidateFunction {
  const ajv = ajvs.get(options.pricing) ?? makeAjv(options)
  const validate = ajv.getSchema(`contract${ref}`)
  if (validate === undefined) throw new Error(`the contract has no schema ${ref}`)
  return validate
}

function makeAjv(options: ContractOptions): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    // One by one: `strict: true` would also switch on strictRequired, which the overlay's own way of adding properties breaks.
    strictSchema: true,
    strictNumbers: true,
    strictTypes: true,
    strictTuples: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A test holds every schema to the meta-schema; doing so at each start would cost more than the validation.
    validateSchema: false,
    inlineRefs: false,
  })
  ajv.addVocabulary(['components', 'x-clause', 'x-clause-of', 'x-gap', 'x-field'])
  ajv.addFormat('date-time', isUtcTimestamp)
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('uri', isUrl)
  // The components alone are a schema to Ajv, one whose `components` asks for nothing.
  ajv.addSchema({ components: contractDocument(options)['components'] }, 'contract')
  ajvs.set(options.pricing, ajv)
  return ajv
}

function translate(error: ErrorObject, value: unknown, root: ContractSchema, resolveRef: ResolveRef): ContractError {
  const missing: unknown = error.params['missingProperty']
  const pointer = error.instancePath + (typeof missing === 'string' ? toPointer([missing]) : '')
  const { schema, clause: ofPlace } = locate(root, pointer, resolveRef)
  const clause = schema['x-clause-of']?.[error.keyword] ?? ofPlace
  const expected = error.keyword === 'type' ? describeType(schema.type) : describeSchema(schema, resolveRef)
  return contractError({
    pointer,
    clause,
    keyword: error.keyword,
    expected,
    received: readPointer<unknown>(value, pointer),
  })
}

/** Walks the schema along a pointer into the value; the clause is that of the property, before that of the type it refers to. */
function locate(
  root: ContractSchema,
  pointer: string,
  resolveRef: ResolveRef,
): { schema: ContractSchema; clause: string } {
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
