import { withoutTrailingSlash } from '../client/withoutTrailingSlash.js'
import { isHeaderName } from '../profile/place.js'
import { isJsonObject, type JsonObject } from '../contract/jsonObject.js'
import type { DescribedOperation, DescribedPlace } from '../suite/interview.js'
import { describedPlaces, followed, readingOf, requiredOf, valuesOf, type Reading } from './describedSchema.js'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostOperations = 400

/** An OpenAPI document, as far as it says how a target can be talked to. */
export interface Description {
  readonly operations: readonly DescribedOperation[]
  /** Those that are not below the address, but on the same server: there may be what serves tests alone. */
  readonly beside: readonly DescribedOperation[]
  /** Headers that carry credentials. */
  readonly credentialHeaders: readonly string[]
  /** Parameters of the query that do. */
  readonly credentialQuery: readonly string[]
}

/**
 * Reads an OpenAPI document of a target at an address; null: it is none. Operations with more than one parameter in their path are left
 * out. It is believed for as long as answers do not say otherwise.
 * @param url base address of the target: what paths of the document repeat of it is taken off
 */
export function describedOperations(document: unknown, url: string): Description | null {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return null
  const base = new URL(url).pathname.replace(/\/$/, '')
  const paths = Object.entries(document['paths']).filter(([path]) => path.startsWith('/'))
  const repeats = base !== '' && paths.some(([path]) => path.startsWith(`${base}/`))
  const reading = readingOf(document)
  const all = paths.slice(0, mostOperations).flatMap(([path, item]) => {
    const shared = followed(item, reading)
    const names = [...path.matchAll(/\{([^{}]{1,60})\}/g)].map(([, name = '']) => name)
    if (names.length > 1) return []
    const isBeside = repeats && !path.startsWith(`${base}/`)
    const below = (repeats && !isBeside ? path.slice(base.length) : path).replace(/\{[^{}]{1,60}\}/, '{id}')
    return methods.flatMap((method) => {
      const operation = shared[method]
      if (!isJsonObject(operation)) return []
      const elsewhere = isBeside ? new URL(url).origin : ownServer([operation, shared], url)
      const found = operationOf(method, below, operation, shared, reading)
      return [elsewhere === null ? found : { ...found, url: elsewhere }]
    })
  })
  const operations = all.slice(0, mostOperations)
  return {
    operations: operations.filter((operation) => operation.url === undefined),
    beside: operations.filter((operation) => operation.url !== undefined),
    credentialHeaders: credentialsIn('header', reading),
    credentialQuery: credentialsIn('query', reading),
  }
}

/** The address that an operation has for itself, where that is another one of the same server; null: it has none. */
function ownServer(said: readonly JsonObject[], url: string): string | null {
  const [servers] = said.flatMap(({ servers }) => (Array.isArray(servers) ? [servers] : []))
  const [first]: readonly unknown[] = servers ?? []
  const own = isJsonObject(first) && typeof first['url'] === 'string' ? first['url'] : ''
  const found = own !== '' && URL.canParse(own, url) ? withoutTrailingSlash(new URL(own, url).href) : url
  return found === url || new URL(found).origin !== new URL(url).origin ? null : found
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

function credentialsIn(place: 'header' | 'query', reading: Reading): readonly string[] {
  const { components, securityDefinitions } = reading.document
  const schemes = isJsonObject(components) ? components['securitySchemes'] : securityDefinitions
  if (!isJsonObject(schemes)) return []
  return Object.values(schemes).flatMap((given) => {
    const { type, in: where, name } = followed(given, reading)
    const isOne = type === 'apiKey' && where === place && typeof name === 'string'
    return isOne && (place === 'query' || isHeaderName(name)) ? [name] : []
  })
}
