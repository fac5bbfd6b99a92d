import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'
import type { Json } from './profile.js'
import { makeProblem, type ProfileProblem } from './profileError.js'
import { messageOf } from '../contract/messageOf.js'

/** Keys and indexes from the root of a file to a value. */
export type Path = readonly string[]
/** Place in a text, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A YAML file, read: its value, and where everything in it stands. */
export interface YamlSource {
  readonly file: string
  readonly value: Json
  readonly problems: readonly ProfileProblem[]
  readonly broken: boolean
  positionOf(path: Path, part: 'key' | 'value'): Position
  /** Where `text` stands inside the value at a path; the value's own place when it cannot be told. */
  positionIn(path: Path, text: string): Position
}

const maxAliases = 100
const maxDepth = 100
const tooDeep = 'values nested deeper than any profile needs, or a circle of aliases'
/** Characters of one text: the expressions that look into it are at home in lines, not in megabytes. */
const maxText = 16_384

/** Reads YAML (1.2, one document; anchors, aliases and merge keys within reason). Throws nothing: see `problems`. */
export function yamlSource(file: string, text: string): YamlSource {
  const lines = new LineCounter()
  const deep = tooDeepAt(text)
  // The library compares each key with every other one; `duplicates` looks each of them up.
  const document = parseDocument(deep === null ? text : '', {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    schema: 'core',
    uniqueKeys: false,
    // It would write to the terminal by itself what it thinks of a key.
    logLevel: 'error',
  })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const problems: ProfileProblem[] = []
  let broken = deep !== null
  if (deep !== null) problems.push(makeProblem({ file, ...deep, key: '', expected: 'valid YAML', found: tooDeep }))
  for (const error of [...document.errors, ...document.warnings]) {
    const place = { file, ...at(error.pos[0]) }
    broken ||= error.code !== 'TAG_RESOLVE_FAILED'
    problems.push(makeProblem({ ...place, key: '', expected: 'valid YAML', found: syntaxError(error.message) }))
  }
  for (const { path, offset } of broken ? [] : duplicates(document)) {
    const found = `'${path.at(-1) ?? ''}' a second time`
    problems.push(makeProblem({ file, ...at(offset), key: path.join('.'), expected: 'each key once', found }))
  }
  let value: Json = null
  if (!broken) {
    try {
      value = toJson(document.toJS({ maxAliasCount: maxAliases }), 0)
    } catch (error) {
      broken = true
      const found = syntaxError(messageOf(error))
      problems.push(makeProblem({ file, ...aliasPosition(document, at), key: '', expected: 'plain values', found }))
    }
  }
  const stepsTo = stepsIn(document)
  const positionOf = (path: Path, part: 'key' | 'value'): Position =>
    at(
      stepsTo(path).reduce((offset, { key, value }, index) => {
        // A value that stands on its key's line is shown itself; a map or list further down is shown by its key.
        const isKey = index < path.length - 1 || part === 'key' || isMap(value) || isSeq(value)
        return (isKey ? (key ?? value) : (value ?? key))?.range?.[0] ?? offset
      }, document.contents?.range?.[0] ?? 0),
    )
  return {
    file,
    value,
    problems,
    broken,
    positionOf,
    positionIn(path, wanted) {
      const steps = stepsTo(path)
      const [start, end] = (steps.length === path.length ? steps.at(-1)?.value?.range : null) ?? [0, 0]
      const offset = text.indexOf(wanted, start)
      return offset >= 0 && offset < end ? at(offset) : positionOf(path, 'value')
    },
  }
}

function syntaxError(message: string): string {
  const known: readonly [RegExp, string][] = [
    [/^Source contains multiple documents/, 'a second document (---)'],
    [/^Excessive alias count/, 'more aliases than any profile needs'],
  ]
  const line = message.split('\n', 1)[0] ?? ''
  return known.find(([pattern]) => pattern.test(line))?.[1] ?? line.charAt(0).toLowerCase() + line.slice(1)
}

