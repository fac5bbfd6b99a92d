import { setTimeout } from 'node:timers/promises'
import type { Json } from '../../profile/profile.js'
import { parseHurl, type Assert } from './hurlGrammar.test.data.js'

/** The assertions of a Hurl file that did not hold; the entry that was sent last has them. */
export interface Ran {
  readonly sent: number
  readonly entries: number
  readonly red: readonly string[]
  /** Status and body of the last answer: Hurl prints the body when nothing is red. */
  readonly last: { readonly status: number; readonly body: string }
}

/**
 * Sends what a Hurl file says, and judges its assertions as Hurl 8 documents them: there is no `hurl` where the tests run. It ends with the first
 * entry in which something is red, as `hurl` does.
 */
export async function runHurl(text: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const known: Record<string, Json> = { ...variables }
  const entries = parseHurl(text)
  let sent = 0
  let last: Ran['last'] = { status: 0, body: '' }
  for (const entry of entries) {
    sent += 1
    if (entry.delay > 0) await setTimeout(entry.delay * 1000)
    const answer = await fetch(filled(entry.url, known), {
      method: entry.method,
      headers: Object.fromEntries(entry.headers.map(([name, value]) => [name, filled(value, known)])),
      ...(entry.body !== '' && { body: filled(entry.body, known) }),
      redirect: 'manual',
    })
    const body = await answer.text()
    last = { status: answer.status, body }
    const seen: Seen = {
      status: answer.status,
      body,
      json: jsonOf(body),
      headers: answer.headers,
    }
    const red =
      entry.status === null || entry.status === answer.status ? [] : [`HTTP ${answer.status} is not ${entry.status}`]
    for (const [name, path] of entry.captures) {
      const found = valueAt(path, seen.json, known)
      if (found === undefined) red.push(`${name} is not at ${path}`)
      else known[name] = found
    }
    red.push(...entry.asserts.filter((assert) => !holds(assert, seen, known)).map(({ line }) => line))
    if (red.length > 0) return { sent, entries: entries.length, red, last }
  }
  return { sent, entries: entries.length, red: [], last }
}

function filled(text: string, known: Readonly<Record<string, Json>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`there is no variable ${name}`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** What a path leads to: one value alone is that value, none is nothing, more are a list (RFC 9535 as Hurl 8 takes it). */
function valueAt(path: string, json: Json | undefined, known: Readonly<Record<string, Json>>): Json | undefined {
  const found = nodes(filled(path, known), json)
  return found.length < 2 ? found[0] : found
}

/** Names, numbers, and a filter on one member; anything else throws. */
function nodes(path: string, json: Json | undefined): Json[] {
  const segment = /\['((?:\\.|[^'\\])*)'\]|\[(\d+)\]|\[\?\(@\['([\w-]+)'\]=='([^']*)'\)\]/gy
  let here: Json[] = json === undefined ? [] : [json]
  segment.lastIndex = 1
  for (let end = 1; end < path.length; end = segment.lastIndex) {
    const [, name, index, member, value] = segment.exec(path) ?? []
    if (segment.lastIndex === 0 || !path.startsWith('$')) throw new Error(`no JSONPath: ${path}`)
    here = here.flatMap((each): readonly Json[] => {
      if (Array.isArray(each)) {
        const items: readonly Json[] = each
        if (index !== undefined) return items.slice(Number(index), Number(index) + 1)
        return items.filter((item) => member !== undefined && memberOf(item, member) === value)
      }
      const found = name === undefined ? undefined : memberOf(each, name.replaceAll(/\\(.)/g, '$1'))
      return found === undefined ? [] : [found]
    })
  }
  return here
}

function memberOf(value: Json, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined
  return (value as Readonly<Record<string, Json>>)[name]
}

interface Seen {
  readonly status: number
  readonly body: string
  readonly json: Json | undefined
  readonly headers: Headers
}

function holds(assert: Assert, seen: Seen, known: Readonly<Record<string, Json>>): boolean {
  const found = foundBy(assert, seen, known)
  if (assert.predicate === 'exists') return (found !== undefined) !== assert.not
  // Nothing there is red, whatever is asked of it.
  return found !== undefined && test(found, assert, known) !== assert.not
}

function foundBy(
  { query, of, isCounted }: Assert,
  seen: Seen,
  known: Readonly<Record<string, Json>>,
): Json | undefined {
  if (query === 'status') return seen.status
  if (query === 'body') return seen.body
  if (query === 'header') return seen.headers.get(of) ?? undefined
  const found = valueAt(of, seen.json, known)
  if (!isCounted) return found
  return Array.isArray(found) ? found.length : undefined
}

function test(found: Json, { predicate, value }: Assert, known: Readonly<Record<string, Json>>): boolean {
  const wanted: Json =
    value === null
      ? null
      : value.kind === 'text' || value.kind === 'regex'
        ? filled(value.text, known)
        : value.kind === 'template'
          ? (known[value.text.slice(2, -2)] ?? null)
          : (jsonOf(value.text) ?? null)
  const text = typeof wanted === 'string' ? wanted : ''
  const comparable = typeof found === typeof wanted && (typeof found === 'number' || typeof found === 'string')
  switch (predicate) {
    case '==':
      return found === wanted
    case '!=':
      return found !== wanted
    case '>=':
      return comparable && (found ?? 0) >= (wanted ?? 0)
    case '<=':
      return comparable && (found ?? 0) <= (wanted ?? 0)
    case '<':
      return comparable && (found ?? 0) < (wanted ?? 0)
    case 'contains':
      return typeof found === 'string' && found.includes(text)
    case 'matches':
      return typeof found === 'string' && new RegExp(text, 'u').test(found)
    case 'isEmpty':
      return typeof found === 'object' && found !== null && Object.keys(found).length === 0
    case 'isInteger':
      return Number.isInteger(found)
    case 'isNumber':
      return typeof found === 'number'
    case 'isString':
      return typeof found === 'string'
    case 'isBoolean':
      return typeof found === 'boolean'
    case 'isList':
      return Array.isArray(found)
    case 'isObject':
      return typeof found === 'object' && found !== null && !Array.isArray(found)
    default:
      throw new Error(`no predicate that stories use: ${predicate}`)
  }
}

function jsonOf(text: string): Json | undefined {
  try {
    const json: Json = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}
