declare const ofTheCalendar: unique symbol

/** Milliseconds since 1970 of a moment in the years 0000 to 9999: every form of a date can be made of it. */
export type Instant = number & { readonly [ofTheCalendar]: true }

const [first, last] = [-62_167_219_200_000, 253_402_300_799_999]

/** Whether a number is a moment. What others say or sum up may be none. */
export function isInstant(ms: number): ms is Instant {
  return ms >= first && ms <= last
}

/** The moment that a number is; undefined: it is none. */
export function toInstant(ms: number): Instant | undefined {
  return isInstant(ms) ? ms : undefined
}

/** The moment that a text names in any form that `Date` reads; undefined: it names none. */
export function instantIn(text: string): Instant | undefined {
  return toInstant(Date.parse(text))
}

/** The moment that is nearest to a number, for what must show one; the year 1970 for what is no number. */
export function nearestInstant(ms: number): Instant {
  const within = Math.min(Math.max(ms, first), last)
  return isInstant(within) ? within : nearestInstant(0)
}

/** `2027-03-01T09:30:00.000Z`, of whatever number. */
export function isoOf(ms: number): string {
  return new Date(nearestInstant(ms)).toISOString()
}

/** `2027-03-01`, of whatever number. */
export function dayAt(ms: number): string {
  return isoOf(ms).slice(0, 10)
}

/** Whether a text is a day of the calendar, as `2027-03-01`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayAt(instantIn(text) ?? Number.NaN) === text
}

/** As octospec writes it. The standard also takes a leap second, a local time and a space for the T: no `Date` here. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
