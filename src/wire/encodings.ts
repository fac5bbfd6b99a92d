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
  readonly strict: Whole[]
  /** Those found in any letter case and across lines. */
  readonly loose: Whole[]
  /** Pieces of long secrets, by their first eight characters. */
  readonly pieces: Map<string, Piece[]>
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

/** Adds what one secret is found by: as much as it is long. @param secret which of them */
export function addNeedles({ strict, loose, pieces }: Needles, secret: number, value: string): void {
  const isAddress = value.length <= longestAddress && /^https?:\/\//i.test(value)
  if (value === '') return
  if (value.length >= longFrom && !isAddress) return addPieces(pieces, secret, value)
  const isLoose = value.length >= (/\d/.test(value) ? looseFrom : looseWordFrom)
  const found = { secret, pattern: new RegExp(wholeForms(value).join('|'), isLoose ? 'gi' : 'g') }
  if (isLoose) loose.push(found)
  else strict.push(found)
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

function addPieces(pieces: Needles['pieces'], secret: number, value: string): void {
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

/** A text as it may be read, made of another one in which parts were replaced by what they stand for. */
interface Layer {
  readonly text: string
  /** null: it is the text itself. */
  readonly from: Layer | null
  readonly parts: readonly Part[]
}

/** A part of a text that stands for a part of the text before. */
interface Part {
  readonly at: number
  readonly length: number
  readonly start: number
  readonly end: number
}

/** How many levels of escapes are taken away: JSON in JSON in a URL in HTML is four. */
const mostEscapes = 8
/** How often base64 and hex are decoded: a secret is looked for in its own base64 and hex, too, which is once more. */
const mostDecoded = 3

/** All that a text may say: as it stands, without its escapes, what is encoded in that, without its escapes, and so on; without line breaks, too. */
export function* textLayers(text: string): Generator<Readonly<Record<'asIs' | 'joined', Layer>>, void> {
  let next: Layer | null = { text, from: null, parts: [] }
  for (let level = 0; next !== null && level <= mostDecoded; level += 1) {
    let last: Layer = next
    for (const asIs of escapeLayers(next)) {
      last = rewritten(asIs, lineBreaks, () => '') ?? asIs
      yield { asIs, joined: last }
    }
    next = rewritten(last, encodedRuns, ([run]) => textsIn(run) || run)
  }
}

/** A layer, then with one level of escapes taken away after the other, until there are none. */
function* escapeLayers(layer: Layer): Generator<Layer, void> {
  let next: Layer | null = layer
  for (let level = 0; next !== null && level <= mostEscapes; level += 1) {
    yield next
    next = rewritten(next, escapes, unescaped)
  }
}

/** A text with its escapes taken away level by level, without the text itself. */
function unescapedForms(text: string): readonly string[] {
  return [...escapeLayers({ text, from: null, parts: [] })].slice(1).map((layer) => layer.text)
}

/** What stands at a place of a layer came from this part of the text itself. */
export function placeInText(
  layer: Layer,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  let [first, last] = [start, end - 1]
  for (let each = layer; each.from !== null; each = each.from) {
    first = placeBefore(each, first).start
    last = placeBefore(each, last).end - 1
  }
  return { start: first, end: last + 1 }
}

/** The part of the text before that gave the character at this place. */
function placeBefore({ parts }: Layer, at: number): Pick<Part, 'start' | 'end'> {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const part = parts[low - 1]
  if (part === undefined) return { start: at, end: at + 1 }
  if (at < part.at + part.length) return part
  const start = part.end + at - part.at - part.length
  return { start, end: start + 1 }
}

/** A layer with all that fits a pattern replaced; null where nothing is. */
function rewritten(layer: Layer, pattern: RegExp, instead: (match: RegExpExecArray) => string): Layer | null {
  const parts: Part[] = []
  let [text, rest] = ['', 0]
  for (const match of layer.text.matchAll(pattern)) {
    const [found] = match
    const put = instead(match)
    if (put === found) continue
    text += layer.text.slice(rest, match.index)
    rest = match.index + found.length
    parts.push({ at: text.length, length: put.length, start: match.index, end: rest })
    text += put
  }
  return parts.length === 0 ? null : { text: text + layer.text.slice(rest), from: layer, parts }
}

/** With the spaces that begin the next line. */
const lineBreaks = /[\r\n][\r\n\t ]*/g

/** `%2F`, `\u002f`, `\x2f`, `\/`, `&#47;` and `&amp;`. */
const escapes =
  /((?:%[\da-f]{2})+)|((?:\\["'\\/])+)|\\(?:u([\da-f]{4})|x([\da-f]{2})|([bfnrt]))|&(#\d{1,8}|#x[\da-f]{1,8}|[a-z]{2,4});/gi

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped([found, percents, quoted, unit, byte, control, entity = '']: RegExpExecArray): string {
  if (percents !== undefined) return Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8')
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  const code = unit ?? byte
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  if (control !== undefined) return controls[control.toLowerCase()] ?? ''
  const name = entity.toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? found
  const point = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return point > 0x10ffff ? found : String.fromCodePoint(point)
}

/** Digits of base64, or of hex. Fewer in a row are no secret that was encoded twice. */
const encodedRuns = /[\w+/-]{16,}/g
const hexRuns = /[\da-f]{16,}/gi
/** What was never encoded gives noise, which has few such characters in a row. */
const texts = /[\t\n\r\x20-\x7e\xa0-\ufffc]{8,}/g

/** The texts that stand in a run in hex or base64, wherever its groups begin; together no longer than the run. */
function textsIn(run: string): string {
  const hex = (run.match(hexRuns) ?? []).flatMap((digits) =>
    [0, 1].map((shift) => Buffer.from(digits.slice(shift), 'hex')),
  )
  const base64 = [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64'))
  const found = [...hex, ...base64].flatMap((bytes) => bytes.toString('utf8').match(texts) ?? [])
  return found.join('\0').slice(0, run.length)
}
