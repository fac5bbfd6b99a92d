import { placeInText, textLayers, unescapedForms } from './layers.js'

/** A value that must never be written, and the name that stands in for it. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values are redacted only in the header they belong to: anywhere else they would wreck the body. */
export const shortestSecret = 4

/** The place of a secret, or of a piece of it, in a text. */
interface Span {
  /** Which secret. */
  readonly secret: number
  readonly start: number
  readonly end: number
}

interface Whole {
  readonly secret: number
  readonly pattern: RegExp
}

/** Pieces of long secrets, by their first eight characters. */
type Pieces = Map<string, Piece[]>

interface Piece {
  readonly secret: number
  /** The form of the secret that it is of, folded. */
  readonly form: string
  readonly at: number
  readonly isBase64: boolean
}

/** From so many characters on a secret is found by any piece of {@link pieceLength}. */
const longFrom = 32
const pieceLength = 16
/** Every piece holds a run of as many characters that begins at a multiple of it. */
const runLength = 8
/** A secret of so many characters is found in any letter case and across lines; a shorter one could match by chance. */
const looseFrom = 8
/** One without a digit may be a word, which ordinary text has in another case. */
const looseWordFrom = 16
/** The host of an address stands in every link, so only the whole is secret, unless it is longer than an address is. */
const longestAddress = 256
/** A secret that repeats itself is found by so many of its places. */
const mostAlike = 16

/** For texts that hold nothing: the longest kept, the length of all, and what each counts for beside its own length. */
const [longestKept, mostKept, overhead] = [4000, 1_000_000, 100]

/**
 * Finds secrets in text, in time that grows with the text alone, and in every form: plain, in hex and in base64, with
 * any escapes, in any letter case, across line breaks, and encoded several times. Of a long secret it finds every piece
 * of 16 characters, so one that was cut, too; of a short one only the whole.
 */
