import type { TextLayer } from './escapeLayers.js'
import type { Symbols } from './symbols.js'

/** Fewer digits in a row are no secret that was encoded twice. */
const shortestRun = 16
/** What comes out is kept where so many characters in a row are ASCII: what was never encoded gives noise. */
const shortestText = 8

/** What the digits of an encoding are worth; others are worth `none`. */
interface Encoding {
  readonly values: Uint8Array
  /** Of one digit. */
  readonly bits: number
  /** Of a group, at whose first digit a byte begins. */
  readonly digits: number
}

const none = 255
const encodings: readonly Encoding[] = [
  { values: valuesOf('0123456789abcdef', 'ABCDEF', 10), bits: 4, digits: 2 },
  {
    values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_', 62),
    bits: 6,
    digits: 4,
  },
]

function valuesOf(digits: string, others: string, firstOther: number): Uint8Array {
  const values = new Uint8Array(256).fill(none)
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value
  for (const [index, digit] of [...others].entries()) values[digit.charCodeAt(0)] = firstOther + index
  return values
}

/**
 * What stands in base64 or hex in a text, also in lines, wherever its groups begin, as far as it is text itself; null where there is
 * none. It is never longer than the text.
 * @param symbols those of the layer
 */
export function decodedLayer(layer: TextLayer, { bytes, places }: Symbols): TextLayer | null {
  const decoded = new Decoded(layer, places)
  const found = new Uint8Array(places.length)
  for (const { values, bits, digits } of encodings) {
    for (let at = 0; at < places.length; at += 1) found[at] = values[bytes[places[at] ?? 0] ?? 0] ?? none
    for (let first = 0; first + shortestRun <= found.length;) {
      // From its last place to its first: where one is no digit, no run begins before it.
      let other = first + shortestRun - 1
      while (other >= first && found[other] !== none) other -= 1
      if (other < first) {
        other = first + shortestRun
        while (other < found.length && found[other] !== none) other += 1
        for (let shift = 0; shift < digits; shift += 1)
          if (givesText(found, first + shift, other, bits)) decode(found, first + shift, other, bits, decoded)
      }
      first = other + 1
    }
  }
  return decoded.layer()
}

/** Whether the bytes that some digits give are text anywhere, which they seldom are: one byte in eight tells, where it is no ASCII. */
function givesText(found: Uint8Array, first: number, end: number, bits: number): boolean {
  const made = Math.floor(((end - first) * bits) / 8)
  for (let from = 0; from + shortestText <= made;) {
    let other = from + shortestText - 1
    while (other >= from && kinds[byteAt(found, first, bits, other)] === 0) other -= 1
    if (other < from) return true
    from = other + 1
  }
  return false
}

/** One of the bytes that some digits give: it is of two of them in either encoding. */
function byteAt(found: Uint8Array, first: number, bits: number, index: number): number {
  const digit = first + Math.floor((8 * index) / bits)
  const past = 2 * bits - 8 - ((8 * index) % bits)
  return ((((found[digit] ?? 0) << bits) | (found[digit + 1] ?? 0)) >> past) & 0xff
}

/** Finds the texts that some digits give. */
function decode(found: Uint8Array, first: number, end: number, bits: number, to: Decoded): void {
  let [held, size, made] = [0, 0, 0]
  let text = 0
  // Of ASCII in a row, and of bytes of a character that are still to come.
  let [row, missing] = [0, 0]
  let isText = false
  for (let at = first; at <= end; at += 1) {
    held = (held << bits) | (found[at] ?? 0)
    size += bits
    if (size < 8 && at < end) continue
    size -= 8
    const kind = at < end ? (kinds[(held >> size) & 0xff] ?? never) : never
    if (kind === never || (kind === continued) !== missing > 0) {
      if (isText) to.add(found, first, bits, text, made)
      text = kind === never || kind === continued ? made + 1 : made
      row = 0
      isText = false
    }
    missing = kind === continued ? Math.max(0, missing - 1) : kind === never ? 0 : kind
    row = kind === 0 ? row + 1 : 0
    isText ||= row === shortestText
    made += 1
  }
}

/** The texts that came out, one after the other, with a NUL after each. */
class Decoded {
  readonly #of: TextLayer
  readonly #places: Int32Array
  #made: TextLayer | null = null
  #length = 0

  constructor(of: TextLayer, places: Int32Array) {
    this.#of = of
    this.#places = places
  }

  /** Adds bytes from one to another of those that digits give. */
  add(found: Uint8Array, first: number, bits: number, from: number, to: number): void {
    const { starts, ends } = this.#of
    this.#made ??= {
      bytes: new Uint8Array(this.#of.bytes.length),
      starts: new Int32Array(starts.length),
      ends: new Int32Array(ends.length),
    }
    for (let index = from; index < to; index += 1) {
      const digit = first + Math.floor((8 * index) / bits)
      this.#made.bytes[this.#length] = byteAt(found, first, bits, index)
      // Where places do not matter there are none.
      this.#made.starts[this.#length] = starts[this.#places[digit] ?? 0] ?? 0
      this.#made.ends[this.#length] = ends[this.#places[digit + 1] ?? 0] ?? 0
      this.#length += 1
    }
    this.#length += 1
  }

  layer(): TextLayer | null {
    if (this.#made === null) return null
    const { bytes, starts, ends } = this.#made
    const length = Math.min(this.#length, bytes.length)
    return { bytes: bytes.subarray(0, length), starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
  }
}

/** What each byte is in UTF-8: how many bytes of the same character follow, or one of those that follow, or none. */
const [continued, never] = [4, 5]
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 ? 0 : never
  return byte < 0xc0 ? continued : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf8 ? 3 : never
})
