import type { Json } from '../vocabulary/index.js'

/** What units of time have, in minutes. */
export const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 }

/** The minutes of a cutoffUnit, in capitals or not, of one or of several; undefined: it is none that is known. */
export function minutesOfUnit(unit: Json | undefined): number | undefined {
  const name = typeof unit === 'string' ? unit.toLowerCase().replace(/s$/, '') : ''
  return Object.hasOwn(minutesOf, name) ? minutesOf[name] : undefined
}
