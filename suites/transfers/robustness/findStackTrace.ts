import { toPointer, type Json } from '../vocabulary/index.js'

/** Lines as the common runtimes print them when something was thrown; ordinary messages look like none of these. */
const traces: readonly RegExp[] = [
  /^\s*at .+[:(](line )?\d+(:\d+)?\)?\s*$/m, // JavaScript, Java, Kotlin, C#
  /^\s*at [\w$.<>]+\([\w$]*(\.java|\.kt|\.scala|Native Method|Unknown Source)?(:\d+)?\)/m,
  /Traceback \(most recent call last\)/,
  /^\s*File ".+", line \d+/m, // Python
  /^#\d+ .+(\(\d+\)|:\d+)/m, // PHP
  /\b(Stack trace|stack backtrace):/i,
  /^goroutine \d+ \[/m,
  /\.(rb|ex|exs):\d+:in\b/,
  /panicked at .+:\d+/,
]

/** Members whose very name says that a trace is in them. */
const named = /^(stack|stack_?trace|backtrace|traceback)$/i

const depth = 8

/** The first place in a body that shows a stack trace. */
export function findStackTrace(body: Json): { readonly pointer: string; readonly text: string } | null {
  return find(body, [])
}

function find(value: Json, path: readonly string[]): { readonly pointer: string; readonly text: string } | null {
  if (typeof value === 'string') {
    const isTrace = traces.some((trace) => trace.test(value)) || (named.test(path.at(-1) ?? '') && /\d/.test(value))
    return isTrace ? { pointer: toPointer(path), text: value } : null
  }
  if (typeof value !== 'object' || value === null || path.length >= depth) return null
  if (Array.isArray(value) && named.test(path.at(-1) ?? '') && value.length > 0)
    return { pointer: toPointer(path), text: JSON.stringify(value) }
  for (const [name, member] of Object.entries(value)) {
    const found = find(member, [...path, name])
    if (found !== null) return found
  }
  return null
}
