import { isJsonObject, type JsonObject, readPointer } from './json.js'
import { type ContractSchema, contractRefs } from './contractSchema.js'

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
