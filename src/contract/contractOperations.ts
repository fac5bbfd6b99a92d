import { isJsonObject, type JsonObject } from './jsonObject.js'
import { readPointer } from './jsonPointer.js'

/** An operation of the contract. */
export interface ContractOperation {
  readonly id: string
  /** Its method and path, as a profile says them: `GET /bookings/{id}`. */
  readonly request: string
  /** Name of the component schema that a success answers; null: of none of its own. */
  readonly answers: string | null
  /** Name of the component schema that the body of its requests has; null: they have none. */
  readonly takes: string | null
  readonly content: JsonObject
}

/** The operations of an OpenAPI document, in its order. */
export function contractOperations(document: JsonObject): readonly ContractOperation[] {
  const paths = document['paths']
  return Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, content]) => {
      if (!isJsonObject(content) || typeof content['operationId'] !== 'string') return []
      const request = `${method.toUpperCase()} ${path}`
      const [answers, takes] = [answerOf(document, content), takenBy(content)]
      return [{ id: content['operationId'], request, answers, takes, content }]
    }),
  )
}

function takenBy(operation: JsonObject): string | null {
  const schema = readPointer<unknown>(operation, '/requestBody/content/application~1json/schema/$ref')
  return typeof schema === 'string' ? (schema.split('/').at(-1) ?? null) : null
}

function answerOf(document: JsonObject, operation: JsonObject): string | null {
  const named = readPointer<unknown>(operation, '/responses/2XX')
  const ref = isJsonObject(named) ? named['$ref'] : undefined
  const response = typeof ref === 'string' ? readPointer<unknown>(document, ref.slice(1)) : named
  const schema = readPointer<unknown>(response, '/content/application~1json/schema/$ref')
  return typeof schema === 'string' ? (schema.split('/').at(-1) ?? null) : null
}
