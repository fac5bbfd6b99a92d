import type { ContractSchema } from './contractSchema.js'
import { contractRefs } from './contractRefs.js'
import { isJsonObject, type JsonObject } from './jsonObject.js'
import { readPointer } from './jsonPointer.js'

/** An input of an operation: a member of the body of its requests, or a parameter of their query. */
export interface ContractInput {
  /** The name under which a profile binds it: `x-field`, or its own. */
  readonly name: string
  /** Where the contract has it: `body:/uuid`, `query:page`. */
  readonly place: string
  readonly isOpen: boolean
  readonly description: string
  readonly schema: ContractSchema
}

/** The inputs of an operation of an OpenAPI document, in its order: those of the body first. */
export function contractInputs(document: JsonObject, operation: JsonObject): readonly ContractInput[] {
  const ref = readPointer<unknown>(operation, '/requestBody/content/application~1json/schema/$ref')
  const properties = typeof ref === 'string' ? (contractRefs(document)(ref).properties ?? {}) : {}
  const inBody = Object.entries(properties).map(([name, schema]) => inputOf(name, `body:/${name}`, schema, schema))
  const parameters: unknown = operation['parameters']
  const inQuery = (Array.isArray(parameters) ? parameters : []).flatMap((said: unknown) => {
    if (!isJsonObject(said) || said['in'] !== 'query' || !isJsonObject(said['schema'])) return []
    const { name, schema, ...about } = said
    const { 'x-gap': gap } = about
    const own = { ...schema, ...(typeof gap === 'string' && { 'x-gap': gap }) }
    return typeof name === 'string' ? [inputOf(name, `query:${name}`, about, own)] : []
  })
  return [...inBody, ...inQuery]
}

/** @param about what the contract says of the input, beside what its values are */
function inputOf(own: string, place: string, about: ContractSchema, schema: ContractSchema): ContractInput {
  const { 'x-field': field, description = '' } = about
  return { name: field ?? own, place, isOpen: field !== undefined, description, schema }
}
