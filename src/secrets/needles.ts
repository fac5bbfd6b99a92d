import { secretForms, type SecretForm } from './secretForms.js'
import { isBase64, pieceLength, symbolsOf, tableFor, type Symbols } from './symbols.js'

/** A run of symbols that gives a secret away. */
export interface Needle {
  /** Which secret. */
  readonly secret: number
  /** How many symbols it has. */
  readonly length: number
  /** Symbols that, next to it, also hold bits of the secret. */
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
  /** The next with the same hash. */
  readonly next: Needle | undefined
  /** Whether it is in a text at that symbol. */
  isAt(text: Symbols, at: number): boolean
}

/** The needles whose first symbols are looked for by one hash, the same number of symbols for all. */
export interface NeedleIndex {
  /** As many symbols as are hashed. */
  readonly length: number
  /** A place for each possible end of a hash, 0 where no needle has it: most texts are told by it. */
  readonly filter: Uint8Array
  readonly byHash: ReadonlyMap<number, Needle>
}

/** From so many characters on a secret is found by any piece. */
const longFrom = 32
/** From so many characters on a secret is found in any letter case and across lines; a shorter one could be found by chance. */
const looseFrom = 8
/** One without a digit may be a word, which ordinary text has in another case. */
const looseWordFrom = 16
/** The host of an address stands in every link, so only the whole is secret, unless it is longer than an address is. */
const longestAddress = 256

const none: ReadonlySet<number> = new Set()

/** The needles of all secrets. How many there are grows with the length of the secrets together. */
export function needles(secrets: readonly string[]): readonly NeedleIndex[] {
  const indexes = new Map<number, Map<number, Needle>>()
  for (const [secret, value] of secrets.entries()) {
    const isAddress = value.length <= longestAddress && /^https?:\/\//i.test(value)
    const isLong = value.length >= longFrom && !isAddress
    const isLoose = value.length >= (/\d/.test(value) ? looseFrom : looseWordFrom)
    for (const form of secretForms(value)) {
      if (isLong) addPieces(indexes, form, secret)
      else addWhole(indexes, form, secret, isLoose)
    }
  }
  return [...indexes].map(([length, byHash]) => ({ length, byHash, filter: filterOf(byHash) }))
}

type Indexes = Map<number, Map<number, Needle>>

function addWhole(indexes: Indexes, form: SecretForm, secret: number, isLoose: boolean): void {
  const own = symbolsOf(form.bytes)
  const length = own.values.length
  if (length === 0) return
  const table = tableFor(form.alphabet, isLoose)
  const byHash = indexOf(indexes, Math.min(length, pieceLength))
  const isAt = (text: Symbols, at: number): boolean => {
    if (at + length > text.values.length) return false
    const [first, last] = [text.places[at] ?? 0, text.places[at + length - 1] ?? 0]
    if (form.alone && (isBase64(text.bytes[first - 1]) || isBase64(text.bytes[last + 1]))) return false
    // In a strict comparison, line breaks count, too.
    if (!isLoose && last - first !== form.bytes.length - 1) return false
    for (let index = 0; index < length; index += 1) {
      const mine = form.bytes[own.places[index] ?? 0] ?? 0
      const theirs = text.bytes[text.places[at + index] ?? 0] ?? 0
      if (table[mine] !== table[theirs]) return false
    }
    return true
  }
  own.eachHash(Math.min(length, pieceLength), (hash) => {
    const [before, after] = [foldedSet(form.before), foldedSet(form.after)]
    byHash.set(hash, { secret, length, before, after, next: byHash.get(hash), isAt })
    return true
  })
}

function addPieces(indexes: Indexes, form: SecretForm, secret: number): void {
  const own = symbolsOf(form.bytes)
  const last = own.values.length - pieceLength
  const byHash = indexOf(indexes, pieceLength)
  const [before, after] = [foldedSet(form.before), foldedSet(form.after)]
  own.eachHash(pieceLength, (hash, start) => {
    const next = byHash.get(hash)
    for (let needle = next; needle !== undefined; needle = needle.next) if (needle.isAt(own, start)) return false
    const piece = own.values.subarray(start, start + pieceLength)
    // A rule of dashes or a run of spaces gives nothing away.
    if (!piece.some(isWordSymbol)) return false
    const isAt = (text: Symbols, at: number): boolean => {
      for (let index = 0; index < pieceLength; index += 1) if (piece[index] !== text.values[at + index]) return false
      return true
    }
    byHash.set(hash, {
      secret,
      length: pieceLength,
      before: start === 0 ? before : none,
      after: start === last ? after : none,
      next,
      isAt,
    })
    return false
  })
}

function indexOf(indexes: Indexes, length: number): Map<number, Needle> {
  const byHash = indexes.get(length) ?? new Map<number, Needle>()
  indexes.set(length, byHash)
  return byHash
}

function filterOf(byHash: ReadonlyMap<number, Needle>): Uint8Array {
  let size = 1024
  while (size < byHash.size * 8) size *= 2
  const filter = new Uint8Array(size)
  for (const hash of byHash.keys()) filter[(hash ^ (hash >>> 15)) & (size - 1)] = 1
  return filter
}

function foldedSet(characters: string): ReadonlySet<number> {
  return new Set(symbolsOf(Buffer.from(characters)).values)
}

/** A letter, a digit, or any byte that is no ASCII. */
function isWordSymbol(symbol: number): boolean {
  return (symbol >= 0x30 && symbol <= 0x39) || (symbol >= 0x61 && symbol <= 0x7a) || symbol >= 0x80
}
