import type { JsonObject } from '../contract/json.js'
import type { Form, Key, KeyOptions, Keys, Meanings, OptionalKey } from './key.js'
import {
  about,
  fallbackOf,
  meanings,
  orNull,
  placeOf,
  published,
  recordedMap,
  recordedPlace,
  reference,
  requiredOf,
  textOf,
  textOrNull,
  textType,
  unchecked,
} from './keyParts.js'
import { encodeBasic } from './credentials.js'
import { isMap, type JsonMap } from './mergeProfile.js'
import type { Json, Place } from './profile.js'

export function text(description: string, options: KeyOptions = {}, form?: Form): Key<string> {
  return {
    ...about(options),
    ...(form !== undefined && { form }),
    schema: published(description, { type: 'string', minLength: 1 }, options),
    recorded: textType,
    meaning: textOf,
  }
}

export function oneOf<Word extends string>(description: string, words: readonly [Word, ...Word[]]): Key<Word> {
  const [first] = words
  return {
    fallback: first,
    schema: published(description, { type: 'string', enum: words }, { fallback: first }),
    recorded: { enum: words },
    meaning: (value) => words.find((word) => word === value) ?? first,
  }
}

export function number(description: string, limits: JsonObject, fallback?: number): Key<number> {
  const options = { limits, ...(fallback !== undefined && { fallback }) }
  return {
    ...about(options),
    schema: published(description, { type: 'number' }, options),
    recorded: { type: 'number', minimum: -1e9, maximum: 1e9 },
    meaning: (value) => {
      if (typeof value !== 'number') throw unchecked(value, 'number')
      return value
    },
  }
}

export function truth(description: string, fallback?: boolean): Key<boolean> {
  const options = fallback === undefined ? {} : { fallback }
  return {
    ...options,
    schema: published(description, { type: 'boolean' }, options),
    recorded: { type: 'boolean' },
    meaning: (value) => value === true,
  }
}

/** A JSON Pointer; `fallback: null` where a target may have none. */
export function pointer(description: string, fallback: string, options: KeyOptions = {}): Key<string> {
  const all = { fallback, ...options }
  return {
    ...about(all),
    form: 'pointer',
    schema: reference(description, 'pointer', all),
    recorded: textType,
    meaning: textOf,
  }
}

/** A text, or null: there is none. */
export function maybeText(description: string, options: KeyOptions = {}): Key<string | null> {
  return {
    ...about(options),
    schema: published(description, { type: ['string', 'null'], minLength: 1 }, options),
    recorded: textOrNull,
    meaning: (value) => (value === null ? null : textOf(value)),
  }
}

export function maybePointer(
  description: string,
  fallback: string | null,
  options: KeyOptions = {},
): Key<string | null> {
  const all = { fallback, ...options }
  return {
    ...about(all),
    form: 'pointer',
    schema: reference(description, 'maybePointer', all),
    recorded: textOrNull,
    meaning: (value) => (value === null ? null : textOf(value)),
  }
}

/** Where an answer shows a value: a pointer into its body, or `header:X`; null: nowhere. */
export function pointerOrHeader(description: string, options: KeyOptions = {}): Key<string | null> {
  const all = { fallback: null, ...options }
  return {
    ...about(all),
    form: 'shown',
    schema: published(description, { type: ['string', 'null'], pattern: '^(/|$|header:[A-Za-z]|\\$\\{)' }, all),
    recorded: textOrNull,
    meaning: (value) => (value === null ? null : textOf(value)),
  }
}

/** Where a value is written in a request; null: the target has no place for it. */
export function place(description: string, fallback: string | null, options: KeyOptions = {}): Key<Place | null> {
  const all = { fallback, ...options }
  return {
    ...about(all),
    form: 'place',
    items: somePlace('One of several.'),
    schema: reference(description, 'maybePlace', all),
    recorded: { oneOf: [{ type: 'null' }, recordedPlace] },
    meaning: (value) => {
      if (!Array.isArray(value)) return value === null ? null : placeOf(value)
      const [first, ...also] = value.map((each: Json) => placeOf(each))
      if (first === undefined) throw unchecked(value, 'place')
      return also.length === 0 ? first : { ...first, also }
    },
  }
}

