import { isHeaderName } from '../profile/place.js'
import { isJsonObject, type JsonObject } from '../contract/jsonObject.js'
import type { DescribedOperation, DescribedPlace } from '../suite/interview.js'
import { describedPlaces, followed, readingOf, requiredOf, valuesOf, type Reading } from './describedSchema.js'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostOperations = 400

/**
 * The operations that an OpenAPI document of a target describes. null: it is no such document. Those with more than one
 * parameter in their path are left out. It is believed for as long as answers do not say otherwise.
 * @param url base address of the target: what paths of the document repeat of it is taken off
 */
export function describedOperations(document: unknown, url: string): readonly DescribedOperation[] | null {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return null
  const base = new URL(url).pathname.replace(/\/$/, '')
  const paths = Object.entries(document['paths']).filter(([path]) => path.startsWith('/'))
  const repeats = base !== '' && paths.some(([path]) => path.startsWith(`${base}/`))
  const reading = readingOf(document)
  const operations = paths.slice(0, mostOperations).flatMap(([path, item]) => {
    const shared = followed(item, reading)
    const names = [...path.matchAll(/\{[^{}]{1,60}\}/g)]
    if (names.length > 1 || (repeats && !path.startsWith(`${base}/`))) return []
    const below = (repeats ? path.slice(base.length) : path).replace(/\{[^{}]{1,60}\}/, '{id}')
    return methods.flatMap((method) => {
      const operation = shared[method]
      return isJsonObject(operation) ? [operationOf(method, below, operation, shared, reading)] : []
    })
  })
  return operations.slice(0, mostOperations)
}

function operationOf(
  method: string,
  path: string,
  operation: JsonObject,
  shared: JsonObject,
  reading: Reading,
): DescribedOperation {
  const body = bodySchema(operation['requestBody'], reading) ?? inBody(operation, reading)
  const members = describedPlaces(body, reading).filter(({ place }) => place !== '' && !place.includes('*'))
  return {
    method: method.toUpperCase(),
    path,
    inputs: [
      ...members.map((member) => ({ ...member, place: `body:${member.place}` })),
      ...[shared, operation].flatMap(({ parameters }) => parametersOf(parameters, reading)),
    ],
    required: requiredOf(body, reading),
    answer: describedPlaces(answerSchema(operation, reading), reading),
  }
}

function parametersOf(parameters: unknown, reading: Reading): readonly DescribedPlace[] {
  if (!Array.isArray(parameters)) return []
  return parameters.slice(0, 60).flatMap((given: unknown) => {
    const parameter = followed(given, reading)
    const { name, in: where } = parameter
    if (typeof name !== 'string' || (where !== 'query' && where !== 'header')) return []
    if (where === 'header' && !isHeaderName(name)) return []
    // In OpenAPI 2 the parameter is its own schema.
    const schema = followed(parameter['schema'] ?? parameter, reading)
    return [{ place: `${where}:${name}`, name, ...valuesOf(schema) }]
  })
}

function bodySchema(body: unknown, reading: Reading): unknown {
  return contentSchema(followed(body, reading)['content'])
}

/** Where OpenAPI 2 has it. */
function inBody({ parameters }: JsonObject, reading: Reading): unknown {
  if (!Array.isArray(parameters)) return undefined
  return parameters.map((given: unknown) => followed(given, reading)).find((each) => each['in'] === 'body')?.['schema']
}

function answerSchema({ responses }: JsonObject, reading: Reading): unknown {
  if (!isJsonObject(responses)) return undefined
  const [, first] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const answer = followed(first, reading)
  return contentSchema(answer['content']) ?? answer['schema']
}

function contentSchema(content: unknown): unknown {
  if (!isJsonObject(content)) return undefined
  const [, media] = Object.entries(content).find(([type]) => /json/i.test(type)) ?? []
  return isJsonObject(media) ? media['schema'] : undefined
}
