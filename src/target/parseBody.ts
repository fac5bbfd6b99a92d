import type { Json } from '../profile/profile.js'

/** What a body turned out to be: JSON, other text, or nothing. */
export interface ParsedBody {
  readonly json?: Json
  readonly text?: string
}

/** Deeper nesting is not read as JSON: nothing documented is deep, and recursion over it could overflow. */
const deepest = 200
// Numbers that JSON cannot write again the way it read them: Infinity and -0. The -0 of a date or a UUID is no number.
const unstable = /[eE]\+?\d{3}|\d{300}|(?<![\dA-Za-z])-0/

/** Reads a body as UTF-8 (a byte order mark is dropped, invalid bytes become U+FFFD) and as JSON, whatever its content type says. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') return {}
  if (tooDeep(text)) return { text }
  try {
    const json: Json = unstable.test(text) ? JSON.parse(text, stable) : JSON.parse(text)
    return { json }
  } catch {
    return { text }
  }
}

/** The evidence must read back as what was judged, so a number that JSON cannot hold becomes the nearest that it can. */
function stable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0
}

function tooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}
