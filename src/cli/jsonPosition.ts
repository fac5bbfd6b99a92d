import { pointerTokens } from '../contract/jsonPointer.js'

/** Both from 1. */
export interface JsonPosition {
  readonly line: number
  readonly column: number
}

const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const scalar = /[^\s,\]}]+/y
const space = /\s*/y

/**
 * Where in a text the value stands that a JSON Pointer leads to; where there is none, the last on the way to it that there is.
 *
 * @param text JSON, which whoever asks has parsed
 */
export function jsonPosition(text: string, pointer: string): JsonPosition {
  let at = after(space, text, 0)
  for (const token of pointerTokens(pointer)) {
    const next = text[at] === '{' ? memberAt(text, at, token) : text[at] === '[' ? itemAt(text, at, token) : undefined
    if (next === undefined) break
    at = next
  }
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** Of members of the same name the last one counts, as it does for `JSON.parse`. */
function memberAt(text: string, open: number, name: string): number | undefined {
  let found: number | undefined
  let at = after(space, text, open + 1)
  while (text[at] === '"') {
    const end = after(string, text, at)
    const value = after(space, text, after(space, text, end) + 1)
    if (JSON.parse(text.slice(at, end)) === name) found = value
    at = afterComma(text, endOf(text, value))
  }
  return found
}

function itemAt(text: string, open: number, index: string): number | undefined {
  let at = after(space, text, open + 1)
  for (let left = Number(index); at < text.length && text[at] !== ']'; left -= 1) {
    if (left === 0) return at
    at = afterComma(text, endOf(text, at))
  }
  return undefined
}

function afterComma(text: string, end: number): number {
  const at = after(space, text, end)
  return text[at] === ',' ? after(space, text, at + 1) : at
}

/** Where a value ends that begins at a place. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length;) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    at =
      character === '"'
        ? after(string, text, at)
        : '{[]},: \t\r\n'.includes(character ?? '')
          ? at + 1
          : after(scalar, text, at)
    if (depth === 0) return at
  }
  return text.length
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at + 1
}
