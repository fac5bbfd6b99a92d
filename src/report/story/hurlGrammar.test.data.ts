import type { Json } from '../../profile/profile.js'

/** An entry of a Hurl file, as far as the files of stories have them; escapes are undone, templates are not. */
export interface Entry {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** In seconds. */
  readonly delay: number
  readonly body: string
  /** null: any. */
  readonly status: number | null
  readonly captures: readonly (readonly [name: string, path: string])[]
  readonly asserts: readonly Assert[]
}

/** An assertion: what is looked at, whether it is not to hold, and what is to hold. */
export interface Assert {
  readonly line: string
  readonly query: 'status' | 'body' | 'header' | 'jsonpath'
  /** Of a header its name, of a JSONPath the path. */
  readonly of: string
  readonly isCounted: boolean
  readonly not: boolean
  readonly predicate: string
  /** A text has its escapes undone; null also where the predicate takes no value. */
  readonly value: { readonly kind: 'text' | 'regex' | 'json' | 'template'; readonly text: string } | null
}

// The rules of docs/spec/grammar/hurl.grammar of the Hurl project by their names there, as far as files of stories use them; what is
// stricter is what its parser (packages/hurl_core/src/parser) holds to besides.
const template = String.raw`\{\{[A-Za-z][A-Za-z0-9_-]*\}\}`
const unicodeChar = String.raw`u\{[0-9A-Fa-f]{1,6}\}`
const control = String.raw`\u0000-\u001f\u007f`
const quotedString = String.raw`"(?:${template}|[^"\\{${control}]|\{(?!\{)|\\(?:["\\#bfnrt]|${unicodeChar}))*"`
const onelineString = `\`(?:${template}|[^\`\\\\#{${control}]|\\{(?!\\{)|\\\\(?:[\`"\\\\#bfnrt]|${unicodeChar}))*\``
const valueString = String.raw`(?:${template}|[^#\\{${control}]|\{(?!\{)|\\(?:["\\#bfnrt]|${unicodeChar}))*`
const keyString = String.raw`[A-Za-z0-9_.@$-]+`
const url = String.raw`(?:https?:\/\/|(?=\{\{))(?:${template}|[\p{L}\p{N}:\/.\-?=&_%*,@~+!$'();[\]])*`
const regex = String.raw`\/(?:[^\n\/\\]|\\[^\n])+\/`
const number = String.raw`-?\d+(?:\.\d+)?`
const predicateValue = `true|false|null|${number}|${template}|${quotedString}|${regex}`
const query = String.raw`(status|body)|(header|jsonpath) (${quotedString})`
const compares = String.raw`(==|!=|>=|<=|>|<|contains|startsWith|endsWith|matches) (${predicateValue})`
const plain = 'exists|isEmpty|isInteger|isFloat|isNumber|isBoolean|isString|isCollection|isList|isObject'

const rules = {
  request: new RegExp(String.raw`^(GET|HEAD|POST|PUT|DELETE|PATCH) (${url})$`, 'u'),
  header: new RegExp(`^(${keyString}): ?(${valueString})$`, 'u'),
  response: /^HTTP (\d{3}|\*)$/,
  section: /^\[(Options|Captures|Asserts)\]$/,
  option: /^delay: (\d+)s$/,
  capture: new RegExp(`^([A-Za-z][A-Za-z0-9_-]*): jsonpath (${quotedString})$`, 'u'),
  assert: new RegExp(`^(?:${query})( count)?( not)? (?:${compares}|(${plain}))$`, 'u'),
  onelineString: new RegExp(`^${onelineString}$`, 'u'),
} as const

type Part = 'request' | 'options' | 'body' | 'response' | 'captures' | 'asserts'

/**
 * Reads a Hurl file strictly by its published grammar: what stands where it may not stand, and every line that is none, throws. `hurl` itself
 * is to be had from no registry that tests reach.
 */
