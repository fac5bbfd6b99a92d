import type { Json } from './words.js'

/**
 * The time that a value is, in minutes since the epoch: a text, or seconds or milliseconds. One that names no zone is read by that of this
 * machine, so that of such only differences mean anything. undefined: it is no time.
 */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value > 1e11 ? value / 60_000 : value / 60
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at / 60_000
}

/** The same of a time of which nobody's zone must be guessed: `Z`, `+02:00`, `+0200`, or `+02` as databases write it. */
export function instantOf(value: Json | undefined): number | undefined {
  const isInZone = typeof value !== 'string' || /(Z|[+-]\d{2}:?\d{2}|:\d{2}(\.\d{1,9})?[+-]\d{2})$/i.test(value)
  return isInZone ? timeOf(value) : undefined
}
