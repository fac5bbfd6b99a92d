/** The bytes of a text as they are compared. */
export interface Symbols {
  /** Letters in one case, one character for `+`, `-` and space and one for `/` and `_`, and no line breaks. */
  readonly values: Uint8Array
  /** Which byte each symbol is. */
  readonly places: Int32Array
  readonly bytes: Uint8Array
  /**
   * Calls for every run of so many symbols whose hash the filter lets through, with the hash and where the run begins, until it
   * answers true.
   */
  eachHash(length: number, filter: Uint8Array, call: (hash: number, at: number) => boolean): void
}

const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09

/** How bytes are compared where little must be missed: in any case, in either alphabet of base64, and where a form has `+` for space. */
const folded: Uint8Array = foldTable({ '-': '+', ' ': '+', _: '/' }, true)
const plainExact: Uint8Array = foldTable({ ' ': '+' }, false)
const plainAnyCase: Uint8Array = foldTable({ ' ': '+' }, true)
const base64Exact: Uint8Array = foldTable({ '-': '+', ' ': '+', _: '/' }, false)

/** How the bytes of a short secret are compared, which ordinary text could hold by chance. */
export function tableFor(alphabet: 'text' | 'hex' | 'base64', anyCase: boolean): Uint8Array {
  if (alphabet === 'base64') return anyCase ? folded : base64Exact
  return anyCase || alphabet === 'hex' ? plainAnyCase : plainExact
}

function foldTable(same: Readonly<Record<string, string>>, anyCase: boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte)
    const other = same[character] ?? character
    return (anyCase && byte < 0x80 ? other.toLowerCase() : other).charCodeAt(0)
  })
}

/** Line breaks are left out, with the spaces that begin the next line. */
export function symbolsOf(bytes: Uint8Array): Symbols {
  const values = new Uint8Array(bytes.length)
  const places = new Int32Array(bytes.length)
  let count = 0
  let isIndent = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    isIndent = byte === newline || byte === carriageReturn || (isIndent && (byte === space || byte === tab))
    if (isIndent) continue
    values[count] = folded[byte] ?? 0
    places[count] = at
    count += 1
  }
  const all = values.subarray(0, count)
  return {
    values: all,
    places: places.subarray(0, count),
    bytes,
    eachHash: (length, filter, call) => eachHash(all, length, filter, call),
  }
}

const base = 0x01000193

/** Lets every hash through. */
export const anyHash: Uint8Array = Uint8Array.of(1)

/** A filter that lets these hashes through, and few others. */
export function filterOf(hashes: Iterable<number>, count: number): Uint8Array {
  let size = 1024
  while (size < count * 8) size *= 2
  const filter = new Uint8Array(size)
  for (const hash of hashes) filter[(hash ^ (hash >>> 15)) & (size - 1)] = 1
  return filter
}

function eachHash(
  values: Uint8Array,
  length: number,
  filter: Uint8Array,
  call: (hash: number, at: number) => boolean,
): void {
  const mask = filter.length - 1
  let top = 1
  for (let power = 0; power < length; power += 1) top = Math.imul(top, base)
  let hash = 0
  for (let at = 0; at < values.length; at += 1) {
    hash = (Math.imul(hash, base) + (values[at] ?? 0)) | 0
    if (at >= length) hash = (hash - Math.imul(top, values[at - length] ?? 0)) | 0
    if (at < length - 1 || filter[(hash ^ (hash >>> 15)) & mask] === 0) continue
    if (call(hash, at - length + 1)) return
  }
}

export function isBase64(byte: number | undefined): boolean {
  return byte !== undefined && base64Bytes.has(byte)
}

const base64Bytes: ReadonlySet<number> = new Set(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'),
)
