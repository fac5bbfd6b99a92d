import { pointerTokens } from '../contract/json.js'
import type { Json } from '../profile/profile.js'

/** A copy of `value` with `written` at a JSON Pointer, and objects made on the way. `__proto__` is a plain member. */
export function writePointer(value: Json | undefined, pointer: string, written: Json): Json {
  return write(value, pointerTokens(pointer), written)
}

function write(value: Json | undefined, tokens: readonly string[], written: Json): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return written
  if (isArray(value) && (/^\d{1,4}$/.test(token) || token === '-')) {
    const index = token === '-' ? value.length : Math.min(Number(token), value.length)
    const copy = [...value]
    copy[index] = write(value[index], rest, written)
    return copy
  }
  const members = typeof value === 'object' && value !== null && !isArray(value) ? value : {}
  const before = Object.hasOwn(members, token) ? members[token] : undefined
  // A computed member creates an own property even when it is named `__proto__`; an assignment would not.
  return { ...members, [token]: write(before, rest, written) }
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
