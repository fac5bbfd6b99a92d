import { isMap, valueAt } from './jsonMap.js'
import type { Json } from './profile.js'
import type { Path } from './yamlSource.js'

/**
 * The notation of a profile's value, beyond its type. `base` is an address, or a path from the target host's root.
 * `shown` is a pointer into an answer, or a header. `rate` is unlimited where the evidence has null. `headers`, `query`
 * and `body` go to the target as they are: the names are its own, and such a value replaces the whole default.
 */
export type Form =
  'request' | 'place' | 'pointer' | 'shown' | 'status' | 'day' | 'base' | 'rate' | 'headers' | 'query' | 'body'

/** By the word that each entry of a list says as `as`: how many entries may say it. */
export type Words = Readonly<Record<string, 'one' | 'maybe' | 'many'>>

/** The JSON Schema of a key, with annotations of our own that are not published. */
export interface KeySchema {
  readonly $ref?: string
  readonly description?: string | undefined
  readonly type?: string | readonly string[]
  readonly default?: Json
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, KeySchema>>
  readonly items?: KeySchema
  readonly enum?: readonly string[]
  readonly 'x-form'?: Form
  /** Texts may hold times such as `{today+30}`; `ranges`: of days as well, see `overDays`. */
  readonly 'x-templates'?: 'dates' | 'ranges'
  /** The source of the default. */
  readonly 'x-from'?: string
  /** Answers are compared with it, in which nothing from the environment is shown: so it is written as it is. */
  readonly 'x-compared'?: true
  /** Of a list in which each entry says by `as` what it is for: see `byWord`. */
  readonly 'x-words'?: Words
}

/** One key of a profile, as its schema has it. */
export interface Key {
  /** With what it refers to. */
  readonly schema: KeySchema
  /** The value that is assumed where a profile does not set it; undefined: none. */
  readonly fallback: Json | undefined
  /** It may be missing, also after defaults. */
  readonly optional: boolean
  readonly form: Form | undefined
  readonly words: Words | undefined
  readonly members: Keys | undefined
  readonly items: Key | undefined
}

export type Keys = Readonly<Record<string, Key>>

export function keyOf(
  said: KeySchema,
  definitions: Readonly<Record<string, KeySchema>>,
  isRequired: boolean = true,
): Key {
  const schema = { ...definitions[said.$ref?.split('/').at(-1) ?? ''], ...said }
  const { properties, items, required = [] } = schema
  const members =
    properties &&
    Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, keyOf(each, definitions, required.includes(name))]),
    )
  const fallback = schema.default ?? assumedOf(schema, members, isRequired)
  return {
    schema,
    fallback,
    optional: !isRequired && fallback === undefined,
    form: schema['x-form'],
    words: schema['x-words'],
    members,
    items: items && keyOf(items, definitions),
  }
}

/** The defaults of its members. A map that need not be there, and must say something itself, has none. */
function assumedOf({ required, ...schema }: KeySchema, members: Keys = {}, isRequired: boolean): Json | undefined {
  if (schema.default === null) return null
  const assumed = Object.entries(members).flatMap(([name, { fallback }]): [string, Json][] =>
    fallback === undefined ? [] : [[name, fallback]],
  )
  return assumed.length === 0 || (!isRequired && required !== undefined) ? undefined : Object.fromEntries(assumed)
}

/** Whether a key goes to the target as it is. */
export function isPayload({ form }: Key): boolean {
  return form === 'headers' || form === 'query' || form === 'body'
}

/** Whether answers are read by it, or compared with it. */
export function isRead({ form, schema }: Key): boolean {
  return schema['x-compared'] === true || form === 'pointer' || form === 'shown' || form === 'status'
}

/** Whether a value may be of a type of JSON Schema. */
export function takes({ schema: { type } }: Key, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

/** A value of a profile, with its key, where it stands, and the keys beside it. */
export interface Keyed {
  readonly key: Key
  readonly value: Json
  readonly path: readonly string[]
  readonly beside: Keys
}

/** Every value of a profile that its keys know; lists and maps before what is in them. */
export function* keyed(
  key: Key,
  value: Json | undefined,
  path: readonly string[] = [],
  beside: Keys = {},
): Generator<Keyed> {
  if (value === undefined) return
  yield { key, value, path, beside }
  const { members = {} } = key
  for (const [name, member] of Object.entries(members))
    if (isMap(value) && Object.hasOwn(value, name)) yield* keyed(member, value[name], [...path, name], members)
  if (key.items !== undefined && Array.isArray(value))
    // Array.isArray narrows no list that is read-only.
    for (const [index, item] of value.entries()) yield* keyed(key.items, item as Json, [...path, String(index)])
}

/** Lays a profile over the defaults: maps merge deeply, everything else replaces, and so do payloads. */
export function mergeProfile(key: Key | undefined, base: Json | undefined, over: Json): Json {
  if (!isMap(base) || !isMap(over) || (key !== undefined && isPayload(key))) return over
  const merged = new Map<string, Json>(Object.entries(base))
  for (const [name, value] of Object.entries(over))
    merged.set(name, mergeProfile(key?.members?.[name], valueAt(base, [name]), value))
  return Object.fromEntries(merged)
}

/** Every dotted key that a file sets, prefixes included; not what is inside payloads and lists. */
export function declaredKeys(key: Key | undefined, value: Json, path: Path = []): string[] {
  if (!isMap(value) || (key !== undefined && isPayload(key))) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, name]
    return [here.join('.'), ...declaredKeys(key?.members?.[name], member, here)]
  })
}
