import type { JsonObject } from '../contract/jsonObject.js'
import { describeFound } from './describeFound.js'
import { isMap, type JsonMap } from './mergeProfile.js'
import { parseRequest } from './parseRequest.js'
import { parsePlace } from './place.js'
import type { Json, Operation, Place } from './profile.js'

/**
 * What a text of a profile is written in, beyond its type. `request` is that of an operation on one booking where its path has `{id}`,
 * or its member `id` has a place; `helper` may have a query as well.
 */
export type Form =
  | 'url'
  | 'pointer'
  | 'place'
  | 'status'
  | 'day'
  | { readonly request: 'without id' | 'with id'; readonly helper?: true }
  /** Goes to the target as it is: its names are the target's own, and what a profile says replaces the default as a whole. */
  | { readonly payload: 'headers' | 'query' | 'body'; readonly templates: boolean }

/** One key of a profile: what is published of it, its default, and what a checked value means. */
export interface Key<Meaning = unknown> {
  /** As `spec/profile.schema.json` has it. */
  readonly schema: JsonObject
  /** As the evidence of a run has its meaning. */
  readonly recorded: JsonObject
  /** What is assumed where a profile does not say it; absent: nothing. */
  readonly fallback?: Json
  /** Where the default is from: the documents, or whose practice it is. */
  readonly from?: string
  readonly form?: Form
  readonly optional?: true
  readonly members?: Keys
  readonly items?: Key
  /** @throws TypeError for a value that was not checked before */
  meaning(value: Json): Meaning
}

export type Keys = Readonly<Record<string, Key>>

/** A key that need not be there, and then means nothing. */
export interface OptionalKey<Meaning> extends Key<Meaning> {
  readonly optional: true
}

type OptionalNames<Members> = {
  [Name in keyof Members]: Members[Name] extends OptionalKey<unknown> ? Name : never
}[keyof Members]
type MeaningOf<Each> = Each extends Key<infer Meaning> ? Meaning : never

/** What checked values of keys mean. */
export type Meanings<Members extends Keys> = {
  readonly [Name in Exclude<keyof Members, OptionalNames<Members>>]: MeaningOf<Members[Name]>
} & {
  readonly [Name in OptionalNames<Members>]?: MeaningOf<Members[Name]>
}

/** What may be said of a key besides its description. */
export interface KeyOptions {
  readonly fallback?: Json
  readonly from?: string
  readonly examples?: readonly Json[]
  /** Further keywords of its schema: bounds and the like. */
  readonly limits?: JsonObject
}

const textType = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

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

export function truth(description: string, fallback: boolean): Key<boolean> {
  return {
    fallback,
    schema: published(description, { type: 'boolean' }, { fallback }),
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

/** Where a value is written in a request; null: the target has no place for it. */
export function place(description: string, fallback: string | null, options: KeyOptions = {}): Key<Place | null> {
  const all = { fallback, ...options }
  return {
    ...about(all),
    form: 'place',
    items: somePlace('One of several.'),
    schema: reference(description, 'maybePlace', all),
    recorded: { oneOf: [{ type: 'null' }, ...recordedPlaces(furtherPlaces)] },
    meaning: (value) => {
      if (!Array.isArray(value)) return value === null ? null : placeOf(value)
      const [first, ...also] = value.map((each: Json) => placeOf(each))
      if (first === undefined) throw unchecked(value, 'place')
      return also.length === 0 ? first : { ...first, also }
    },
  }
}

/** A place that must be given. */
export function somePlace(description: string, options: KeyOptions = {}): Key<Place> {
  return {
    form: 'place',
    schema: reference(description, 'place', options),
    recorded: { oneOf: recordedPlaces({}) },
    meaning: placeOf,
  }
}

export function optional<Meaning>(key: Key<Meaning>): OptionalKey<Meaning> {
  const { fallback: _, ...rest } = key
  return { ...rest, optional: true }
}

/** A list of texts, each of a form. */
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

/** Headers or query parameters. */
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
    meaning: (value) =>
      isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, textOf(each)])) : {},
  }
}

/** Members of a body. */
export function payload(description: string, fallback: JsonMap = {}): Key<JsonMap> {
  return {
    fallback,
    form: { payload: 'body', templates: true },
    schema: reference(description, 'payload', Object.keys(fallback).length === 0 ? {} : { fallback }),
    recorded: { type: 'object' },
    meaning: (value) => (isMap(value) ? value : {}),
  }
}

