import { dayAt, placesIn, type Interview, type Json } from '../vocabulary/index.js'
import { lastDay, plainName } from './lexicon.js'
import { nested, type Plan } from './plan.js'

/** Days that an availability check is asked about: dates, or templates for them. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** Days from today. They are asked about one window after the other, until something is free. */
const windows = [
  [30, 36],
  [2, 8],
  [60, 90],
] as const
const day = 24 * 3_600_000
/** A run holds what it has looked at: so many days have enough of it. */
const bookingDays = 30

/** The windows to try: the usual ones, or the day that somebody named, and the week from it on. */
export function daysToAsk({ given }: Pick<Interview, 'given'>): readonly Days[] {
  if (given.day === undefined) return windows.map(([from, to]) => ({ first: `{today+${from}}`, last: `{today+${to}}` }))
  return [0, 7].map((days) => ({ first: given.day ?? '', last: dayAt(Date.parse(given.day ?? '') + days * day) }))
}

const guessed = 'days that have something free'

export function isGuessed({ from }: { readonly from: string }): boolean {
  return from === guessed
}

/**
 * Puts days into a check: where a refusal has named them, at the inputs that are described for them, or where public
 * OCTO has them. Of inputs for days and for moments, those for days alone are told.
 */
export function tellDays({ described, extra }: Plan, days: Days): void {
  const named = [...extra].filter(([, each]) => !isGuessed(each) && hasDay(each.value))
  const inputs = (described?.inputs ?? []).filter(
    ({ place, format, name }) =>
      place.startsWith('body:/') && (format === 'date' || format === 'date-time' || /date|from|until/i.test(name)),
  )
  const ofDays = inputs.filter(({ format }) => format !== 'date-time')
  if (inputs.length > 0)
    for (const { place, format } of ofDays.length > 0 ? ofDays : inputs) {
      const [member = '', ...way] = place.slice('body:/'.length).split('/')
      const told = isLast(way.at(-1) ?? member) ? days.last : days.first
      const value = format === 'date-time' ? `${told}T00:00:00Z` : told
      extra.set(member, { value: nested(way, value, extra.get(member)?.value), from: guessed })
    }
  else if (named.length > 0)
    for (const [member, { value, from }] of named) extra.set(member, { value: withDays(member, value, days), from })
  else {
    extra.set('localDateStart', { value: days.first, from: guessed })
    extra.set('localDateEnd', { value: days.last, from: guessed })
  }
}

function isLast(member: string): boolean {
  return lastDay.test(plainName(member))
}

/** A value with these days in place of those in it. */
function withDays(member: string, value: Json, days: Days): Json {
  if (isDay(value)) return `${isLast(member) ? days.last : days.first}${partsOf(value).time}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDays(name, inner, days)]))
}

export function hasDay(value: Json): boolean {
  return placesIn(value).some((place) => isDay(place.value))
}

function isDay(value: Json): value is string {
  return typeof value === 'string' && partsOf(value).day !== ''
}

/** The day that a text begins with, or a template for it, and the time that follows. */
function partsOf(text: string): { readonly day: string; readonly time: string } {
  const [day = ''] = /^(?:\{today[^{}]{0,10}\}|\d{4}-\d\d-\d\d)/.exec(text) ?? []
  return { day, time: text.slice(day.length) }
}

/** The payloads of a check that is told one day, for days enough to book on. null: it is told none, or two. */
export function eachDay({ extra }: Pick<Plan, 'extra'>): readonly Json[] | null {
  const [told, ...more] = [...extra].filter(([, { value }]) => hasDay(value))
  if (told === undefined || more.length > 0 || typeof told[1].value !== 'string') return null
  const [member, { value }] = told
  const others = Object.fromEntries([...extra].map(([name, each]): [string, Json] => [name, each.value]))
  return Array.from({ length: bookingDays }, (_, at) => ({ ...others, [member]: laterBy(value, at) }))
}

/** A day, or a template for one, so many days later. */
function laterBy(text: string, days: number): string {
  const { day: from, time } = partsOf(text)
  const [, ahead] = /^\{today\+(\d{1,3})\}$/.exec(from) ?? []
  return ahead === undefined
    ? `${dayAt(Date.parse(from) + days * day)}${time}`
    : `{today+${Number(ahead) + days}}${time}`
}

/** Whether items start on several days. What is on offer at night may have the next day as well. */
export function areOfSeveralDays(items: readonly Json[]): boolean {
  const firsts = items.flatMap((item) =>
    placesIn<Json>(item)
      .flatMap(({ value }) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? [value.slice(0, 10)] : []))
      .slice(0, 1),
  )
  return new Set(firsts).size > 2
}
