import { contractInputs, type ContractInput } from './contractInputs.js'
import { isJsonObject, type JsonObject } from './jsonObject.js'
import { readPointer } from './jsonPointer.js'

export interface ContractOperation {
  readonly id: string
  readonly summary: string
  readonly clause: string
  readonly isOpen: boolean
  /** Its method and path, as a profile says them: `GET /bookings/{id}`. */
  readonly request: string
  /** Name of the component schema that a success answers; null: of none of its own. */
  readonly answers: string | null
  readonly lists: boolean
  /** Name of the component schema that the body of its requests has; null: they have none. */
  readonly takes: string | null
  readonly inputs: readonly ContractInput[]
  readonly content: JsonObject
}

export function contractOperations(document: JsonObject): readonly ContractOperation[] {
  const paths = document['paths']
  return Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, content]) => {
      if (!isJsonObject(content) || typeof content['operationId'] !== 'string') return []
      const request = `${method.toUpperCase()} ${path}`
      const { operationId: id, summary, 'x-clause': clause } = content
      const about = { summary: asText(summary), clause: asText(clause) }
      const isOpen = content['x-gap'] !== undefined
      const [answers, takes, inputs] = [
        answerOf(document, content),
        takenBy(content),
        contractInputs(document, content),
      ]
      const lists = readPointer<unknown>(document, `/components/schemas/${answers ?? ''}/type`) === 'array'
      return [{ id, ...about, isOpen, request, answers, lists, takes, inputs, content }]
    }),
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
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
