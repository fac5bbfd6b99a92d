import { needlesOf, piecesIn, wholesIn, type Span } from './needles.js'
import type { Secret } from './secret.js'
import { placeInText, textLayers } from './textLayers.js'

/** Finds secrets in text, in time that grows with the text alone. */
export interface SecretFinder {
  /** Whether the text holds any of them. */
  holds(text: string): boolean
  /** The text with each replaced by what is said of its name. */
  replace(text: string, shown: (name: string) => string): string
}

/** How long a text is that is known to hold nothing, how long all of them are together, and what each counts for beside its length. */
const [longestKept, mostKept, overhead] = [4000, 1_000_000, 100]

/**
 * A finder for secrets in every form in which text carries one: plain, in hex and in base64, with any escapes, in any letter case, across
 * line breaks, and encoded several times. Of a long secret every piece of 16 characters is found, so that one that somebody cut is, too; of
 * a short one the whole alone.
 */
export function secretFinder(secrets: readonly Secret[]): SecretFinder {
  const { strict, loose, pieces } = needlesOf(secrets.map(({ value }) => value))

  function* find(text: string): Generator<Span, void> {
    for (const { asIs, joined } of textLayers(text)) {
      for (const span of wholesIn(asIs.text, strict)) yield { ...span, ...placeInText(asIs, span.start, span.end) }
      for (const spans of [wholesIn(joined.text, loose), piecesIn(joined.text, pieces)])
        for (const span of spans) yield { ...span, ...placeInText(joined, span.start, span.end) }
    }
  }

  /** Texts that hold nothing: names and values of headers are the same in thousands of exchanges, and a booking in each list. */
  const clean = new Set<string>()
  let kept = 0
  const holds = (text: string): boolean => {
    if (secrets.length === 0 || clean.has(text)) return false
    for (const _ of find(text)) return true
    if (text.length > longestKept || kept + text.length > mostKept) return false
    clean.add(text)
    kept += text.length + overhead
    return false
  }

  return {
    holds,
    replace(text, shown) {
      if (!holds(text)) return text
      let [replaced, rest] = ['', 0]
      for (const { start, end, secret } of united([...find(text)])) {
        replaced += text.slice(rest, start) + shown(secrets[secret]?.name ?? 'secret')
        rest = end
      }
      return replaced + text.slice(rest)
    },
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
