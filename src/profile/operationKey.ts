import type { JsonObject } from '../contract/json.js'
import type { Form, Key, KeyOptions, Keys, Meanings } from './key.js'
import {
  about,
  meanings,
  fallbackOf,
  orNull,
  recordedMap,
  recordedPlace,
  reference,
  textOf,
  textType,
  unchecked,
  type RecordedMap,
} from './keyParts.js'
import { map, named, optional, payload, text } from './keys.js'
import { isMap, type JsonMap } from './mergeProfile.js'
import { parseRequest } from './place.js'
import type { HelperRequest, Json, Operation, Place } from './profile.js'

/** An operation of the service: where it is, where each logical field is written, and what else a pack must know of it. */
export function operation<More extends Keys>(
  description: string,
  requestDefault: string,
  fields: Readonly<Record<string, Key<Place | null>>>,
  more: More,
  { from, body }: { readonly from?: string; readonly body?: JsonMap } = {},
): Key<(Operation & Meanings<More>) | null> {
  const asked = {
    request: requestText(
      'Method and path of this operation. The path is appended to target.url; {id} stands for the booking id, percent-encoded.',
      { request: 'id' in fields ? 'with id' : 'without id' },
      { fallback: requestDefault, ...(from !== undefined && { from }) },
    ),
  }
  const extra = {
    headers: named(
      'Extra headers of every request of this operation. Replaces the default payload of this kind as a whole.',
      'headers',
    ),
    query: named(
      'Extra query parameters of every request of this operation. Replaces the default as a whole.',
      'query',
    ),
    body: payload(
      'Extra body members of every request of this operation; texts may hold date templates such as {today+30}. Replaces the default as a whole.',
      body,
    ),
  }
  const members = { ...asked, ...fields, ...more, ...extra }
  const all = map(`${description} null: the target does not offer it.`, members, { orNull: true })
  const own = { ...more, ...extra }
  return {
    ...all,
    fallback: fallbackOf(members),
    recorded: orNull(withPath(recordedMap(own), { fields: { type: 'object', additionalProperties: recordedPlace } })),
    meaning: (value) => {
      if (!isMap(value)) return null
      const places = Object.entries(fields).flatMap(([name, key]): [string, Place][] => {
        const found = key.meaning(value[name] ?? null)
        return found === null ? [] : [[name, found]]
      })
      // The members of an operation, and those of `more`.
      return {
        items: '',
        ...requestOf(value['request']),
        fields: Object.fromEntries(places),
        ...meanings(own, value),
      } as Operation & Meanings<More>
    },
  }
}

/** Where test controls are that are not below the address of the target: what it does not say of them is not sent there. */
const elsewhere = {
  url: optional(
    text(
      'Address that the path is appended to, where that is not target.url: http or https, or a path of the same host, such as /. No credentials go there but those of headers.',
      { examples: ['/', 'https://lab.supplier.example:8443'] },
      'base',
    ),
  ),
  headers: optional(named('Headers of this request.', 'headers', { templates: false })),
}

export function request<Members extends Keys>(
  description: string,
  how: { readonly id: 'without id' | 'with id'; readonly description: string; readonly examples: readonly Json[] },
  members: Members,
): Key<(HelperRequest & Meanings<Members>) | null> {
  const all = { ...elsewhere, ...members }
  const asked = requestText(how.description, { request: how.id, helper: true }, { examples: how.examples })
  return {
    ...map(description, { request: asked, ...all }, { orNull: true }),
    recorded: orNull(withPath(recordedMap(all))),
    meaning: (value) =>
      isMap(value)
        ? { ...requestOf(value['request']), ...meanings(elsewhere, value), ...meanings(members, value) }
        : null,
  }
}

export function requestLine(
  description: string,
  options: KeyOptions,
): Key<{ readonly method: string; readonly path: string }> {
  return {
    ...requestText(description, { request: 'without id', helper: true }, options),
    recorded: withPath({ type: 'object', required: [], properties: {} }),
    meaning: requestOf,
  }
}

function requestText(description: string, form: Form & object, options: KeyOptions): Key<string> {
  return {
    ...about(options),
    form,
    schema: reference(description, 'request', options),
    recorded: textType,
    meaning: textOf,
  }
}

function requestOf(value: Json | undefined): { readonly method: string; readonly path: string } {
  const found = parseRequest(textOf(value ?? null))
  if (found === null) throw unchecked(value ?? null, 'request')
  return found
}

function withPath({ required, properties }: RecordedMap, more: JsonObject = {}): JsonObject {
  const all = { method: textType, path: textType, ...more }
  return { type: 'object', required: [...Object.keys(all), ...required], properties: { ...all, ...properties } }
}
