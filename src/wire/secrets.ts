import { addNeedles, piecesIn, placeInText, textLayers, wholesIn, type Needles, type Span } from './encodings.js'

/** A value that must never be written, and the name that stands in for it. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values are redacted only in the header they belong to: anywhere else they would wreck the body. */
export const shortestSecret = 4

/** How long a text is that is known to hold nothing, how long all of them are together, and what each counts for beside its length. */
const [longestKept, mostKept, overhead] = [4000, 1_000_000, 100]

/**
 * Finds secrets in text, in time that grows with the text alone, and in every form in which text carries one: plain, in hex and in base64,
 * with any escapes, in any letter case, across line breaks, and encoded several times. Of a long secret every piece of 16 characters is
 * found, so that one that somebody cut is, too; of a short one the whole alone.
 */
export class SecretFinder {
  readonly #secrets: readonly Secret[]
  readonly #needles: Needles = { strict: [], loose: [], pieces: new Map() }
  /** Texts that hold nothing: names and values of headers are the same in thousands of exchanges, and a booking in each list. */
  readonly #clean = new Set<string>()
  #kept = 0

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets
    for (const [at, { value }] of secrets.entries()) addNeedles(this.#needles, at, value)
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
    const { strict, loose, pieces } = this.#needles
    for (const { asIs, joined } of textLayers(text)) {
      for (const span of wholesIn(asIs.text, strict)) yield { ...span, ...placeInText(asIs, span.start, span.end) }
      for (const spans of [wholesIn(joined.text, loose), piecesIn(joined.text, pieces)])
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
