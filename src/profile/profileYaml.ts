import { stringify } from 'yaml'
import { isList, isMap, type JsonMap } from './mergeProfile.js'
import type { Json } from './profile.js'

/** A recorded profile as a YAML file, with variables for secrets; an empty text where it is no such profile. */
export function profileYaml(recorded: Json): string {
  if (!isMap(recorded) || !Array.isArray(recorded['declared'])) return ''
  const declared = new Set<Json>(recorded['declared'])
  // Only what is declared is kept, so what a profile holds beside what its file does (`file`, `declared`) falls away.
  const source = asWritten(recorded, '', declared)
  const kept = pruned(source, '', new Set([...declared, 'target', 'target.url']))
  const shown = withVariables(kept, [])
  return stringify(shown, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** What is declared of a value: whole where nothing below it is declared by itself. */
function pruned(value: Json, path: string, declared: ReadonlySet<Json>): Json {
  const below = [...declared].some((key) => typeof key === 'string' && path !== '' && key.startsWith(`${path}.`))
  if (!isMap(value) || (path !== '' && !below)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const inner = path === '' ? key : `${path}.${key}`
      return declared.has(inner) ? [[key, pruned(member, inner, declared)]] : []
    }),
  )
}

/** A part of a recorded profile as a file has it: of what has a method and a path, that is a request and where values are written. */
function asWritten(value: Json, path: string, declared: ReadonlySet<Json>): Json {
  if (!isMap(value)) return isList(value) ? value.map((item) => asWritten(item, path, declared)) : value
  const { fields, method, path: where, ...rest } = value
  if (typeof method !== 'string' || typeof where !== 'string')
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        asWritten(member, path === '' ? key : `${path}.${key}`, declared),
      ]),
    )
  const places = isMap(fields) ? fields : {}
  // A field that the file declares and that has no place was declared to have none.
  const none = [...declared].flatMap((key) => {
    const [name = '', ...further] =
      typeof key === 'string' && key.startsWith(`${path}.`) ? key.slice(path.length + 1).split('.') : []
    return further.length === 0 && name !== '' && name !== 'request' && !Object.hasOwn(value, name) ? [name] : []
  })
  const written = { ...Object.fromEntries(none.map((name) => [name, null])), ...places, ...rest }
  return {
    request: requestText(value),
    ...Object.fromEntries(
      Object.entries(written).map(([name, each]) => [name, isMap(each) && 'in' in each ? placeText(each) : each]),
    ),
  }
}

function requestText({ method, path }: JsonMap): string {
  return typeof method === 'string' && typeof path === 'string' ? `${method} ${path}` : ''
}

/** `body:/x`; null: there is none. */
function placeText(place: Json | undefined): Json {
  if (!isMap(place)) return null
  const { in: where, pointer, name } = place
  const rest = where === 'body' ? pointer : name
  return typeof where === 'string' && typeof rest === 'string' ? `${where}:${rest}` : null
}

/** `[redacted]` as a variable that is named by where it stands. */
function withVariables(value: Json, path: readonly string[]): Json {
  if (typeof value === 'string') return value.replaceAll('[redacted]', () => `\${${variableOf(path)}}`)
  if (Array.isArray(value)) return value.map((item: Json, at) => withVariables(item, [...path, String(at)]))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withVariables(member, [...path, key])]))
}

/** The name that scripts of the same report give it: that of the header or member, and whose it is. */
function variableOf(path: readonly string[]): string {
  const words = path[0] === 'otherReseller' ? ['other', path.at(-1)] : path.filter((word) => /\D/.test(word)).slice(-1)
  return words
    .join('_')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll(/\W/g, '_')
    .toUpperCase()
}
