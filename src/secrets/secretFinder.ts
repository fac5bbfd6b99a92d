import { needles, type Span } from './needles.js'
import type { Secret } from './secret.js'
import type { Symbols } from './symbols.js'
import type { TextLayer } from './escapeLayers.js'
import { textLayers } from './textLayers.js'

/** Finds secrets in text, in time that grows with the text alone. */
export interface SecretFinder {
  /** Whether the text holds any of them. */
  holds(text: string): boolean
  /** The text with each replaced by what is said of its name. */
  replace(text: string, shown: (name: string) => string): string
}

/** A part of a text. */
interface Place {
  readonly start: number
  readonly end: number
}

/** One that holds a secret. */
interface Found {
  readonly start: number
  end: number
  readonly secret: number
  /** Length of the longest that was found in this part. */
  longest: number
}

/** How long a text is that is known to hold nothing, how long all of them are together, and what each counts for beside its length. */
const [longestKept, mostKept, overhead] = [4000, 1_000_000, 100]

/**
 * A finder for secrets in every form in which text carries one (see {@link secretForms}), with any escapes, in any letter case,
 * across line breaks, and encoded several times. Of a long secret every piece of 16 characters is found, so that one that somebody cut is, too; of a short one
 * the whole alone.
 *
 * The text is looked through once for each level of escapes and of encodings, by the hashes of all its runs of as many symbols as a needle has; there
 * are at most eight such lengths. What a hash finds is compared, at most as far as a short secret is long.
 */
export function secretFinder(secrets: readonly Secret[]): SecretFinder {
  const indexes = needles(secrets.map(({ value }) => value))
  const shortest = Math.min(...indexes.map(({ length }) => length))

  const find = (text: string, once: boolean): Found[] => {
    const found: Found[] = []
    for (const [layer, symbols] of textLayers(text, !once)) {
      for (const { length, filter, byHash } of indexes) {
        symbols.eachHash(length, filter, (hash, at) => {
          for (let needle = byHash.get(hash); needle !== undefined; needle = needle.next) {
            const span = needle.spanAt(symbols, at)
            if (span !== null) note(found, needle.secret, placeOf(span, layer, symbols))
          }
          return once && found.length > 0
        })
        if (once && found.length > 0) return found
      }
    }
    return found
  }

  /** Texts that hold nothing: names and values of headers are the same in thousands of exchanges, and a booking in each list. */
  const clean = new Set<string>()
  let kept = 0
  const holds = (text: string): boolean => {
    if (text.length < shortest || clean.has(text)) return false
    const found = find(text, true).length > 0
    if (found || text.length > longestKept || kept + text.length > mostKept) return found
    clean.add(text)
    kept += text.length + overhead
    return false
  }

  return {
    holds,
    replace(text, shown) {
      // Most texts hold nothing, and that is told in half the time.
      if (!holds(text)) return text
      const pieces: string[] = []
      let rest = 0
      for (const { start, end, secret } of joined(find(text, false))) {
        pieces.push(text.slice(rest, start), shown(secrets[secret]?.name ?? 'secret'))
        rest = end
      }
      return `${pieces.join('')}${text.slice(rest)}`
    },
  }
}

function placeOf({ first, last }: Span, { starts, ends }: TextLayer, { places }: Symbols): Place {
  return { start: starts[places[first] ?? 0] ?? 0, end: ends[places[last] ?? 0] ?? 0 }
}

/** Pieces of one secret that overlap are one part; they come in the order of the text. */
function note(found: Found[], secret: number, { start, end }: Place): void {
  const last = found.at(-1)
  if (last === undefined || last.secret !== secret || start < last.start || start >= last.end)
    found.push({ start, end, secret, longest: end - start })
  else if (end > last.end) {
    last.end = end
    last.longest = end - last.start
  }
}

/** Parts that overlap are one, which has the name of the longest of them. */
function joined(found: Found[]): Found[] {
  const all: Found[] = []
  for (const next of found.sort((a, b) => a.start - b.start || a.secret - b.secret)) {
    const last = all.at(-1)
    if (last === undefined || next.start >= last.end) all.push({ ...next })
    else {
      const longer = next.longest > last.longest ? next : last
      all[all.length - 1] = { ...longer, start: last.start, end: Math.max(last.end, next.end) }
    }
  }
  return all
}
