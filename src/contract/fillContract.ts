import { isJsonObject, type JsonObject, readPointer, pointerTokens, toPointer, describeValue } from './json.js'

export interface OperationFilling {
  /** `POST`, in any case. */
  readonly method: string
  /** Below the server's address, with `{id}` for the booking's id: `/bookings/{id}/confirm`. */
  readonly path: string
  /** The place of each field that the documents do not name: `body:/x`, `query:x`, `header:X`; null: not sent. */
  readonly fields: Readonly<Record<string, string | null>>
  readonly items?: string
}

export interface ContractFilling {
  readonly serverUrl?: string
  /** The header that carries the credentials; `Authorization` when not given. */
  readonly credentialHeader?: string
  /** By `operationId`. Null: not offered. Left out: the contract's default stays, and stays marked as one. */
  readonly operations: Readonly<Record<string, OperationFilling | null>>
  /** JSON Pointers into what a component schema describes, by the schema's name and the field (`x-field`). */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly links?: { readonly response: string; readonly id: string }
}

/**
 * The contract as one target fills it in, as a plain OpenAPI document. `x-gap` stays on what is not filled; what is
 * filled keeps its `x-clause`. Fields that the document lacks (the capability's without the overlay) are left out.
 * @param document the contract, not changed
 * @throws Error where two operations share a method and path, where an operation has no such field, on a place that is
 * not of the form above, and on a method that OpenAPI does not know
 */
