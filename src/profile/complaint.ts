import type { Path } from './yamlSource.js'
import type { Json } from './profile.js'
import { shownAddress } from './credentials.js'

export interface Complaint {
  readonly path: Path
  /** `key`: the key itself is wrong; `missing`: there is none. */
  readonly about: 'key' | 'value' | 'missing'
  readonly expected: string
  /** It says more than what the schema says of the same place. */
  readonly isPlainer?: true
  /** In place of the value itself, where showing that would not help or would show a secret. */
  readonly found?: string
  readonly suggestion?: string
}

export type Wrong = Omit<Complaint, 'path' | 'about'> & Partial<Pick<Complaint, 'about'>>

const longest = 80

/** A value of a profile in a few words, with its type where that may be the mistake; without credentials in URLs. */
export function describeFound(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') {
    const safe = shownAddress(value)
    const short = safe.length > longest ? `${safe.slice(0, longest)}…` : safe
    return JSON.stringify(short).replaceAll(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
  }
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a map'
  return typeof value === 'number' ? `the number ${value}` : `the value ${value}`
}

/** The candidate that was most likely meant, or undefined. Case, `-` and `_` do not count. */
export function closestWord(word: string, candidates: Iterable<string>): string | undefined {
  const plain = (text: string): string => text.slice(0, 100).toLowerCase().replaceAll(/[-_ ]/g, '')
  const wanted = plain(word)
  // A third of the word may be wrong, and never the whole of it.
  const most = Math.min(Math.max(1, Math.floor(wanted.length / 3)), Math.max(0, wanted.length - 1))
  const near = [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate)) }))
    .filter(({ distance }) => distance <= most)
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      )
    }
  }
  return at(a.length, b.length)
}
