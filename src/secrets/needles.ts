import { secretForms, type SecretForm } from './secretForms.js'
import { anyHash, filterOf, isBase64, symbolsOf, tableFor, type Symbols } from './symbols.js'

/** A run of symbols that gives a secret away, found by the hash of some of them. */
export interface Needle {
  /** Which secret. */
  readonly secret: number
  /** The next with the same hash. */
  readonly next: Needle | undefined
  /** Where in a text it is, if what is hashed begins at that symbol. */
  spanAt(text: Symbols, at: number): Span | null
}

/** The first and the last of some symbols. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** The needles of which the same number of symbols is hashed. */
export interface NeedleIndex {
  /** As many symbols as are hashed. */
  readonly length: number
  /** Lets the hashes of needles through: most of a text is told by it. */
  readonly filter: Uint8Array
  readonly byHash: ReadonlyMap<number, Needle>
}

/** At most as many symbols are hashed. */
const hashed = 8
/** As many characters of a long secret are as secret as the whole. */
const pieceLength = 2 * hashed
/** From so many characters on a secret is found by any piece. */
const longFrom = 32
/** From so many characters on a secret is found in any letter case and across lines; a shorter one could be found by chance. */
const looseFrom = 8
/** One without a digit may be a word, which ordinary text has in another case. */
const looseWordFrom = 16
/** The host of an address stands in every link, so only the whole is secret, unless it is longer than an address is. */
const longestAddress = 256
/** A secret that repeats itself is found by so many of its places. */
const mostAlike = 16

/** The needles of all secrets. How many there are grows with the length of the secrets together. */
export function needles(secrets: readonly string[]): readonly NeedleIndex[] {
  const indexes: Indexes = new Map()
  for (const [secret, value] of secrets.entries()) {
    const isAddress = value.length <= longestAddress && /^https?:\/\//i.test(value)
    const isLong = value.length >= longFrom && !isAddress
    const isLoose = value.length >= (/\d/.test(value) ? looseFrom : looseWordFrom)
    for (const form of secretForms(value)) {
      if (isLong) addPieces(indexes, form, secret)
      else addWhole(indexes, form, secret, isLoose)
    }
  }
  return [...indexes].map(([length, byHash]) => ({ length, byHash, filter: filterOf(byHash.keys(), byHash.size) }))
}

type Indexes = Map<number, Map<number, Needle>>

function indexOf(indexes: Indexes, length: number): Map<number, Needle> {
  const byHash = indexes.get(length) ?? new Map<number, Needle>()
  indexes.set(length, byHash)
  return byHash
}

function addWhole(indexes: Indexes, form: SecretForm, secret: number, isLoose: boolean): void {
  const own = symbolsOf(form.bytes)
  const length = own.values.length
  if (length === 0) return
  const table = tableFor(form.alphabet, isLoose)
  const ends = endsOf(form)
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
  const spanAt: Needle['spanAt'] = (text, at) =>
    isAt(text, at) ? ends.around(text, at, true, at + length - 1, true) : null
  const byHash = indexOf(indexes, Math.min(length, hashed))
  own.eachHash(Math.min(length, hashed), anyHash, (hash) => {
    byHash.set(hash, { secret, next: byHash.get(hash), spanAt })
    return true
  })
}

/**
 * Of a long secret, every eighth run of eight symbols is looked for, and what stands around it is compared: a piece of sixteen holds
 * one of these runs, and at most eight symbols on either side of it belong to no other.
 */
function addPieces(indexes: Indexes, form: SecretForm, secret: number): void {
  const own = symbolsOf(form.bytes)
  const ends = endsOf(form)
  const byHash = indexOf(indexes, hashed)
  own.eachHash(hashed, anyHash, (hash, start) => {
    const isLast = start === own.values.length - hashed
    if (start % hashed !== 0 && !isLast) return false
    const next = byHash.get(hash)
    if (isKnown(next, own, start)) return false
    byHash.set(hash, { secret, next, spanAt: (text, at) => pieceAt(own, start, text, at, ends) })
    return false
  })
}

/** Whether needles find the same piece already, or as many as there may be. */
function isKnown(needle: Needle | undefined, own: Symbols, start: number): boolean {
  let alike = 0
  for (let each = needle; each !== undefined; each = each.next) {
    const span = each.spanAt(own, start)
    alike += 1
    if (alike >= mostAlike || (span !== null && span.last - span.first >= 3 * hashed - 1)) return true
  }
  return false
}

/** The part of a text, around a run of eight symbols, that is a piece of a secret; null where it is too short to be one. */
function pieceAt(own: Symbols, start: number, text: Symbols, at: number, ends: Ends): Span | null {
  for (let index = 0; index < hashed; index += 1) if (own.values[start + index] !== text.values[at + index]) return null
  let left = 0
  while (left < hashed && start > left && isSame(own, start - left - 1, text, at - left - 1)) left += 1
  let length = hashed
  while (length < 2 * hashed && isSame(own, start + length, text, at + length)) length += 1
  if (left + length < Math.min(pieceLength, own.values.length)) return null
  // A rule of dashes or a run of spaces gives nothing away.
  if (!text.values.subarray(at - left, at + length).some(isWordSymbol)) return null
  const isEnd = start + length === own.values.length
  return ends.around(text, at - left, start === left, at + length - 1, isEnd)
}

function isSame(own: Symbols, mine: number, text: Symbols, theirs: number): boolean {
  return theirs >= 0 && mine < own.values.length && own.values[mine] === text.values[theirs]
}

interface Ends {
  /** A span of a text with the symbols next to it that also hold bits of the secret, where it is at the secret's first or last. */
  around(text: Symbols, first: number, isFirst: boolean, last: number, isLast: boolean): Span
}

function endsOf({ before, after }: SecretForm): Ends {
  const [start, end] = [before, after].map((characters) => new Set(symbolsOf(Buffer.from(characters)).values))
  const isOneOf = (characters: ReadonlySet<number> | undefined, text: Symbols, at: number): boolean =>
    characters?.has(text.values[at] ?? -1) === true && isBase64(text.bytes[text.places[at] ?? -1])
  return {
    around: (text, first, isFirst, last, isLast) => ({
      first: isFirst && isOneOf(start, text, first - 1) ? first - 1 : first,
      last: isLast && isOneOf(end, text, last + 1) ? last + 1 : last,
    }),
  }
}

/** A letter, a digit, or any byte that is no ASCII. */
function isWordSymbol(symbol: number): boolean {
  return (symbol >= 0x30 && symbol <= 0x39) || (symbol >= 0x61 && symbol <= 0x7a) || symbol >= 0x80
}