export function parseHurl(text: string): readonly Entry[] {
  const entries: Entry[] = []
  const state: { part: Part | '' } = { part: '' }
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const { part } = state
    const [, method, address] = rules.request.exec(line) ?? []
    const last = entries.at(-1)
    const change = (next: Part, changed: Partial<Entry>): void => {
      if (last === undefined) throw new Error(`Hurl: this stands before any request: ${line}`)
      entries[entries.length - 1] = { ...last, ...changed }
      state.part = next
    }
    const section = rules.section.exec(line)?.[1]
    const status = rules.response.exec(line)?.[1]
    if (method !== undefined && address !== undefined && (part === '' || isAfter(part, 'body'))) {
      entries.push({ method, url: address, headers: [], delay: 0, body: '', status: null, captures: [], asserts: [] })
      state.part = 'request'
    } else if (status !== undefined && isBefore(part, 'response'))
      change('response', { status: status === '*' ? null : Number(status) })
    else if (section === 'Options' && part === 'request') change('options', {})
    else if (section === 'Captures' && part === 'response') change('captures', {})
    else if (section === 'Asserts' && (part === 'response' || part === 'captures')) change('asserts', {})
    else if (section !== undefined) throw new Error(`Hurl: there is no section ${line} here`)
    else if (part === 'captures') {
      const [, name, path] = match('capture', line)
      change(part, { captures: [...(last?.captures ?? []), [name ?? '', unquoted(path ?? '')]] })
    } else if (part === 'asserts') change(part, { asserts: [...(last?.asserts ?? []), assertOf(line)] })
    else if (part === 'options' && rules.option.test(line)) change(part, { delay: Number(match('option', line)[1]) })
    else if (part === 'request' && rules.header.test(line) && !/^["[{`]/.test(line)) {
      const [, name, value] = match('header', line)
      change(part, { headers: [...(last?.headers ?? []), [name ?? '', unescaped((value ?? '').trim())]] })
    } else if (part === 'request' || part === 'options') change('body', { body: bodyOf(line) })
    else throw new Error(`Hurl: this stands nowhere in its grammar: ${line}`)
  }
  return entries
}

const order: readonly Part[] = ['request', 'options', 'body', 'response', 'captures', 'asserts']

function isBefore(part: Part | '', other: Part): boolean {
  return part !== '' && order.indexOf(part) < order.indexOf(other)
}

function isAfter(part: Part, other: Part): boolean {
  return order.indexOf(part) >= order.indexOf(other)
}

function match(rule: keyof typeof rules, line: string): RegExpExecArray {
  const found = rules[rule].exec(line)
  if (found === null) throw new Error(`Hurl: this is no ${rule}: ${line}`)
  return found
}

function assertOf(line: string): Assert {
  const [, bare, placed, of, counted, not, compared, value, alone] = match('assert', line)
  const all = ['status', 'body', 'header', 'jsonpath'] as const
  const query = all.find((each) => each === (bare ?? placed))
  if (query === undefined) throw new Error(`Hurl: there is no query ${line}`)
  return {
    line,
    query,
    of: of === undefined ? '' : unquoted(of),
    isCounted: counted !== undefined,
    not: not !== undefined,
    predicate: compared ?? alone ?? '',
    value: value === undefined ? null : valueOf(value),
  }
}

function valueOf(value: string): Assert['value'] {
  if (value.startsWith('"')) return { kind: 'text', text: unquoted(value) }
  if (value.startsWith('/')) return { kind: 'regex', text: value.slice(1, -1) }
  return { kind: value.startsWith('{{') ? 'template' : 'json', text: value }
}

/** JSON, in whose texts a template may stand, or a string of one line. JSON of Hurl knows no half of a surrogate pair. */
function bodyOf(line: string): string {
  if (line.startsWith('`')) return unescaped(match('onelineString', line)[0].slice(1, -1))
  const json: Json = JSON.parse(line.replaceAll(new RegExp(`(?<=[[:,])${template}(?=[\\],}])`, 'g'), '0'))
  const open = JSON.stringify(json).replaceAll(new RegExp(template, 'g'), '')
  if (/\\ud[89a-f]/.test(open) || /(?<!\\)\{\{/.test(line.replaceAll(new RegExp(template, 'g'), '')))
    throw new Error(`Hurl: this is no JSON of its: ${line}`)
  return line
}

function unquoted(text: string): string {
  return unescaped(text.slice(1, -1))
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u\{([0-9a-f]+)\}|(.))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
