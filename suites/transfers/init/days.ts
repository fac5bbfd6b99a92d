import type { Interview } from '../vocabulary/index.js'

/** Days that an availability check is asked about: dates, or templates for them. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** From today on. */
const windows = [
  [30, 36],
  [2, 8],
  [60, 90],
] as const

const week = 7 * 24 * 3_600_000

/** One window after the other, until something is free: where somebody named a day, it and the week from it on. */
export function daysToAsk({ given: { day } }: Interview): readonly Days[] {
  if (day === undefined) return windows.map(([from, to]) => ({ first: `{today+${from}}`, last: `{today+${to}}` }))
  const last = new Date(Date.parse(day) + week).toISOString().slice(0, 10)
  return [
    { first: day, last: day },
    { first: day, last },
  ]
}