export function somePlace(description: string, options: KeyOptions = {}): Key<Place> {
  return { form: 'place', schema: reference(description, 'place', options), recorded: recordedPlace, meaning: placeOf }
}

export function optional<Meaning>(key: Key<Meaning>): OptionalKey<Meaning> {
  const { fallback: _, ...rest } = key
  return { ...rest, optional: true }
}

export function texts(
  description: string,
  options: KeyOptions & { readonly of?: JsonObject } = {},
  form?: Form,
): Key<readonly string[]> {
  const { of = { type: 'string', minLength: 1 } } = options
  const { fallback = [], examples } = options
  const shown = examples === undefined ? {} : { examples }
  return {
    fallback,
    schema: published(description, { type: 'array', items: of }, shown),
    recorded: { type: 'array', items: textType },
    ...(form !== undefined && { items: text('', {}, form) }),
    ...(options.compared !== undefined && { compared: options.compared }),
    meaning: (value) => (Array.isArray(value) ? value.map(textOf) : []),
  }
}

export function list<Meaning>(description: string, of: Key<Meaning>): Key<readonly Meaning[]> {
  return {
    fallback: [],
    items: of,
    schema: { description, type: 'array', items: of.schema },
    recorded: { type: 'array', items: of.recorded },
    meaning: (value) => (Array.isArray(value) ? value.map((item: Json) => of.meaning(item)) : []),
  }
}

export function named(
  description: string,
  payload: 'headers' | 'query',
  { templates = true, ...options }: KeyOptions & { readonly templates?: boolean } = {},
): Key<Readonly<Record<string, string>>> {
  return {
    fallback: {},
    form: { payload, templates },
    schema: reference(description, payload, options),
    recorded: { type: 'object', additionalProperties: textType },
    meaning: (value) => (isMap(value) ? Object.fromEntries(Object.entries(value).map(meant)) : {}),
  }

  function meant([name, each]: [string, Json]): [string, string] {
    return [name, payload === 'headers' ? encodeBasic(name, textOf(each)) : textOf(each)]
  }
}

export function payload(description: string, fallback: JsonMap = {}): Key<JsonMap> {
  return {
    fallback,
    form: { payload: 'body', templates: true },
    schema: reference(description, 'payload', Object.keys(fallback).length === 0 ? {} : { fallback }),
    recorded: { type: 'object' },
    meaning: (value) => (isMap(value) ? value : {}),
  }
}

/** Members of a body, or several such payloads. */
export function payloads(description: string): Key<JsonMap | readonly JsonMap[]> {
  const form = { payload: 'body', templates: true, ranges: true } as const
  const one = { ...payload(description), form }
  return {
    items: one,
    form,
    schema: { description, type: ['object', 'array'], minItems: 1, items: { type: 'object' } },
    recorded: { type: ['object', 'array'] },
    meaning: (value) => (Array.isArray(value) ? value.map((item: Json) => one.meaning(item)) : one.meaning(value)),
  }
}

export function map<Members extends Keys>(description: string, members: Members): Key<Meanings<Members>>
export function map<Members extends Keys>(
  description: string,
  members: Members,
  options: { readonly orNull: true },
): Key<Meanings<Members> | null>
export function map<Members extends Keys>(
  description: string,
  members: Members,
  options: { readonly orNull?: true } = {},
): Key<Meanings<Members> | null> {
  const canBeNull = options.orNull === true
  const required = requiredOf(members)
  const assumed = fallbackOf(members)
  const fallback = canBeNull ? null : required.length > 0 && Object.keys(assumed).length === 0 ? undefined : assumed
  return {
    members,
    ...(fallback !== undefined && { fallback }),
    schema: {
      description,
      type: canBeNull ? ['object', 'null'] : 'object',
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(members).map(([name, key]) => [name, key.schema])),
    },
    recorded: canBeNull ? orNull(recordedMap(members)) : recordedMap(members),
    meaning: (value) => (canBeNull && value === null ? null : meanings(members, isMap(value) ? value : {})),
  }
}
