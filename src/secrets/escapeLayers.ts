/** A text as UTF-8, each byte with the part of the text that it came from. */
export interface TextLayer {
  readonly bytes: Uint8Array
  /** Where in the text the character begins that gave the byte, and where it ends, its escapes included. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** How many levels of escapes are taken away: JSON in JSON in a URL in HTML is four. */
const deepest = 8

/** A text as it stands, then with one level of escapes taken away after the other, until there are none. */
export function* escapeLayers(text: TextLayer): Generator<TextLayer, void> {
  let layer: TextLayer | null = text
  for (let level = 0; layer !== null && level <= deepest; level += 1) {
    yield layer
    layer = unescapedLayer(layer)
  }
}

const nowhere = new Int32Array(0)

/** @param placed whether it matters where in the text a byte came from; else `starts` and `ends` are empty, in half the time */
export function textLayer(text: string, placed = true): TextLayer {
  if (!placed) return { bytes: Buffer.from(text), starts: nowhere, ends: nowhere }
  const layer = emptyLayer(Buffer.byteLength(text))
  let made = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    const end = at + (isPair ? 2 : 1)
    made = put(layer, made, isPair ? (text.codePointAt(at) ?? 0) : code, at, end)
    at = end
  }
  return layer
}

/**
 * The same with one level of escapes taken away (`%2F`, `\/`, `\u002f`, `\x2f`, `&#47;`, `&amp;`), in one pass; null where there is
 * none. It is never longer.
 */
function unescapedLayer(layer: TextLayer): TextLayer | null {
  const { bytes, starts, ends } = layer
  let result: TextLayer | null = null
  const first = firstEscape(bytes)
  let made = first
  for (let at = first; at < bytes.length;) {
    const escape = escapeAt(bytes, at)
    if (escape === null) {
      if (result !== null) copy(layer, at, result, made)
      made += 1
      at += 1
      continue
    }
    if (result === null) {
      result = starts.length === 0 ? { ...layer, bytes: new Uint8Array(bytes.length) } : emptyLayer(bytes.length)
      result.bytes.set(bytes.subarray(0, at))
      result.starts.set(starts.subarray(0, at))
      result.ends.set(ends.subarray(0, at))
    }
    const [start, end] = [starts[at] ?? 0, ends[at + escape.size - 1] ?? 0]
    if (escape.isByte) made = putByte(result, made, escape.code, start, end)
    else made = put(result, made, escape.code, start, end)
    at += escape.size
  }
  if (result === null) return null
  return {
    bytes: result.bytes.subarray(0, made),
    starts: result.starts.subarray(0, made),
    ends: result.ends.subarray(0, made),
  }
}

interface Escape {
  /** How many bytes it takes. */
  readonly size: number
  readonly code: number
  /** The code is that of a byte, and not of a character. */
  readonly isByte: boolean
}

const percent = 0x25
const ampersand = 0x26
const semicolon = 0x3b
const backslash = 0x5c
const controls: ReadonlyMap<number, number> = new Map(
  ['b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
)
const quoted: ReadonlySet<number> = new Set([...'"\'\\/'].map((character) => character.charCodeAt(0)))
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** `&#x0010FFFF;` is the longest that stands for a character. */
const longestEntity = 12

/** Where an escape may begin first; the length where none does. */
function firstEscape(bytes: Uint8Array): number {
  const found = [percent, backslash, ampersand].map((mark) => bytes.indexOf(mark))
  return Math.min(...found.map((at) => (at < 0 ? bytes.length : at)))
}

function escapeAt(bytes: Uint8Array, at: number): Escape | null {
  switch (bytes[at]) {
    case percent:
      return escapeOf(hexAt(bytes, at + 1, 2), 3, true)
    case backslash:
      return backslashed(bytes, at)
    case ampersand:
      return entityAt(bytes, at)
    default:
      return null
  }
}

function escapeOf(code: number, size: number, isByte: boolean): Escape | null {
  return code < 0 ? null : { size, code, isByte }
}

function backslashed(bytes: Uint8Array, at: number): Escape | null {
  const next = bytes[at + 1] ?? 0
  if (quoted.has(next)) return escapeOf(next, 2, true)
  const control = controls.get(next)
  if (control !== undefined) return escapeOf(control, 2, true)
  // An echo in capitals has \U and \X.
  const letter = next | 0x20
  if (letter === 0x78) return escapeOf(hexAt(bytes, at + 2, 2), 4, false)
  if (letter !== 0x75) return null
  const unit = hexAt(bytes, at + 2, 4)
  const low = (unit & 0xfc00) === 0xd800 && bytes[at + 6] === backslash ? hexAt(bytes, at + 8, 4) : -1
  if (low >= 0 && (low & 0xfc00) === 0xdc00)
    return escapeOf(0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), 12, false)
  return escapeOf(unit, 6, false)
}

function entityAt(bytes: Uint8Array, at: number): Escape | null {
  let end = at + 1
  while (end < at + longestEntity && bytes[end] !== semicolon) end += 1
  if (bytes[end] !== semicolon) return null
  return escapeOf(codeOf(String.fromCharCode(...bytes.subarray(at + 1, end)).toLowerCase()), end + 1 - at, false)
}

/** The character of an entity; -1 for what is none. */
function codeOf(name: string): number {
  if (Object.hasOwn(named, name)) return named[name]?.charCodeAt(0) ?? -1
  const code = /^#\d+$/.test(name)
    ? Number(name.slice(1))
    : /^#x[\da-f]+$/.test(name)
      ? Number(`0${name.slice(1)}`)
      : -1
  return code > 0x10ffff ? -1 : code
}

/** The number that so many hexadecimal digits make; -1 where they are none. */
function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0
  for (let index = at; index < at + digits; index += 1) {
    const byte = bytes[index] ?? 0
    const letter = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) value = value * 16 + byte - 0x30
    else if (letter >= 0x61 && letter <= 0x66) value = value * 16 + letter - 0x57
    else return -1
  }
  return value
}

function emptyLayer(size: number): TextLayer {
  return { bytes: new Uint8Array(size), starts: new Int32Array(size), ends: new Int32Array(size) }
}

function copy(from: TextLayer, at: number, to: TextLayer, made: number): void {
  putByte(to, made, from.bytes[at] ?? 0, from.starts[at] ?? 0, from.ends[at] ?? 0)
}

function putByte({ bytes, starts, ends }: TextLayer, at: number, byte: number, start: number, end: number): number {
  bytes[at] = byte
  starts[at] = start
  ends[at] = end
  return at + 1
}

/** Half a surrogate pair is written like any other character of its size. */
function put(layer: TextLayer, at: number, code: number, start: number, end: number): number {
  if (code < 0x80) return putByte(layer, at, code, start, end)
  const size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  const lead = [0, 0, 0xc0, 0xe0, 0xf0][size] ?? 0
  let next = putByte(layer, at, lead | (code >> (6 * (size - 1))), start, end)
  for (let left = size - 2; left >= 0; left -= 1)
    next = putByte(layer, next, 0x80 | ((code >> (6 * left)) & 0x3f), start, end)
  return next
}
