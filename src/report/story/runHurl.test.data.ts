import { setTimeout } from 'node:timers/promises'
import type { Json } from '../../profile/profile.js'

/** An entry of a Hurl file, as far as the files of stories have them. */
interface Entry {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  body?: string
  status?: string
  readonly captures: (readonly [name: string, path: string])[]
  readonly asserts: string[]
  delay: number
}

/** The assertions of a Hurl file that did not hold, in words; the last entry that was sent comes first. */
export interface Ran {
  readonly sent: number
  readonly entries: number
  readonly red: readonly string[]
}

/**
 * Sends what a Hurl file says, by the part of its grammar that the files of stories use, and judges its assertions: there is no `hurl`
 * where the tests run. It ends with the first entry in which something is red, as `hurl` does.
 */
export async function runHurl(text: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const known: Record<string, Json> = { ...variables }
  const entries = parse(text)
  let sent = 0
  for (const entry of entries) {
    sent += 1
    if (entry.delay > 0) await setTimeout(entry.delay * 1000)
    const answer = await fetch(filled(entry.url, known), {
      method: entry.method,
      headers: Object.fromEntries(
        Object.entries(entry.headers).map(([name, value]) => [name, unescaped(filled(value, known))]),
      ),
      ...(entry.body !== undefined && { body: filled(entry.body, known) }),
    })
    const body = await answer.text()
    const json = jsonOf(body)
    const red =
      entry.status === '*' || entry.status === String(answer.status)
        ? []
        : [`HTTP ${answer.status} is not ${entry.status ?? ''}`]
    for (const [name, path] of entry.captures) {
      const [found] = query(path, json, known)
      if (found === undefined) red.push(`${name} is not at ${path}`)
      else known[name] = found
    }
    for (const assert of entry.asserts)
      if (
        !holds(
          assert,
          { status: answer.status, body, json, type: answer.headers.get('content-type') ?? undefined },
          known,
        )
      )
        red.push(assert)
    if (red.length > 0) return { sent, entries: entries.length, red }
  }
  return { sent, entries: entries.length, red: [] }
}

function parse(text: string): readonly Entry[] {
  const entries: Entry[] = []
  let section = ''
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, method, url] = /^([A-Z]+) (\{\{ORIGIN\}\}.*|https?:.*)$/.exec(line) ?? []
    const entry = entries.at(-1)
    if (method !== undefined && url !== undefined) {
      entries.push({ method, url, headers: {}, captures: [], asserts: [], delay: 0 })
      section = 'headers'
    } else if (entry === undefined) throw new Error(`nothing to ask with ${line}`)
    else if (/^HTTP (\d{3}|\*)$/.test(line)) entry.status = line.slice(5)
    else if (/^\[(Options|Captures|Asserts)\]$/.test(line)) section = line
    else if (section === '[Options]' && line.startsWith('delay:')) entry.delay = Number.parseInt(line.slice(6), 10)
    else if (section === '[Captures]') {
      const [, name = '', path = ''] = /^(\w+): jsonpath "(.*)"$/.exec(line) ?? []
      entry.captures.push([name, path])
    } else if (section === '[Asserts]') entry.asserts.push(line)
    else if (/^[[{"]|^`/.test(line) || section === '[Options]')
      entry.body = line.startsWith('`') ? unescaped(line.slice(1, -1)) : line
    else {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
      entry.headers[name] = value
    }
  }
  return entries
}

function filled(text: string, known: Readonly<Record<string, Json>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`there is no variable ${name}`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/g, '$1')
}

/** All that a path leads to: names, numbers, and a filter on one member. */
function query(path: string, json: Json | undefined, known: Readonly<Record<string, Json>>): readonly Json[] {
  const steps = filled(unescaped(path.replaceAll('\\\\', '\\')), known).slice(1)
  let here: Json[] = json === undefined ? [] : [json]
  for (const [, name, index, member, value] of steps.matchAll(
    /\['((?:\\.|[^'\\])*)'\]|\[(\d+)\]|\[\?\(@\.([\w-]+)=='([^']*)'\)\]/g,
  ))
    here = here.flatMap((each): readonly Json[] => {
      if (Array.isArray(each)) {
        const items: readonly Json[] = each
        if (index !== undefined) return items.slice(Number(index), Number(index) + 1)
        return items.filter((item) => member !== undefined && memberOf(item, member) === value)
      }
      const found = name === undefined ? undefined : memberOf(each, name)
      return found === undefined ? [] : [found]
    })
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
  /** Its Content-Type. */
  readonly type: string | undefined
}

function holds(line: string, { status, body, json, type }: Seen, known: Readonly<Record<string, Json>>): boolean {
  const [, what = '', path, not, predicate = '', argument = ''] =
    /^(status|body|header "Content-Type"|jsonpath "((?:\\.|[^"\\])*)")(?: nth 0)?( not)? (\S+)(?: (.*))?$/.exec(line) ??
    []
  const found =
    what === 'status'
      ? status
      : what === 'body'
        ? body
        : what.startsWith('header')
          ? type
          : query(path ?? '', json, known)[0]
  if (found === undefined) return predicate === 'exists' ? not !== undefined : false
  return test(found, predicate, argument, known) === (not === undefined)
}

function test(found: Json, predicate: string, argument: string, known: Readonly<Record<string, Json>>): boolean {
  const value = (): Json =>
    jsonOf(
      argument.startsWith('"')
        ? JSON.stringify(filled(unescaped(argument.slice(1, -1)), known))
        : filled(argument, known),
    ) ?? argument
  switch (predicate) {
    case '==':
      return found === value()
    case '!=':
      return found !== value()
    case '>=':
      return Number(found) >= Number(value())
    case '<=':
      return Number(found) <= Number(value())
    case '<':
      return Number(found) < Number(value())
    case 'exists':
      return true
    case 'contains':
      return String(found).includes(String(value()))
    case 'matches':
      return new RegExp(argument.startsWith('/') ? argument.slice(1, -1) : String(value()), 'u').test(String(found))
    case 'count':
      return Array.isArray(found) && found.length === Number(argument.replace('== ', ''))
    case 'isEmpty':
      return Array.isArray(found) && found.length === 0
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
      throw new Error(`Hurl has no predicate ${predicate}`)
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
