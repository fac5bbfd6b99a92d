import { Stop } from './words.js'

/** For `catch`: nothing where a scenario would stop, because it can go on without. Anything else is thrown on. */
export function orNone(error: unknown): null {
  if (error instanceof Stop) return null
  throw error
}
