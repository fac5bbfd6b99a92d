import { isMap } from '../../src/profile/mergeProfile.js'
import type { Json } from '../../src/profile/profile.js'

/** What `npm audit signatures` came to. */
export interface Signatures {
  /** Packages that are not what the registry signed, a line each. */
  readonly faults: readonly string[]
  /** Why nothing is known of them; null: it is. */
  readonly unknown: string | null
}

/**
 * Reads what `npm audit signatures --json` printed. Only what it says of a signature is a fault: that a registry does not answer, or
 * the keys do not come, is nobody's.
 */
export function signatureFaults(printed: string): Signatures {
  const said = jsonOf(printed)
  if (!isMap(said)) return { faults: [], unknown: 'npm gave no answer in time' }
  const { invalid, missing, error } = said
  if (!Array.isArray(invalid) || !Array.isArray(missing))
    return { faults: [], unknown: isMap(error) && typeof error['summary'] === 'string' ? error['summary'] : 'npm gave another answer' } // prettier-ignore
  return {
    faults: [
      ...invalid.map((each: Json) => `${nameOf(each)} has a signature that does not fit`),
      ...missing.map((each: Json) => `${nameOf(each)} is not signed, and its registry signs`),
    ],
    unknown: null,
  }
}

function jsonOf(text: string): Json {
  try {
    // That is what it parses to.
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function nameOf(each: Json): string {
  if (!isMap(each)) return 'a package'
  return ['name', 'version'].flatMap((key) => (typeof each[key] === 'string' ? [each[key]] : [])).join('@')
}