export function fillContract(document: JsonObject, filling: ContractFilling): JsonObject {
  const filled = structuredClone(document)
  const operations = takeOperations(filled)
  const paths: JsonObject = {}
  filled['paths'] = paths
  for (const operation of operations) {
    const how = filling.operations[operation.id]
    if (how === null) continue
    if (how !== undefined) fillOperation(filled, operation.id, operation.content, how)
    const { method, path } = how ?? operation
    addOperation(paths, method.toLowerCase(), path, operation)
  }
  for (const [schema, places] of Object.entries(filling.fields))
    fillFields(filled, objectIn(filled, `${schemas}/${schema}`), places)
  if (filling.links !== undefined) fillLinks(filled, filling.links)
  fillServer(filled, filling)
  return tidy(filled)
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly content: JsonObject
  readonly parameters: unknown
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function takeOperations(document: JsonObject): Operation[] {
  return Object.entries(objectIn(document, '/paths')).flatMap(([path, item]) => {
    const { parameters, ...rest } = objectOr(item)
    return Object.entries(rest).flatMap(([method, content]) =>
      methods.includes(method) && isJsonObject(content)
        ? [{ id: textIn(content, 'operationId'), method, path, content, parameters }]
        : [],
    )
  })
}

function addOperation(paths: JsonObject, method: string, path: string, operation: Operation): void {
  const { content, id, parameters } = operation
  if (!methods.includes(method)) throw new Error(`${method} ${path}: OpenAPI knows no method ${method}`)
  const place = objectOr(paths[path])
  if (Object.hasOwn(place, method)) {
    throw new Error(`${method} ${path}: ${id} and another operation have the same method and path`)
  }
  if (path.includes('{') && parameters !== undefined) place['parameters'] = parameters
  place[method] = content
  paths[path] = place
}

function fillOperation(document: JsonObject, id: string, operation: JsonObject, how: OperationFilling): void {
  delete operation['x-gap']
  const fields = takeOperationFields(document, operation)
  for (const name of Object.keys(how.fields))
    if (!fields.has(name)) throw new Error(`${id}: the contract has no field ${name} to fill in`)
  const named = Object.keys(how.fields)
  // What the filling says nothing about comes last, and stays where it is by default.
  for (const name of [...named, ...[...fields.keys()].filter((each) => !named.includes(each))]) {
    const field = fields.get(name)
    const place = how.fields[name]
    if (field !== undefined && place !== null) placeField(document, id, operation, filled(field, place))
  }
  if (how.items !== undefined) fillEnvelope(document, id, operation, how.items)
}

function textIn(content: JsonObject, name: string): string {
  const found = content[name]
  if (typeof found !== 'string') throw new Error(`the contract has no text at ${name} but ${describeValue(found)}`)
  return found
}

/** The fields of the requests of an operation, each with its place there: `body:/x`, `query:x`. */
function takeOperationFields(document: JsonObject, operation: JsonObject): Map<string, MovingSchema> {
  const fields = new Map<string, MovingSchema>()
  operation['parameters'] = listOr(operation['parameters']).filter((parameter) => {
    if (!isJsonObject(parameter) || typeof parameter['x-field'] !== 'string') return true
    const { schema, description, 'x-gap': gap, 'x-field': field, required } = parameter
    if (!isJsonObject(schema)) return true
    fields.set(field, {
      schema: { ...schema, description, 'x-gap': gap },
      required: required === true,
      place: `${textIn(parameter, 'in')}:${textIn(parameter, 'name')}`,
    })
    return false
  })
  const body = readPointer<unknown>(operation, bodySchema)
  if (isJsonObject(body))
    for (const [field, moving] of takeFields(followRef(document, body), 'body:')) fields.set(field, moving)
  return fields
}

const bodySchema = '/requestBody/content/application~1json/schema'

function placeField(document: JsonObject, id: string, operation: JsonObject, field: MovingSchema): void {
  const { place } = field
  const [, where, name = ''] = /^(body|query|header):(.+)$/.exec(place) ?? []
  if (where === undefined || (where === 'body' && !name.startsWith('/'))) {
    throw new Error(`${id}: ${place} is no place of the form body:/x, query:x or header:X`)
  }
  if (where === 'body') {
    const schema = readPointer<unknown>(operation, bodySchema) ?? addBody(operation)
    if (isJsonObject(schema)) placeSchema(document, followRef(document, schema), { ...field, place: name })
    return
  }
  const { description, 'x-gap': gap, ...schema } = field.schema
  const parameter = { name, in: where, required: field.required, description, 'x-clause': schema['x-clause'], schema }
  operation['parameters'] = [
    ...listOr(operation['parameters']),
    gap === undefined ? parameter : { ...parameter, 'x-gap': gap },
  ]
}

function addBody(operation: JsonObject): JsonObject {
  const schema: JsonObject = { type: 'object', 'x-clause': operation['x-clause'] }
  operation['requestBody'] = { required: true, content: { 'application/json': { schema } } }
  return schema
}

const schemas = '/components/schemas'
const answer = '/responses/2XX'

function fillEnvelope(document: JsonObject, id: string, operation: JsonObject, pointer: string): void {
  const response = objectIn(operation, answer)
  delete response['x-gap']
  const ref = objectIn(response, '/content/application~1json/schema')['$ref']
  const component = typeof ref === 'string' ? objectIn(document, ref.slice(1)) : {}
  const item = itemOf(component)
  if (typeof ref !== 'string' || item === undefined) throw new Error(`${id}: its answer is no array of anything`)
  const { title, description, 'x-clause': clause } = component
  const envelope: JsonObject = { title, description, 'x-clause': clause }
  // Whether what `*` goes through is a map or a list, no profile says.
  const [before = '', inside] = pointer.split('/*', 2)
  const list =
    inside === undefined
      ? { type: 'array', 'x-clause': clause, items: { $ref: item, 'x-clause': clause } }
      : { 'x-clause': clause, description: `The items stand at ${pointer}.` }
  placeSchema(document, envelope, { schema: list, required: true, place: before })
  objectIn(document, schemas)[ref.slice(ref.lastIndexOf('/') + 1)] = envelope
}

function itemOf(schema: JsonObject): string | undefined {
  const items = listOr(schema['anyOf'], [schema]).map((way) => readPointer<unknown>(way, '/items/$ref'))
  return items.find((ref) => typeof ref === 'string')
}

function fillFields(document: JsonObject, schema: JsonObject, places: Readonly<Record<string, string>>): void {
  const properties = Object.entries(objectOr(schema['properties']))
  const fields = takeFields(schema, '')
  for (const [name, property] of properties) {
    const target = isJsonObject(property) ? followRef(document, property) : property
    if (target !== property && isJsonObject(target))
      for (const [field, moving] of takeFields(target, `/${name}`)) fields.set(field, moving)
  }
  for (const [name, field] of fields) placeSchema(document, schema, filled(field, places[name]))
}

/** A field at the place that a filling gives it, if it gives one: then it is no gap any more. */
function filled(field: MovingSchema, place: string | undefined): MovingSchema {
  if (place === undefined) return field
  const { 'x-gap': _gap, ...schema } = field.schema
  return { ...field, schema, place }
}

/** Links to each operation whose path takes the id that the response has, so that tools know what comes after what. */
function fillLinks(document: JsonObject, { response, id }: NonNullable<ContractFilling['links']>): void {
  const following = takeOperations(document).filter(({ path }) => path.includes('{id}'))
  objectIn(document, `/components/responses/${response}`)['links'] = Object.fromEntries(
    following.map(({ id: operationId }) => [operationId, { operationId, parameters: { id: `$response.body#${id}` } }]),
  )
}

function fillServer(document: JsonObject, { serverUrl, credentialHeader }: ContractFilling): void {
  if (serverUrl !== undefined) document['servers'] = [{ url: serverUrl }]
  if (credentialHeader === undefined) return
  const scheme = Object.values(objectIn(document, '/components/securitySchemes')).find(isJsonObject)
  if (scheme === undefined) throw new Error('the contract has no security scheme')
  delete scheme['x-gap']
  if (credentialHeader.toLowerCase() === 'authorization') return
  delete scheme['scheme']
  Object.assign(scheme, { type: 'apiKey', in: 'header', name: credentialHeader })
}

/** Drops `x-field`, our handle for filling that says nothing to other tools, and members without a value. */
function tidy(node: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined || (key === 'x-field' && typeof value === 'string')) delete node[key]
    else if (typeof value === 'object' && value !== null) tidy(value as JsonObject) // arrays too, by index
  }
  return node
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function listOr(value: unknown, otherwise: unknown[] = []): unknown[] {
  return Array.isArray(value) ? value : otherwise
}

