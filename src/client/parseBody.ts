import type { Json } from '../profile/profile.js'
import { beyondBounds } from './beyondBounds.js'
import { TooLarge } from './decodeBody.js'

/** What a body turned out to be: JSON, other text, or nothing. */
export interface ParsedBody {
  readonly json?: Json
  readonly text?: string
}

/**
 * Nothing documented is deep, and recursion over what is could overflow. A value with its name takes some 30 bytes in bookings and
 * availability, so that a megabyte of them has no more values than this; of empty objects it has ten times as many.
 */
const [mostLevels, usualValues] = [200, 40_000]
const utf8 = new TextDecoder()

/**
 * Reads a body as UTF-8 (a byte order mark is dropped, invalid bytes become U+FFFD) and as JSON, whatever its content type says.
 * @throws TooLarge for what is built like JSON and is more than octospec reads: then nobody knows what it says
 */
export function parseBody(bytes: Uint8Array, mostValues: number = usualValues): ParsedBody {
  const text = utf8.decode(bytes)
  if (text.trim() === '') return {}
  const beyond = /^\s*[[{]/.test(text) ? beyondBounds(text, { levels: mostLevels, values: mostValues }) : null
  if (beyond !== null) throw new TooLarge(`the body is JSON ${beyond}`)
  try {
    const json: Json = JSON.parse(text)
    return { json: isStable(json) ? json : JSON.parse(text, stable) }
  } catch {
    return { text }
  }
}

/** The evidence must read back as what was judged, so a number that JSON cannot hold becomes the nearest that it can. */
function stable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0
}

/** Whether JSON can write the numbers of a value the way it read them: it cannot for Infinity and -0. */
function isStable(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStable)
}
