import { unescapedForms } from './textLayers.js'

/** Where a secret, or a piece of it, stands in a text. */
export interface Span {
  /** Which secret. */
  readonly secret: number
  readonly start: number
  readonly end: number
}

/** What is looked for in every layer of a text. */
export interface Needles {
  /** Secrets that are found as a whole alone, and only as they are written. */
  readonly strict: readonly Whole[]
  /** Those found in any letter case and across lines. */
  readonly loose: readonly Whole[]
  /** Pieces of long secrets, by their first eight characters. */
  readonly pieces: ReadonlyMap<string, readonly Piece[]>
}

interface Whole {
  readonly secret: number
  readonly pattern: RegExp
}

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
/** From so many characters on a secret is found in any letter case and across lines; a shorter one could be found by chance. */
const looseFrom = 8
/** One without a digit may be a word, which ordinary text has in another case. */
const looseWordFrom = 16
/** The host of an address stands in every link, so only the whole is secret, unless it is longer than an address is. */
const longestAddress = 256
/** A secret that repeats itself is found by so many of its places. */
const mostAlike = 16

/** The needles of all secrets. How many there are grows with the length of the secrets together. */
export function needlesOf(secrets: readonly string[]): Needles {
  const [strict, loose]: [Whole[], Whole[]] = [[], []]
  const pieces = new Map<string, Piece[]>()
  for (const [secret, value] of secrets.entries()) {
    const isAddress = value.length <= longestAddress && /^https?:\/\//i.test(value)
    if (value === '') continue
    if (value.length >= longFrom && !isAddress) addPieces(pieces, secret, value)
    else if (value.length >= (/\d/.test(value) ? looseFrom : looseWordFrom))
      loose.push({ secret, pattern: new RegExp(wholeForms(value).join('|'), 'gi') })
    else strict.push({ secret, pattern: new RegExp(wholeForms(value).join('|'), 'g') })
  }
  return { strict, loose, pieces }
}

/** Where these secrets stand in a text. */
export function* wholesIn(text: string, wholes: readonly Whole[]): Generator<Span, void> {
  for (const { secret, pattern } of wholes)
    for (const { 0: found, index } of text.matchAll(pattern)) yield { secret, start: index, end: index + found.length }
}

/** Where pieces of long secrets stand in a text. */
export function* piecesIn(text: string, pieces: Needles['pieces']): Generator<Span, void> {
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

function addPieces(pieces: Map<string, Piece[]>, secret: number, value: string): void {
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
 * A secret that has escapes itself may come with fewer of them; one that is no ASCII may come in another letter case, or as a header gives
 * it, whose bytes are read as Latin-1.
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
