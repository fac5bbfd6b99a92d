import { instantOf, isJsonObject, pass, untested, type Answer, type Json, type Judgement } from '../vocabulary/index.js'

/**
 * Judges by later checks that a held availability is not on offer, where none names its id: ids may be made anew for
 * each check. Something that starts at the same time may be the same. It passes if that is said to be full, or if only
 * other starts are on offer. An offer of that start proves nothing, as it may be another one.
 */
export function offeredAgain(
  held: string,
  checked: Answer | null | undefined,
  rechecked: readonly Answer[],
): Judgement {
  const before = checked?.items.find((item) => checked.availabilityIdOf(item) === held)
  const starts = before === undefined ? null : startsOf(before)
  const items = rechecked.flatMap((answer) =>
    (answer.accepted ? answer.items : []).map((item) => {
      const id = answer.availabilityIdOf(item)
      return { item, isFree: id !== undefined && answer.freeAvailabilityIds.includes(id) }
    }),
  )
  if (starts === null || items.length === 0 || items.some(({ item }) => startsOf(item) === null))
    return unknown('no availability check that was made then names what was on offer before')
  const same = items.filter(({ item }) => startsOf(item) === starts)
  return same.some(({ isFree }) => isFree)
    ? unknown('a check that was made then names something on offer that starts when the held one does, by another id')
    : pass
}

function unknown(reason: string): Judgement {
  return untested(
    reason,
    'where the check can be told the exact start, let each entry of availability of what is exclusive name one, so that it answers for what is held as well',
  )
}

/** All that an item says of when it starts, as one text; null: nothing with a time of day. */
export function startsOf(item: Json): string | null {
  const found = Object.entries(isJsonObject(item) ? item : {}).flatMap(([name, value]) => {
    const at = /start|depart/i.test(name) && typeof value === 'string' ? instantOf(value) : undefined
    return at === undefined ? [] : [`${name} ${at}`]
  })
  return found.length === 0 ? null : found.toSorted().join()
}
