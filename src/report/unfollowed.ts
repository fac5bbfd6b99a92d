import { isList } from '../profile/mergeProfile.js'
import type { Json } from '../profile/profile.js'
import { escapeText } from '../contract/escapeText.js'

/** One place where two JSON values differ; undefined: there is nothing at that place. */
interface Difference {
  /** Names that lead there; in a list of things with ids, the id. */
  readonly path: readonly string[]
  readonly said: Json | undefined
  readonly follows: Json | undefined
}

/** Every place where what is said is not what follows. Lists of things with ids are compared by id, other lists by place. */
export function differences(
  said: Json | undefined,
  follows: Json | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  if (isObject(said) && isObject(follows)) return ofMembers(said, follows, path)
  if (isList(said) && isList(follows)) {
    const [own, other] = [byId(said), byId(follows)]
    if (own !== null && other !== null) return [...ofMembers(own, other, path), ...inOrder(said, follows, path)]
    return ofMembers(byPlace(said), byPlace(follows), path)
  }
  return said === follows ? [] : [{ path, said, follows }]
}

function ofMembers(said: JsonObject, follows: JsonObject, path: readonly string[]): readonly Difference[] {
  const names = new Set([...Object.keys(follows), ...Object.keys(said)])
  return [...names].flatMap((name) => differences(own(said, name), own(follows, name), [...path, name]))
}

function inOrder(said: readonly Json[], follows: readonly Json[], path: readonly string[]): readonly Difference[] {
  const [here, there] = [said.map(idOf), follows.map(idOf)]
  if (here.length !== there.length) return []
  const sameIds = here.every((id) => there.includes(id))
  const sameOrder = here.every((id, at) => id === there[at])
  return sameIds && !sameOrder ? [{ path: [...path, 'order'], said: 'another order', follows: 'its own order' }] : []
}

type JsonObject = { readonly [key: string]: Json }

function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** null: they are not all things with ids of their own. A thing that stands there twice would hide behind its double. */
function byId(list: readonly Json[]): JsonObject | null {
  const named = list.map((item): [string, Json] | null => {
    const id = idOf(item)
    return typeof id === 'string' ? [id, item] : null
  })
  const entries = named.filter((entry) => entry !== null)
  const unique = new Set(entries.map(([id]) => id)).size
  return entries.length === list.length && unique === list.length ? Object.fromEntries(entries) : null
}

function byPlace(list: readonly Json[]): JsonObject {
  return Object.fromEntries(list.map((item, at) => [String(at), item]))
}

function idOf(item: Json | undefined): Json | undefined {
  return isObject(item) ? own(item, 'id') : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Characters of a value that a sentence shows. */
const longest = 160

/** Says what a report has and its evidence has not, a sentence each. */
export function unfollowed(said: Json, follows: Json): readonly string[] {
  const found = differences(said, follows)
  const sentences = found.map(sentence)
  return [...new Set(sentences)]
}

function sentence({ path, said, follows }: Difference): string {
  const [part, id, member] = path
  const one = part === undefined ? undefined : singular[part]
  if (one !== undefined && id !== undefined && id !== 'order') {
    const name = `${one} ${escapeText(id, longest)}`
    if (path.length === 2) {
      if (said === undefined)
        return `${name}: it is not in the report, but the evidence has it (${told(outcomeOf(follows))})`
      if (follows === undefined) return `${name}: it is in the report, but not in the evidence`
    }
    if (member === 'outcome') return `${name}: the report says ${plain(said)}, the evidence says ${plain(follows)}`
    return `${name}, ${escapeText(path.slice(2).join('/'), longest)}: the report says ${told(said)}, the evidence says ${told(follows)}`
  }
  const place = path.length === 0 ? 'the report' : escapeText(path.join('/'), longest)
  return `${place}: the report says ${told(said)}, the evidence says ${told(follows)}`
}

const singular: Readonly<Record<string, string>> = {
  checks: 'check',
  clauses: 'clause',
  gaps: 'gap',
  bookings: 'booking',
}

function outcomeOf(thing: Json | undefined): Json | undefined {
  if (typeof thing !== 'object' || thing === null || !('outcome' in thing)) return thing
  return thing.outcome
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? escapeText(value, longest) : told(value)
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : escapeText(JSON.stringify(value), longest)
}
