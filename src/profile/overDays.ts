import type { Wrong } from './complaint.js'
import type { JsonMap } from './mergeProfile.js'
import type { Json } from './profile.js'

/** `{today+30..209}`: the thirtieth day from now, the one after it, and so on to the 209th. */
const range = /\{today([+-]\d{1,4})\.\.([+-]?\d{1,4})\}/g

/** Days of one range at most: a request each. */
const mostDays = 400

/** The payloads, one a day, that one with ranges of days such as `{today+30..32}` stands for. */
export function overDays(payload: JsonMap): readonly JsonMap[] {
  const [[first, last] = [0, 0]] = textsIn(payload).flatMap(rangesIn)
  const days = Math.min(last - first + 1, mostDays)
  // Its members stay what they are: only texts change.
  return Array.from({ length: Math.max(1, days) }, (_, at) => mapTexts(payload, (text) => onDay(text, at)) as JsonMap)
}

/** A text as it is on a day of its ranges, counted from 0. */
export function onDay(text: string, at: number): string {
  return text.replaceAll(range, (_, first: string) => {
    const day = Number(first) + at
    return `{today${day < 0 ? '' : '+'}${day}}`
  })
}

/** What is wrong with the ranges of days in one text of a payload; null: nothing. */
export function rangeWrong(text: string, payload: Json): Wrong | null {
  const lengths = textsIn(payload)
    .flatMap(rangesIn)
    .map(([first, last]) => last - first)
  for (const [first, last] of rangesIn(text)) {
    if (last < first || last - first >= mostDays)
      return { expected: `a range of 1 to ${mostDays} days, such as '{today+30..60}'`, found: `'${text}'` }
    if (last - first !== lengths[0])
      return { expected: 'as many days in each range of one entry, since they go on side by side', found: `'${text}'` }
  }
  return null
}

function rangesIn(text: string): readonly (readonly [number, number])[] {
  return [...text.matchAll(range)].map(([, first, last]) => [Number(first), Number(last)])
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((each: Json) => textsIn(each)) : []
}

function mapTexts(value: Json, put: (text: string) => string): Json {
  if (typeof value === 'string') return put(value)
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, put))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, put)]))
}