/** A request that is no operation, if the target has it. */
export function request<Members extends Keys>(
  description: string,
  how: { readonly id: 'without id' | 'with id'; readonly description: string; readonly examples: readonly Json[] },
  members: Members,
): Key<({ readonly method: string; readonly path: string } & Meanings<Members>) | null> {
  const asked = requestText(how.description, { request: how.id, helper: true }, { examples: how.examples })
  return {
    ...map(description, { request: asked, ...members }, { orNull: true }),
    recorded: orNull(withPath(recordedMap(members))),
    meaning: (value) => (isMap(value) ? { ...requestOf(value['request']), ...meanings(members, value) } : null),
  }
}

/** Keys below a key. */
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

/** One thing, several of them, or null: none. */
export function oneOrMore<Members extends Keys>(
  description: string,
  members: Members,
): Key<readonly Meanings<Members>[]> {
  const one = map(description, members)
  return {
    members,
    items: one,
    fallback: null,
    schema: { ...one.schema, type: ['object', 'array', 'null'], minItems: 1, items: one.schema },
    recorded: { type: 'array', items: one.recorded },
    meaning: (value) =>
      value === null ? [] : Array.isArray(value) ? value.map((item: Json) => one.meaning(item)) : [one.meaning(value)],
  }
}

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
    recorded: orNull(
      withPath(recordedMap(own), {
        fields: { type: 'object', additionalProperties: { oneOf: recordedPlaces(furtherPlaces) } },
      }),
    ),
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

/** Those beside the first. */
const furtherPlaces = { type: 'array', items: { oneOf: recordedPlaces({}) } }

function recordedPlaces(also: JsonObject): readonly JsonObject[] {
  return [
    { type: 'object', required: ['in', 'pointer'], properties: { in: { const: 'body' }, pointer: textType, also } },
    {
      type: 'object',
      required: ['in', 'name'],
      properties: { in: { enum: ['query', 'header'] }, name: textType, also },
    },
  ]
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

function placeOf(value: Json): Place {
  const found = parsePlace(textOf(value))
  if (found === null) throw unchecked(value, 'place')
  return found
}

/** What members mean; one that is not there, and has no default, is left out. */
function meanings<Members extends Keys>(members: Members, value: JsonMap): Meanings<Members> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, key]) => {
      const given = Object.hasOwn(value, name) ? value[name] : key.fallback
      return given === undefined ? [] : [[name, key.meaning(given)]]
    }),
    // One entry a member that must be there, as the type says.
  ) as Meanings<Members>
}

function requiredOf(members: Keys): readonly string[] {
  return Object.entries(members).flatMap(([name, key]) => (isRequired(key) ? [name] : []))
}

/** Whether a profile must say it, or something below it. */
function isRequired({ optional: isOptional, fallback, members = {} }: Key): boolean {
  if (isOptional === true || fallback === null) return false
  return fallback === undefined || Object.values(members).some(isRequired)
}

/** Whether a key goes to the target as it is. */
export function isPayload(key: Key): key is Key & { readonly form: Extract<Form, { payload: unknown }> } {
  return typeof key.form === 'object' && 'payload' in key.form
}

interface RecordedMap extends JsonObject {
  readonly type: 'object'
  readonly required: readonly string[]
  readonly properties: JsonObject
}

function recordedMap(members: Keys): RecordedMap {
  return {
    type: 'object',
    required: Object.entries(members).flatMap(([name, key]) => (key.optional === true ? [] : [name])),
    properties: Object.fromEntries(Object.entries(members).map(([name, key]) => [name, key.recorded])),
  }
}

function withPath({ required, properties }: RecordedMap, more: JsonObject = {}): JsonObject {
  const all = { method: textType, path: textType, ...more }
  return { type: 'object', required: [...Object.keys(all), ...required], properties: { ...all, ...properties } }
}

function fallbackOf(members: Keys): JsonMap {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, fallback]])),
  )
}

function orNull(schema: JsonObject): JsonObject {
  return { oneOf: [{ type: 'null' }, schema] }
}

function about({ fallback, from }: KeyOptions): Pick<Key, 'fallback' | 'from'> {
  return { ...(fallback !== undefined && { fallback }), ...(from !== undefined && { from }) }
}

function published(description: string, type: JsonObject, { fallback, examples, limits = {} }: KeyOptions): JsonObject {
  return {
    description,
    ...type,
    ...limits,
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(examples !== undefined && { examples }),
  }
}

function reference(description: string, definition: string, { fallback, examples }: KeyOptions): JsonObject {
  return {
    $ref: `#/$defs/${definition}`,
    description,
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(examples !== undefined && { examples }),
  }
}

/** @throws TypeError for what is no text, number or truth value */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw unchecked(value, 'text')
}

function unchecked(value: Json, type: string): TypeError {
  return new TypeError(`${describeFound(value)} in the profile is no ${type}, although it was checked`)
}
