import { safeJson } from '../contract/escapeText.js'
import type { ProfileKeys } from '../profile/profileKeys.js'

interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** What each key of a profile means, by its dotted name; an entry of a list has no number. */
export function profileKeyLines({ schema }: Pick<ProfileKeys, 'schema'>): ReadonlyMap<string, () => readonly string[]> {
  const all = new Map<string, () => readonly string[]>()
  const visit = (name: string, place: string, key: Schema): void => {
    if (name !== '') all.set(name, () => linesOf(name, place, key))
    const [below, within] = key.items?.properties === undefined ? [key, place] : [key.items, `${place}/items`]
    for (const [member, value] of Object.entries(below.properties ?? {}))
      visit(name === '' ? member : `${name}.${member}`, `${within}/properties/${member}`, value)
  }
  visit('', '', schema)
  return all
}

function linesOf(name: string, place: string, key: Schema): readonly string[] {
  const types = [key.type ?? []].flat()
  const [example] = key.examples ?? []
  const members = Object.keys(key.properties ?? key.items?.properties ?? {})
  return [
    `key ${name} of the profile`,
    ...(key.description === undefined ? [] : [`  ${key.description}`]),
    ...(key.enum === undefined ? [] : [`  one of: ${key.enum.join(', ')}`]),
    ...(key.default === undefined ? [] : [`  default: ${safeJson(key.default)}`]),
    ...(example === undefined ? [] : [`  example: ${safeJson(example)}`]),
    ...(types.includes('null') ? ['  it may be null'] : []),
    ...(members.length === 0 ? [] : [`  keys below it: ${members.join(', ')}`]),
    `  schema: spec/profile.schema.json#${place}`,
  ]
}
