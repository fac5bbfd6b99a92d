import { isoOf, toInstant } from '../contract/instant.js'
import type { Json } from './profile.js'
import type { Wrong } from './complaint.js'
import { mapTexts, type JsonMap } from './jsonMap.js'

export interface RunValues {
  /** The same in all of one request, and in every request with the same idempotency key. */
  readonly uuid: string
  readonly number: number
  /**
   * What stands at a pointer in what an operation answered of the thing that the request is about.
   * @throws Stop where nothing does
   */
  recall(operation: string, pointer: string): Json
}

const template = /\{(today|now)(?:([+-]\d+)([mhd])?)?\}/g
const attempt = /\{\s*(?:today|now)\s*(?:[+-][^{}]*)?(?:\}|$)/gi

const minute = 60_000
const unitOf: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 1440 * minute }

/** The templates that {@link expandTemplates} fills in, or complains of. */
const anyTemplate = /\{\s*(?:today|now|uuid|number|[a-z]{1,40}:\/)/i

/** The templates of a run: `{uuid}`, `{number}`, `{availability:/localDateTimeStart}`. */
const ofRun = /\{(?:(uuid)|(number)|([a-z]{1,40}):((?:\/[^{}/]{0,200}){1,20}))\}/g

/**
 * Puts dates into the texts of a payload: `{today}`, `{today+30}` (days) become `YYYY-MM-DD`, `{now}`, `{now+30m}`
 * (m, h or d) become `YYYY-MM-DDTHH:MM:SSZ`; both in UTC. Braces that are no template stay as they are, and so do keys.
 * With the values of a run, `{uuid}`, `{number}` and `{operation:/pointer}` are put in too. A text that is nothing else
 * becomes what was put in, a number or an object.
 * @throws RangeError for a date that the calendar does not reach.
 */
export function expandTemplates(value: Json, now: Date, run?: RunValues): Json {
  return mapTexts(value, (text) => (run === undefined ? expandText(text, now) : withRun(text, now, run)))
}

/** Whether there is anything in a value that a run would not send as it stands: for it, there is no escape. */
export function mayHoldTemplate(value: Json): boolean {
  return anyTemplate.test(JSON.stringify(value))
}

export function recallsFrom(value: Json, operation: string): boolean {
  return JSON.stringify(value).includes(`{${operation}:/`)
}

function withRun(text: string, now: Date, run: RunValues): Json {
  const valueOf = ([, uuid, number, operation = '', pointer = '']: readonly (string | undefined)[]): Json => {
    if (uuid !== undefined) return run.uuid
    return number !== undefined ? run.number : run.recall(operation, pointer)
  }
  // Dates first: what an answer says is put in as it is.
  const dated = expandText(text, now)
  const found = [...dated.matchAll(ofRun)]
  const [only] = found
  if (only !== undefined && only[0] === dated) return valueOf(only)
  return found.reduceRight((filled, match) => {
    const put = valueOf(match)
    const words = typeof put === 'string' ? put : JSON.stringify(put)
    return `${filled.slice(0, match.index)}${words}${filled.slice(match.index + match[0].length)}`
  }, dated)
}

/** The first template in a text that is not well-formed, such as `{today + 30}` or `{today+2h}`; null: none. */
export function malformedTemplate(text: string, now: Date): string | null {
  for (const [found] of text.matchAll(attempt)) {
    try {
      if (!expandText(found, now).includes('{')) continue
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    return found
  }
  return null
}

function expandText(text: string, now: Date): string {
  return text.replaceAll(template, (whole, word: string, offset: string | undefined, unit: string | undefined) => {
    const count = Number(offset ?? '0')
    if (word === 'today') {
      return unit === undefined || unit === 'd' ? isoAt(now, count * (24 * 60 * minute)).slice(0, 10) : whole
    }
    if (offset !== undefined && unit === undefined) return whole
    return `${isoAt(now, count * (unitOf[unit ?? 'm'] ?? minute)).slice(0, 19)}Z`
  })
}

/** Of the years 0000 to 9999 only: further ones have another length. */
function isoAt(now: Date, offset: number): string {
  const at = toInstant(now.getTime() + offset)
  if (at === undefined) throw new RangeError(`there is no date ${offset} ms from ${isoOf(now.getTime())}`)
  return isoOf(at)
}

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

/** The fault of the ranges of days in one text of a payload; null: none. */
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
