import type { JsonObject } from '../contract/json.js'
import type { Json } from './profile.js'

/**
 * What a text of a profile is written in, beyond its type. `request` is that of an operation on one booking where its path has `{id}`,
 * or its member `id` has a place; `helper` may have a query as well.
 */
export type Form =
  | 'url'
  /** An address, or a path from the root of the target's host on. */
  | 'base'
  | 'pointer'
  | 'shown'
  | 'place'
  | 'status'
  | 'day'
  | { readonly request: 'without id' | 'with id'; readonly helper?: true }
  /** Goes to the target as it is: its names are the target's own, and what a profile says replaces the default as a whole. `ranges`: of days, see `overDays`. */
  | { readonly payload: 'headers' | 'query' | 'body'; readonly templates: boolean; readonly ranges?: true }

/** One word by which an entry of a list says, as `as`, what it is for. */
export interface Word {
  readonly about: string
  readonly has: 'one' | 'maybe' | 'many'
  /** The name that earlier versions had for it. */
  readonly was?: string
}

export type Words = Readonly<Record<string, Word>>

/** One key of a profile: what is published of it, its default, and what a checked value means. */
export interface Key<Meaning = unknown> {
  /** As `spec/profile.schema.json` has it. */
  readonly schema: JsonObject
  readonly recorded: JsonObject
  /** What is assumed where a profile does not say it; absent: nothing. */
  readonly fallback?: Json
  readonly from?: string
  readonly form?: Form
  readonly optional?: true
  readonly compared?: true
  readonly members?: Keys
  readonly items?: Key
  /** Of a list in which each entry says by `as` what it is for: see `entries`. */
  readonly words?: Words
  /** @throws TypeError for a value that was not checked before */
  meaning(value: Json): Meaning
}

export type Keys = Readonly<Record<string, Key>>

export interface OptionalKey<Meaning> extends Key<Meaning> {
  readonly optional: true
}

type OptionalNames<Members> = {
  [Name in keyof Members]: Members[Name] extends OptionalKey<unknown> ? Name : never
}[keyof Members]
type MeaningOf<Each> = Each extends Key<infer Meaning> ? Meaning : never

export type Meanings<Members extends Keys> = {
  readonly [Name in Exclude<keyof Members, OptionalNames<Members>>]: MeaningOf<Members[Name]>
} & { readonly [Name in OptionalNames<Members>]?: MeaningOf<Members[Name]> }

export interface KeyOptions {
  readonly fallback?: Json
  readonly from?: string
  readonly examples?: readonly Json[]
  /** Answers are compared with it, in which nothing from the environment is shown: so it is written as it is. */
  readonly compared?: true
  /** Further keywords of its schema: bounds and the like. */
  readonly limits?: JsonObject
}

/** Whether a key goes to the target as it is. */
export function isPayload(key: Key): key is Key & { readonly form: Extract<Form, { payload: unknown }> } {
  return typeof key.form === 'object' && 'payload' in key.form
}

/** Whether answers are read by it, or compared with it. */
export function isRead({ form, compared }: Key): boolean {
  return compared === true || form === 'pointer' || form === 'shown' || form === 'status'
}
