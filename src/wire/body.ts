import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'

interface JsonBounds {
  readonly levels: number
  readonly values?: number
}

/** How a JSON text is more than that; null: it is not. Parsed values cost a hundred times their length. */
export function beyondBounds(text: string, { levels, values = Infinity }: JsonBounds): string | null {
  let open = 0
  let begun = 1
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) quoted = !quoted
    else if (quoted) at += character === backslash ? 1 : 0
    else if (character === closingBracket || character === closingBrace) open -= 1
    else if (character === openingBracket || character === openingBrace) {
      open += 1
      // The first value in it, where it is not closed at once.
      if (text.charCodeAt(at + 1) !== character + 2) begun += 1
      if (open > levels) return `nested deeper than ${levels} levels`
    } else if (character === comma) begun += 1
    if (begun > values) return `of more than ${values.toLocaleString('en')} values`
  }
  return null
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A body is more than octospec reads; its message says in which way. */
export class TooLarge extends Error {}

export function tooManyBytes(limit: number): TooLarge {
  return new TooLarge(`the body is larger than ${limit} bytes`)
}

const decoders = {
  gzip: [promisify(gunzip)],
  'x-gzip': [promisify(gunzip)],
  // Servers send both forms under the name "deflate".
  deflate: [promisify(inflate), promisify(inflateRaw)],
  br: [promisify(brotliDecompress)],
}

/** Undoes a content encoding; what cannot be decoded is returned as it came. @throws TooLarge */
export async function decodeBody(bytes: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > 2 || bytes.length === 0) return bytes
  let decoded = bytes
  for (const name of names.reverse()) {
    const step = await decodeOne(decoded, name, limit)
    if (step === undefined) return bytes
    decoded = step
  }
  return decoded
}

async function decodeOne(bytes: Buffer, name: string, limit: number): Promise<Buffer | undefined> {
  const candidates = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : [] // own member, checked in the same line
  for (const decode of candidates) {
    try {
      return await decode(bytes, { maxOutputLength: limit })
    } catch (error) {
      if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        throw tooManyBytes(limit)
    }
  }
  return undefined
}

/** The content of a body: JSON, other text, or nothing. */
export interface ParsedBody {
  readonly json?: Json
  readonly text?: string
}

/**
 * Nothing documented is deep, and recursion over what is could overflow. A value with its name takes some 30 bytes in
 * bookings and availability, so a megabyte has no more values than this; of empty objects it has ten times as many.
 */
const [mostLevels, usualValues] = [200, 40_000]
const utf8 = new TextDecoder()

/**
 * Reads a body as UTF-8 (drops a byte order mark, invalid bytes become U+FFFD) and as JSON, whatever its content type.
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

/** The evidence must read back as it was judged: a number that JSON cannot hold becomes the nearest that it can. */
function stable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0
}

/** Whether JSON can write the numbers of a value the way it read them: it cannot for Infinity and -0. */
function isStable(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStable)
}

/** Characters of JSON from which on its text is kept in its place: as values it takes up to forty times as much. */
const bulky = 4096
/** And from which on it is compressed. */
const huge = 65_536

/** An exchange whose bulky JSON is kept as text until somebody looks, and while nobody does. */
export function keptAsText(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === null || isKeptAsText(exchange)) return exchange
  const { json, ...rest } = response
  if (typeof json !== 'object' || json === null) return exchange
  const text = JSON.stringify(json)
  if (text.length < bulky) return exchange
  const isPacked = text.length >= huge
  // As bytes, for a text is made of pieces, or takes two bytes a character.
  const bytes = isPacked ? deflateRawSync(text, { level: 1 }) : Buffer.from(text)
  let held = new WeakRef(json)
  return {
    ...exchange,
    response: {
      ...rest,
      get json(): Json {
        const known = held.deref()
        if (known !== undefined) return known
        // It is the text of an object or of a list.
        const read = JSON.parse((isPacked ? inflateRawSync(bytes) : bytes).toString()) as typeof json
        held = new WeakRef(read)
        return read
      },
    },
  }
}

/** What was looked up in an exchange; undefined: that was forgotten, with the values of what is kept as text. */
export interface LookedUp<Found> {
  deref(): Found | undefined
}

/** Keeps what was looked up in an exchange, which may be parts of it, as long as the values of it are kept. */
export function lookedUp<Found extends object>(exchange: Exchange, found: Found): LookedUp<Found> {
  return isKeptAsText(exchange) ? new WeakRef(found) : { deref: () => found }
}

function isKeptAsText({ response }: Exchange): boolean {
  return response !== null && Object.getOwnPropertyDescriptor(response, 'json')?.get !== undefined
}
