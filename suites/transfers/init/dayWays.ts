import type { DescribedPlace, Json } from '../vocabulary/index.js'
import { guessed, hasDay, withDays, type Days } from './days.js'
import { isLastDay } from './lexicon.js'
import { nested } from './learning.js'
import type { Plan } from './plan.js'

/** A way to tell a check its days: it puts them into the plan. */
export type DayWay = () => void

/**
 * The ways to tell an availability check the days of a window, the likeliest first: at the inputs that the target describes for them, or
 * where public OCTO has them. Of inputs that are described as days and as moments, one kind alone is told: who reads both may read a moment
 * as an exact start. The last way is to tell none, where the description demands none.
 */
export function dayWays(plan: Plan, days: Days, unwanted: ReadonlySet<string>): readonly DayWay[] {
  const { described, extra } = plan
  const inputs = (described?.inputs ?? []).filter(
    ({ place, format, name }) =>
      place.startsWith('body:/') && (format === 'date' || format === 'date-time' || /date|from|until/i.test(name)),
  )
  const named = [...extra].filter(([, { value, from }]) => from !== guessed && hasDay(value))
  const demanded = new Set(Object.keys(described?.required ?? {}))
  const clear = (): void => {
    for (const [member, { from }] of extra) if (from === guessed && !demanded.has(member)) extra.delete(member)
  }
  const put = (member: string, value: Json): void => {
    if (!unwanted.has(member)) extra.set(member, { value, from: guessed })
  }
  if (inputs.length === 0 && named.length > 0)
    return [
      () => {
        // Where it has said what it calls them, nothing is guessed beside them.
        for (const [member, { value, from }] of named) extra.set(member, { value: withDays(member, value, days), from })
      },
    ]
  if (inputs.length === 0)
    return [
      () => {
        put('localDateStart', days.first)
        put('localDateEnd', days.last)
      },
    ]
  const tell = (told: readonly DescribedPlace[], valueOf: (day: string, isEnd: boolean) => string): DayWay => {
    return () => {
      clear()
      for (const { place } of told) {
        const [member = '', ...way] = place.slice('body:/'.length).split('/')
        const isEnd = isLastDay(way[0] ?? member)
        const value = valueOf(isEnd ? days.last : days.first, isEnd)
        put(member, way.length === 0 ? value : nested(way.slice(0, 1), value, extra.get(member)?.value))
      }
    }
  }
  const asDay = (day: string): string => day
  const asMoment = (day: string, isEnd: boolean): string => `${day}T${isEnd ? '23:59:59' : '00:00:00'}Z`
  const moments = inputs.filter(({ format }) => format === 'date-time')
  const plain = inputs.filter((each) => !moments.includes(each))
  const isDemanded = inputs.some(({ place }) => demanded.has(place.split('/')[1] ?? ''))
  return [
    ...(plain.length > 0 ? [tell(plain, asDay)] : [tell(moments, asDay)]),
    ...(moments.length > 0 ? [tell(moments, asMoment)] : []),
    ...(isDemanded ? [] : [clear]),
  ]
}