function objectIn(value: JsonObject, pointer: string): JsonObject {
  const found = readPointer<unknown>(value, pointer)
  if (!isJsonObject(found)) throw new Error(`the contract has no object at ${pointer}`)
  return found
}

/** A schema on its way to its place: a JSON Pointer into a value; in a request after `body:`, `query:` or `header:`. */
export interface MovingSchema {
  readonly schema: JsonObject
  readonly required: boolean
  readonly place: string
}

/** Puts a schema where a JSON Pointer into the value leads. Changes `root` and the components that it refers to. */
export function placeSchema(document: JsonObject, root: JsonObject, { schema, required, place }: MovingSchema): void {
  const tokens = pointerTokens(place)
  let here = root
  for (const [depth, token] of tokens.entries()) {
    const filling = depth === tokens.length - 1 ? schema : { 'x-clause': schema['x-clause'] }
    if (/^\d+$/.test(token)) {
      here['type'] = 'array'
      here = fill(document, here, 'items', filling)
      continue
    }
    here['type'] = 'object'
    const properties = objectOr(here['properties'])
    here['properties'] = properties
    const names = listOr(here['required'])
    if (required && !names.includes(token)) here['required'] = [...names, token]
    here = fill(document, properties, token, filling)
  }
  if (tokens.length === 0) Object.assign(root, schema)
}

function fill(document: JsonObject, holder: JsonObject, key: string, filling: JsonObject): JsonObject {
  const there = Object.hasOwn(holder, key) ? holder[key] : undefined
  const made = isJsonObject(there) ? there : { ...filling }
  // Not by assignment: a key of the profile may be called __proto__.
  Object.defineProperty(holder, key, { value: made, enumerable: true, writable: true, configurable: true })
  return followRef(document, made)
}

export function followRef(document: JsonObject, schema: JsonObject): JsonObject {
  const { $ref } = schema
  const target = typeof $ref === 'string' ? readPointer<unknown>(document, $ref.slice(1)) : schema
  if (!isJsonObject(target))
    throw new Error(`the contract has nothing at ${typeof $ref === 'string' ? $ref : describeValue($ref)}`)
  return target
}

/** Takes the properties with an `x-field` out of an object schema, by that name. @param above the schema's place */
export function takeFields(schema: JsonObject, above: string): Map<string, MovingSchema> {
  const taken = new Map<string, MovingSchema>()
  const properties = objectOr(schema['properties'])
  const required = listOr(schema['required'])
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property) || typeof property['x-field'] !== 'string') continue
    const place = `${above}${toPointer([name])}`
    taken.set(property['x-field'], { schema: property, required: required.includes(name), place })
    delete properties[name]
  }
  const left = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  if (left.length > 0) schema['required'] = left
  else delete schema['required']
  return taken
}
