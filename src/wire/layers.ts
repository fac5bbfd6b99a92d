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

/** All readings of a text: as it stands, unescaped, decoded, that unescaped, and so on; also without line breaks. */
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
export function unescapedForms(text: string): readonly string[] {
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
