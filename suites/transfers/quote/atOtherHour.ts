import type { Json, Profile } from '../vocabulary/index.js'
import { isObject } from './options.js'

/** The hour of a time, whether it stands alone or after a date or the template of one. */
const hourOf = /^([^T]{0,40}T)?([01]\d|2[0-3])(:[0-5]\d.{0,40})$/

/**
 * The members of the body of a quote that say when the ride is, twelve hours later or earlier on the same day: prices change with the hour
 * (1.6), and a night has another. null: none of them says an hour.
 */
export function atOtherHour({ operations }: Pick<Profile, 'operations'>): Readonly<Record<string, Json>> | null {
  const said = Object.entries(operations.transfers?.body ?? {})
  const moved = said.flatMap(([name, value]): readonly [string, Json][] => {
    const other = moveHours(value)
    return other === value ? [] : [[name, other]]
  })
  return moved.length === 0 ? null : Object.fromEntries(moved)
}

/** The same value where no text of it says an hour. */
function moveHours(value: Json): Json {
  if (typeof value === 'string') {
    const [, date = '', hour, rest = ''] = hourOf.exec(value) ?? []
    return hour === undefined ? value : `${date}${String((Number(hour) + 12) % 24).padStart(2, '0')}${rest}`
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, moveHours(member)] as const)
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members)
}
