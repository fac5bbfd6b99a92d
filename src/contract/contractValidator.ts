import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { contractError, type ContractError } from './contractError.js'
import { contractRefs } from './contractRefs.js'
import type { ContractSchema, ResolveRef } from './contractSchema.js'
import { describeSchema, describeType } from './describeSchema.js'
import { isUrl, isUtcTimestamp, isUuid } from './formats.js'
import type { JsonObject } from './jsonObject.js'
import { pointerTokens, readPointer, toPointer } from './jsonPointer.js'

/** Where a payload departs from the contract, one error a place; none where it conforms. Never throws. */
export type ContractValidator = (value: unknown) => readonly ContractError[]

/**
 * The validators of a contract's component schemas, each compiled when it is first asked for and kept.
 * @returns takes the reference of a schema, `#/components/schemas/X`; throws Error where there is none of that name
 */
export function contractValidators(document: JsonObject): (ref: string) => ContractValidator {
  const ajv = makeAjv(document)
  const resolveRef = contractRefs(document)
  const made = new Map<string, ContractValidator>()
  return (ref) => {
    const known = made.get(ref)
    if (known !== undefined) return known
    const validate = ajv.getSchema(`contract${ref}`)
    if (validate === undefined) throw new Error(`the contract has no schema ${ref}`)
    const validator = validatorOf(validate, resolveRef(ref), resolveRef)
    made.set(ref, validator)
    return validator
  }
}

function validatorOf(validate: ValidateFunction, schema: ContractSchema, resolveRef: ResolveRef): ContractValidator {
  return (value) => {
    if (validate(value)) return []
    const byPlace = new Map<string, ContractError>()
    for (const error of validate.errors ?? []) {
      const found = translate(error, value, schema, resolveRef)
      // A wrong type also breaks the enum beside it: the first error of a place says enough.
      if (!byPlace.has(found.pointer)) byPlace.set(found.pointer, found)
    }
    return [...byPlace.values()]
  }
}

function makeAjv(document: JsonObject): Ajv2020 {
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
    // To make the code of a schema shorter takes longer than a run has use of it.
    code: { optimize: false },
  })
  ajv.addVocabulary(['components', 'x-clause', 'x-clause-of', 'x-gap', 'x-field'])
  // The standard formats, but for three that the documents mean otherwise: any ISO 8601 form of a UTC time, and no local one; a UUID,
  // and no URN of one; the address of a picture, as browsers take it.
  addFormats.default(ajv)
  ajv.addFormat('date-time', isUtcTimestamp)
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('uri', isUrl)
  // The components alone are a schema to Ajv, one whose `components` asks for nothing.
  ajv.addSchema({ components: document['components'] }, 'contract')
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
