import { shortestSecret } from '../secrets/secret.js'

/** A token, and for how many milliseconds it is good. */
export interface Token {
  readonly value: string
  /** null: nobody says. */
  readonly lasts: number | null
}

/** Characters of a token at most; headers may have no more in all. */
const longest = 12_000

/** A token that can be sent in a header, and kept secret; null: this is none. */
export function tokenOf(value: unknown, seconds: unknown): Token | null {
  if (typeof value !== 'string' || value.length < shortestSecret || value.length > longest) return null
  if (!/^[\x21-\x7e]+$/.test(value)) return null
  const lasts = typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? Number(seconds) : seconds
  return { value, lasts: typeof lasts === 'number' && lasts > 0 && lasts < 1e9 ? lasts * 1000 : null }
}
