import { checksOf, escapeText, isList, isMap, type Json, type Profile } from '../vocabulary/index.js'

/** `{today+30}`, as profiles name days. */
const day = /^\{today(?:([+-]\d{1,4})d?)?\}$/

/**
 * The line that asks for other days: those of the profile, so many days later that the first is `from` days from today.
 */
export function laterDays(profile: Profile, from: number): string {
  const [own] = checksOf(profile.bookable.standard)
  const isOwn = own !== undefined && daysIn(own).length > 0
  const asked: Json = isOwn ? own : (profile.operations.availability?.body ?? {})
  const known = daysIn(asked)
  const by = from - Math.min(...known)
  const shown =
    known.length === 0
      ? `{ localDateStart: '{today+${from}}', localDateEnd: '{today+${from + 6}}' }`
      : (written(asked, by) ?? '')
  const line = isOwn
    ? `availability: ${shown} in the entry of bookable as: standard`
    : `operations: { availability: { body: ${shown} } }`
  return `${line}, or whichever it takes`
}

function daysIn(value: Json): readonly number[] {
  if (typeof value === 'string') {
    const [all, ahead = '0'] = day.exec(value) ?? []
    return all === undefined ? [] : [Number(ahead)]
  }
  return isMap(value) ? Object.values(value).flatMap(daysIn) : []
}

/** What of it names a day, that much later, as YAML on one line; null: nothing does. */
function written(value: Json, by: number): string | null {
  const [ahead] = isList(value) || isMap(value) ? [] : daysIn(value)
  if (ahead !== undefined) return `'{today+${ahead + by}}'`
  if (!isMap(value)) return null
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const text = written(inner, by)
    return text === null ? [] : [`${escapeText(name, 60)}: ${text}`]
  })
  return members.length === 0 ? null : `{ ${members.join(', ')} }`
}