/** Only what JSON has; refuses circles of aliases by their depth. */
function toJson(value: unknown, depth: number): Json {
  if (depth > maxDepth) throw new Error(tooDeep)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return bounded(value)
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new Error(`${value}, which is no number in JSON`)
  }
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1))
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [bounded(key), toJson(member, depth + 1)]))
  }
  if (value === undefined) return null
  throw new Error('a value that JSON does not have')
}

function bounded(text: string): string {
  if (text.length <= maxText) return text
  throw new Error(`a text of ${text.length} characters, more than any profile needs`)
}

/** A key and its value, or an item of a list. */
interface Step {
  readonly key: Node | null
  readonly value: Node | null
}

/** Answers what leads along a path, as far as there is anything. */
function stepsIn(document: Document): (path: Path) => readonly Step[] {
  // A map may have very many members, and be asked for each of them.
  const known = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const stepInto = (from: Node | null, token: string): Step | undefined => {
    const node = isAlias(from) ? (from.resolve(document) ?? null) : from
    // A parsed document holds nodes alone, as keys, as values and in its lists.
    const item = isSeq(node) ? node.items[Number(token)] : undefined
    if (item !== undefined) return { key: null, value: item as Node | null }
    if (!isMap(node)) return undefined
    const members =
      known.get(node) ??
      new Map(node.items.flatMap((pair) => (isScalar(pair.key) ? [[keyText(pair.key.value), pair] as const] : [])))
    known.set(node, members)
    const pair = members.get(token)
    return pair && { key: pair.key as Node | null, value: pair.value as Node | null }
  }
  return (path) => {
    const steps: Step[] = []
    for (const token of path) {
      const step = stepInto(steps.length === 0 ? document.contents : (steps.at(-1)?.value ?? null), token)
      if (step === undefined) break
      steps.push(step)
    }
    return steps
  }
}

/** Repeated keys of maps, with their offsets and the keys above them. Merge keys may stand in a map more than once. */
function duplicates(document: Document): { readonly path: readonly string[]; readonly offset: number }[] {
  const found: { readonly path: readonly string[]; readonly offset: number }[] = []
  visit(document, {
    Map(_, map, ancestors) {
      const seen = new Set<string>()
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === '<<') continue
        const name = keyText(key.value)
        if (seen.has(name)) {
          const above = ancestors.flatMap((node) =>
            isPair(node) && isScalar(node.key) ? [keyText(node.key.value)] : [],
          )
          found.push({ path: [...above, name], offset: key.range?.[0] ?? 0 })
        }
        seen.add(name)
      }
    },
  })
  return found
}

function aliasPosition(document: Document, at: (offset: number) => Position): Position {
  let offset = 0
  visit(document, {
    Alias(_, alias) {
      offset = alias.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return at(offset)
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key
  return typeof key === 'number' || typeof key === 'boolean' ? String(key) : ''
}

/** Levels of brackets that are open at a time, and of blocks, at most. */
const [mostBrackets, mostIndent] = [100, 200]

/**
 * The line and column, from 1, at which a YAML text is nested deeper than any that is meant well; null: none. Ask
 * before it is parsed: the library recurses into what is nested, and V8 ends the process when an expression is compiled
 * just where the stack ends. Brackets in texts and comments count like others.
 */
export function tooDeepAt(text: string): { readonly line: number; readonly column: number } | null {
  let open = 0
  for (const [index, line] of text.split('\n').entries()) {
    let at = 0
    // Each level of blocks takes a space of indentation at least, or a dash or question mark and a space.
    while (isIndent(line, at)) at += 1
    if (at > mostIndent) return { line: index + 1, column: mostIndent + 1 }
    for (; at < line.length; at += 1) {
      const character = line.charAt(at)
      if (character === '[' || character === '{') open += 1
      else if (character === ']' || character === '}') open = Math.max(0, open - 1)
      if (open > mostBrackets) return { line: index + 1, column: at + 1 }
    }
  }
  return null
}

function isIndent(line: string, at: number): boolean {
  const [character, next] = [line.charAt(at), line.charAt(at + 1)]
  if (character === ' ' || character === '\t') return true
  return (character === '-' || character === '?' || character === ':') && (next === ' ' || next === '\t')
}
