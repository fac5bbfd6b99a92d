import { contractOperations } from './contractOperations.js'
import type { ContractSchema } from './contractSchema.js'
import { contractRefs } from './contractRefs.js'
import { isJsonObject, type JsonObject } from './jsonObject.js'
import { readPointer } from './jsonPointer.js'

/**
 * The schema of one input of an operation, by the name under which a profile binds it (`x-field`), or its own.
 * @param document the contract
 * @throws Error where the operation has no such input
 */
export function inputSchema(document: JsonObject, operationId: string, input: string): ContractSchema {
  const resolve = contractRefs(document)
  const operation = contractOperations(document).find(({ id }) => id === operationId)?.content ?? {}
  const ref = readPointer<unknown>(operation, '/requestBody/content/application~1json/schema/$ref')
  const properties = typeof ref === 'string' ? (resolve(ref).properties ?? {}) : {}
  const inBody = Object.entries(properties).find(([name, property]) => (property['x-field'] ?? name) === input)
  if (inBody !== undefined) return inBody[1]
  const parameters: unknown = operation['parameters']
  const found = (Array.isArray(parameters) ? parameters : []).find(
    (each) => isJsonObject(each) && (each['x-field'] ?? each['name']) === input,
  )
  if (!isJsonObject(found) || !isJsonObject(found['schema']))
    throw new Error(`${operationId} has no input ${input} in the contract`)
  const { 'x-gap': gap } = found
  return { ...found['schema'], ...(typeof gap === 'string' && { 'x-gap': gap }) }
}
