import { needles, type Needle } from './needles.js'
import type { Secret } from './secret.js'
import { isBase64, pieceLength, symbolsOf, type Symbols } from './symbols.js'
import { escapeLayers, type TextLayer } from './escapeLayers.js'

/** Finds secrets in text, in time that grows with the text alone. */
export interface SecretFinder {
  /** Whether the text holds any of them. */
  holds(text: string): boolean
  /** The text with each replaced by what is said of its name. */
  replace(text: string, shown: (name: string) => string): string
}

/** A part of a text that holds a secret. */
interface Found {
  readonly start: number
  end: number
  readonly secret: number
  /** Length of the longest that was found in this part. */
  longest: number
}

/**
 * A finder for secrets in every form in which text carries one (see {@link secretForms}), with any escapes, in any letter case, and
 * across line breaks. Of a long secret every piece of 16 characters is found, so that one that somebody cut is, too; of a short one
 * the whole alone.
 *
 * The text is looked through once for each level of escapes, by the hashes of all its runs of as many symbols as a needle has; there
 * are at most 13 such lengths. What a hash finds is compared, which takes at most as long as the longest needle.
 */
export function secretFinder(secrets: readonly Secret[]): SecretFinder {
  const indexes = needles(secrets.map(({ value }) => value))
  const shortest = Math.min(...secrets.map(({ value }) => value.length), pieceLength)

  const find = (text: string, once: boolean): Found[] => {
    const found: Found[] = []
    if (indexes.length === 0 || text.length < shortest) return found
    for (const layer of escapeLayers(text)) {
      const symbols = symbolsOf(layer.bytes)
      for (const { length, filter, byHash } of indexes) {
        symbols.eachHash(length, (hash, at) => {
          if (filter[(hash ^ (hash >>> 15)) & (filter.length - 1)] === 0) return false
          for (let needle = byHash.get(hash); needle !== undefined; needle = needle.next)
            if (needle.isAt(symbols, at)) note(found, placeOf(needle, layer, symbols, at))
          return once && found.length > 0
        })
        if (once && found.length > 0) return found
      }
    }
    return found
  }

  return {
    holds: (text) => find(text, true).length > 0,
    replace(text, shown) {
      const pieces: string[] = []
      let rest = 0
      for (const { start, end, secret } of joined(find(text, false))) {
        pieces.push(text.slice(rest, start), shown(secrets[secret]?.name ?? 'secret'))
        rest = end
      }
      return rest === 0 ? text : `${pieces.join('')}${text.slice(rest)}`
    },
  }
}

/** Where in the text a needle is, with what else holds bits of it. */
function placeOf(needle: Needle, layer: TextLayer, symbols: Symbols, at: number): Found {
  let first = at
  let last = at + needle.length - 1
  const isOneOf = (index: number, characters: ReadonlySet<number>): boolean =>
    characters.has(symbols.values[index] ?? -1) && isBase64(layer.bytes[symbols.places[index] ?? -1])
  if (isOneOf(first - 1, needle.before)) first -= 1
  if (isOneOf(last + 1, needle.after)) last += 1
  const start = layer.starts[symbols.places[first] ?? 0] ?? 0
  const end = layer.ends[symbols.places[last] ?? 0] ?? 0
  return { start, end, secret: needle.secret, longest: end - start }
}

/** Pieces of one secret that overlap are one part; they come in the order of the text. */
function note(found: Found[], next: Found): void {
  const last = found.at(-1)
  if (last === undefined || last.secret !== next.secret || next.start < last.start || next.start >= last.end)
    found.push(next)
  else if (next.end > last.end) {
    last.end = next.end
    last.longest = last.end - last.start
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
