import type { JsonObject } from '../json.js'

/** An OpenAPI document of a server below its own address. */
export function describeApi(title: string, paths: JsonObject, schemas: JsonObject = {}): JsonObject {
  return { openapi: '3.0.3', info: { title, version: '2' }, paths, components: { schemas } }
}

/** An operation whose body is an object of these members; those named last must be there. */
export function described(
  summary: string,
  body: JsonObject | null,
  answer: JsonObject,
  rest: { readonly required?: readonly string[]; readonly headers?: JsonObject } = {},
): JsonObject {
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
  const headers = Object.entries(rest.headers ?? {})
  return {
    summary,
    parameters: headers.map(([name, schema]) => ({ name, in: 'header', schema })),
    ...(body !== null && {
      requestBody: { content: content({ type: 'object', required: [...(rest.required ?? [])], properties: body }) },
    }),
    responses: { '200': { description: 'done', content: content(answer) } },
  }
}

/** The parameter that a path names. */
export function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

export const aText: JsonObject = { type: 'string' }
export const aDay: JsonObject = { type: 'string', format: 'date' }
export const aCount: JsonObject = { type: 'integer', minimum: 1 }
export const aYesOrNo: JsonObject = { type: 'boolean', default: false }

/** An object of these members. */
export function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties }
}

/** One of some words. */
export function oneOf(...words: string[]): JsonObject {
  return { type: 'string', enum: words }
}

/** A list of these. */
export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

/** A schema that stands among those of the document. */
export function named(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` }
}