export class SecretFinder {
  readonly #secrets: readonly Secret[]
  /** Secrets that are found as a whole alone, and only as they are written. */
  readonly #strict: Whole[] = []
  /** Those found in any letter case and across lines. */
  readonly #loose: Whole[] = []
  readonly #pieces: Pieces = new Map()
  /** Texts that hold nothing: a header is the same in thousands of exchanges, and a booking in each list. */
  readonly #clean = new Set<string>()
  #kept = 0

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets
    for (const [at, { value }] of secrets.entries()) if (value !== '') this.#add(at, value)
  }

  /** Adds what one secret is found by: as much as it is long. */
  #add(secret: number, value: string): void {
    const isAddress = value.length <= longestAddress && /^https?:\/\//i.test(value)
    if (value.length >= longFrom && !isAddress) return addPieces(this.#pieces, secret, value)
    const isLoose = value.length >= (/\d/.test(value) ? looseFrom : looseWordFrom)
    const found = { secret, pattern: new RegExp(wholeForms(value).join('|'), isLoose ? 'gi' : 'g') }
    const wholes = isLoose ? this.#loose : this.#strict
    wholes.push(found)
  }

  /** Whether the text holds any of them. */
  holds(text: string): boolean {
    if (this.#secrets.length === 0 || this.#clean.has(text)) return false
    for (const _ of this.#find(text)) return true
    if (text.length > longestKept || this.#kept + text.length > mostKept) return false
    this.#clean.add(text)
    this.#kept += text.length + overhead
    return false
  }

  /** The text with each replaced by what is said of its name. */
  replace(text: string, shown: (name: string) => string): string {
    if (!this.holds(text)) return text
    let [replaced, rest] = ['', 0]
    for (const { start, end, secret } of united([...this.#find(text)])) {
      replaced += text.slice(rest, start) + shown(this.#secrets[secret]?.name ?? 'secret')
      rest = end
    }
    return replaced + text.slice(rest)
  }

  *#find(text: string): Generator<Span, void> {
    for (const { asIs, joined } of textLayers(text)) {
      for (const span of wholesIn(asIs.text, this.#strict))
        yield { ...span, ...placeInText(asIs, span.start, span.end) }
      for (const spans of [wholesIn(joined.text, this.#loose), piecesIn(joined.text, this.#pieces)])
        for (const span of spans) yield { ...span, ...placeInText(joined, span.start, span.end) }
    }
  }
}

/** Parts that overlap are one, which has the name of the longest of them. */
function united(found: Span[]): readonly Span[] {
  const all: Span[] = []
  let longest = 0
  for (const next of found.sort((a, b) => a.start - b.start || b.end - a.end || a.secret - b.secret)) {
    const last = all.at(-1)
    const length = next.end - next.start
    if (last === undefined || next.start >= last.end) {
      all.push(next)
      longest = length
    } else {
      const { secret } = length > longest ? next : last
      all[all.length - 1] = { secret, start: last.start, end: Math.max(last.end, next.end) }
      longest = Math.max(longest, length)
    }
  }
  return all
}

/** The places of these secrets in a text. */
function* wholesIn(text: string, wholes: readonly Whole[]): Generator<Span, void> {
  for (const { secret, pattern } of wholes)
    for (const { 0: found, index } of text.matchAll(pattern)) yield { secret, start: index, end: index + found.length }
}

/** The places of pieces of long secrets in a text. */
function* piecesIn(text: string, pieces: Pieces): Generator<Span, void> {
  if (pieces.size === 0) return
  const own = folded(text)
  for (let at = 0; at + runLength <= own.length;) {
    let next = at + 1
    for (const piece of pieces.get(own.slice(at, at + runLength)) ?? []) {
      const span = spanAround(piece, own, at, text)
      if (span === null) continue
      yield span
      next = Math.max(next, span.end)
    }
    at = next
  }
}

/** The part of a text around a run that is a piece of a secret; null where it is too short to be one. */
function spanAround({ secret, form, at, isBase64 }: Piece, text: string, found: number, written: string): Span | null {
  let [before, after] = [0, runLength]
  while (before < Math.min(at, found) && form[at - before - 1] === text[found - before - 1]) before += 1
  while (at + after < form.length && form[at + after] === text[found + after]) after += 1
  const [start, end] = [found - before, found + after]
  // A rule of dashes or a run of spaces gives nothing away.
  if (end - start < pieceLength || !/[\da-z\x80-\uffff]/.test(text.slice(start, end))) return null
  const isShared = (place: number): boolean => isBase64 && base64Digit.test(written[place] ?? '')
  return {
    secret,
    start: before === at && isShared(start - 1) ? start - 1 : start,
    end: at + after === form.length && isShared(end) ? end + 1 : end,
  }
}

function addPieces(pieces: Pieces, secret: number, value: string): void {
  const base64 = base64Cores(value).map(({ core }) => core)
  for (const [isBase64, forms] of [
    [false, [...plainForms(value), hexOf(value)]],
    [true, base64],
  ] as const)
    for (const form of forms.map(folded))
      for (let at = 0; at + runLength <= form.length; at += runLength) {
        const run = form.slice(at, at + runLength)
        const alike = pieces.get(run) ?? []
        if (alike.length < mostAlike) pieces.set(run, [...alike, { secret, form, at, isBase64 }])
      }
}

/** Letters in one case, one character for `+`, `-` and space and one for `/` and `_`: as many as before. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return same.replace(/[- ]/g, '+').replaceAll('_', '/')
}

/** Patterns of the forms in which text carries a secret as a whole, escapes taken away. */
function wholeForms(secret: string): readonly string[] {
  const hex = hexOf(secret).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  // A form of HTML has + for a space.
  const plain = plainForms(secret).map((form) => form.replace(/[\\^$.*?()[\]{}|/]/g, '\\$&').replace(/[+ ]/g, '[+ ]'))
  return [...plain, hex, ...base64Patterns(secret)]
}

/**
 * A secret that has escapes itself may come with fewer of them. One that is not ASCII may come in another letter case,
 * or as a header gives it, whose bytes are read as Latin-1.
 */
function plainForms(secret: string): readonly string[] {
  const forms = [secret, ...unescapedForms(secret)]
  const bytes = Buffer.from(secret)
  if (bytes.length === secret.length) return forms
  return [...forms, secret.toLowerCase(), secret.toUpperCase(), bytes.toString('latin1')]
}

function hexOf(secret: string): string {
  return Buffer.from(secret).toString('hex')
}

const digit = '[\\w+/-]'
const base64Digit: RegExp = new RegExp(digit)

function base64Patterns(secret: string): readonly string[] {
  const pattern = (digits: string): string => digits.replaceAll('+', '[-+ ]').replaceAll('/', '[/_]')
  // Too short to be looked for inside something else.
  if (Buffer.byteLength(secret) < 5)
    return [`(?<!${digit})${pattern(Buffer.from(secret).toString('base64').replaceAll('=', ''))}(?!${digit})`]
  return base64Cores(secret).map(
    ({ core, before, after }) => `${before ? `${digit}?` : ''}${pattern(core)}${after ? `${digit}?` : ''}`,
  )
}

/** Digits of base64 that a secret alone determines, and whether the one before or after them also holds bits of it. */
interface Base64Core {
  readonly core: string
  readonly before: boolean
  readonly after: boolean
}

/** Base64 works on groups of three bytes, so a secret has three forms, by where in its group it begins. */
function base64Cores(secret: string): readonly Base64Core[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const bits = 8 * (offset + bytes.length)
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(bits / 6))
    return { core, before: offset > 0, after: bits % 6 > 0 }
  })
}

/** The secrets that a process has come to know, for what it prints. */
export class KnownSecrets {
  readonly #known = new Map<string, Secret>()
  #finder: SecretFinder | null = null

  add(secrets: Iterable<Secret>): void {
    for (const secret of secrets) {
      if (secret.value.length < shortestSecret || this.#known.has(secret.value)) continue
      this.#known.set(secret.value, secret)
      this.#finder = null
    }
  }

  /** A text without them, each replaced by `[redacted:NAME]`. */
  text(text: string): string {
    this.#finder ??= new SecretFinder([...this.#known.values()])
    return this.#finder.replace(text, (name) => `[redacted:${name}]`)
  }
}
