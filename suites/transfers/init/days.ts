import { dayAt, placesIn, type Interview, type Json } from '../vocabulary/index.js'
import { isLastDay } from './lexicon.js'

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
  const last = dayAt(Date.parse(day) + week)
  return [
    { first: day, last: day },
    { first: day, last },
  ]
}

/** The same windows from a moment on, as days of the calendar: a clock that stands elsewhere may stand still. */
export function daysFrom(now: number): readonly Days[] {
  const at = (ahead: number): string => dayAt(now + ahead * (week / 7))
  return windows.map(([from, to]) => ({ first: at(from), last: at(to) }))
}

/** Why members have days that nobody asked for. */
export const guessed = 'days that have something free'

/** The days of a window in place of those of another, wherever in a value there is one. */
export function withDays(member: string, value: Json, days: Days): Json {
  if (isDay(value)) return `${isLastDay(member) ? days.last : days.first}${partsOf(value).time}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDays(name, inner, days)]))
}

/** Whether there is a day anywhere in a value. */
export function hasDay(value: Json): boolean {
  return placesIn(value).some((place) => isDay(place.value))
}

function isDay(value: Json): value is string {
  return typeof value === 'string' && partsOf(value).day !== ''
}

/** The day that a text begins with, or a template for it, and what follows: the time of a moment. */
export function partsOf(text: string): { readonly day: string; readonly time: string } {
  const [day = ''] = /^(?:\{today[^{}]{0,10}\}|\d{4}-\d\d-\d\d)/.exec(text) ?? []
  return { day, time: text.slice(day.length) }
}
