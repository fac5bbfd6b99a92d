import { inWords, toPointer, type Json } from '../vocabulary/index.js'

/** Lines as the common runtimes print them when something was thrown; ordinary messages look like none of these. */
const traces: readonly RegExp[] = [
  /^at .+[:(](?:line )?\d+(?::\d+)?\)?$/, // JavaScript, Java, Kotlin, C#
  /^at [\w$.<>]+\([\w$]*(?:\.java|\.kt|\.scala|Native Method|Unknown Source)?(?::\d+)?\)/,
  /Traceback \(most recent call last\)/,
  /^File ".+", line \d/, // Python
  /^#\d+ .+(?:\(\d+\)|:\d)/, // PHP
  /\b(?:Stack trace|stack backtrace):/i,
  /^goroutine \d+ \[/,
  /\.(?:rb|ex|exs):\d+:in\b/,
]

/** What Rust says before the place. */
const panic = 'panicked at '

/** Members whose very name says that a trace is in them. */
const named = /^(?:stack|stack_?trace|backtrace|traceback)$/i

const depth = 8
/** Limits of the text looked at, and of each line: a trace comes long before, and any text is read in good time. */
const longestText = 65_536
const longestLine = 1000

/** The first place in a body that shows a stack trace. */
export function findStackTrace(body: Json): { readonly pointer: string; readonly text: string } | null {
  return find(body, [])
}

function find(value: Json, path: readonly string[]): { readonly pointer: string; readonly text: string } | null {
  if (typeof value === 'string') {
    const shown = value.slice(0, longestText)
    const isTrace = shown.split(/[\n\r\u2028\u2029]/).some(isTraceLine) || (isNamed(path) && /\d/.test(shown))
    return isTrace ? { pointer: toPointer(path), text: value } : null
  }
  if (typeof value !== 'object' || value === null || path.length >= depth) return null
  if (Array.isArray(value) && isNamed(path) && value.length > 0)
    return { pointer: toPointer(path), text: inWords(value) }
  for (const [name, member] of Object.entries(value)) {
    const found = find(member, [...path, name])
    if (found !== null) return found
  }
  return null
}

function isTraceLine(whole: string): boolean {
  const line = whole.slice(0, longestLine).trim()
  if (line === '') return false
  const at = line.indexOf(panic)
  return traces.some((trace) => trace.test(line)) || (at >= 0 && /.:\d/.test(line.slice(at + panic.length)))
}

function isNamed(path: readonly string[]): boolean {
  return named.test(path.at(-1) ?? '')
}
