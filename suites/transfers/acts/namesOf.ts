import { placesIn, readPointer, type Answer, type Json } from '../vocabulary/index.js'

/**
 * What availabilities go by besides their ids, which may be new at each check: of what a check names alone, where there are several checks, which
 * check it was; else when it begins, by the first member that has a time of its own for each. What nothing of the kind is known of has no name.
 * @param of.check what was asked, in words: the same start may be something else in another check
 */
export function namesOf(
  checked: Answer,
  { check, isOneOfMany }: { readonly check: string; readonly isOneOfMany: boolean },
): ReadonlyMap<string, string> {
  const items = checked.items.flatMap((item): [string, Json][] => {
    const id = checked.availabilityIdOf(item)
    return id === undefined ? [] : [[id, item]]
  })
  const [first] = items
  if (first === undefined) return new Map()
  if (isOneOfMany && items.length === 1) return new Map([[first[0], check]])
  const places = placesIn(first[1]).filter(({ value }) => isTime(value))
  for (const { pointer } of places) {
    const times = items.map(([, item]) => readPointer<Json>(item, pointer))
    if (times.every(isTime) && new Set(times).size === times.length)
      return new Map(items.map(([id], index) => [id, `${check} ${times[index] ?? ''}`]))
  }
  return new Map()
}

function isTime(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT?\d{0,2}/.test(value) && value.length < 100
}
