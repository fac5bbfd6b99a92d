import type { Json } from './profile.js'

const template = /\{(today|now)(?:([+-]\d+)([mhd])?)?\}/g
/** What looks as if a template was meant: the right word, and then nothing or a sum. */
const attempt = /\{\s*(?:today|now)\s*(?:[+-][^{}]*)?(?:\}|$)/gi

const minute = 60_000
const unitOf: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 1440 * minute }

/**
 * Puts dates into the texts of a payload: `{today}`, `{today+30}` (days) become `YYYY-MM-DD`, `{now}`, `{now+30m}`
 * (m, h or d) become `YYYY-MM-DDTHH:MM:SSZ`; both in UTC. Braces that are no template stay as they are, and so do keys.
 * @throws RangeError for a date that the calendar does not reach.
 */
export function expandTemplates(value: Json, now: Date): Json {
  if (typeof value === 'string') return expandText(value, now)
  if (Array.isArray(value)) return value.map((item: Json) => expandTemplates(item, now))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expandTemplates(member, now)]))
}

/** The first template in a text that is not well-formed, such as `{today + 30}` or `{today+2h}`; null: there is none. */
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
  const text = new Date(now.getTime() + offset).toISOString()
  if (text.length !== 24) throw new RangeError(`there is no date ${offset} ms from ${now.toISOString()}`)
  return text
}
