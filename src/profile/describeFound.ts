import type { Json } from './profile.js'
import { shownAddress } from './shownAddress.js'

const longest = 80

/** A value of a profile in a few words, with its type where that may be the mistake. Credentials inside URLs are left out. */
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
