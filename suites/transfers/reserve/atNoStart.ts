/** A moment in an id, with what may follow it. */
const moment = /(\d{4})(-?\d{2}-?\d{2}[T ])(\d{2})(:?)(\d{2})((?::?\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)/
/** Far enough ahead that nobody sells it; February has the same days. */
const years = 20

/**
 * An availabilityId for a start that there is not, in the form of one that was offered: many years ahead, at a time of day at which nothing
 * starts. null: it is not known that such ids are no more than a moment, or that things start by a timetable.
 * @param offered what else was offered
 */
export function atNoStart(id: string, offered: readonly string[]): string | null {
  const parts = [id, ...offered].map((each) => moment.exec(each))
  const [own] = parts
  // What else is in it is the same in each: what differs might be what is looked up.
  const besides = new Set([id, ...offered].map((each, index) => each.replace(parts[index]?.[0] ?? '', ' ')))
  if (!own || besides.size > 1 || parts.includes(null)) return null
  const days = parts.map((part) => `${part?.[1] ?? ''}${part?.[2] ?? ''}`)
  const times = parts.map((part) => `${part?.[3] ?? ''}:${part?.[5] ?? ''}`)
  const hasSeveralADay = new Set(days).size < new Set(days.map((day, index) => `${day} ${times[index] ?? ''}`)).size
  const free = ['03:37', '04:13', '02:51'].find((time) => !times.includes(time))
  if (!hasSeveralADay || free === undefined) return null
  const [, year = '', day = '', , colon = '', , rest = ''] = own
  return id.replace(own[0], `${Number(year) + years}${day}${free.replace(':', colon)}${rest}`)
}
