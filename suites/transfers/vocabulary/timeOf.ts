import { instantIn, toInstant, type Json } from './words.js'

/**
 * The time that a value is, in minutes since the epoch: a text, or seconds or milliseconds. One that names no zone is read by that of this
 * machine, so that of such only differences mean anything. undefined: it is no time.
 */
export function timeOf(value: Json | undefined): number | undefined {
  const at =
    typeof value === 'number'
      ? toInstant(value > 1e11 ? value : value * 1000)
      : typeof value === 'string'
        ? instantIn(value)
        : undefined
  return at === undefined ? undefined : at / 60_000
}

/** Whether a value is a time by its form that no calendar has: a day that there is none of, or one beyond the years 0000 to 9999. */
export function isNoMoment(value: Json | undefined): boolean {
  const isTime = typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT/.test(value))
  return isTime && timeOf(value) === undefined
}

/** The same of a time of which nobody's zone must be guessed: `Z`, `+02:00`, `+0200`, or `+02` as databases write it. */
export function instantOf(value: Json | undefined): number | undefined {
  const isInZone = typeof value !== 'string' || /(Z|[+-]\d{2}:?\d{2}|:\d{2}(\.\d{1,9})?[+-]\d{2})$/i.test(value)
  return isInZone ? timeOf(value) : undefined
}
