import { startsOf } from '../reserve/offeredAgain.js'
import type { Answer, Bookable, Context } from '../vocabulary/index.js'
import { idIn, textIn } from './held.js'

interface Wanting {
  readonly as?: 'reseller' | 'other'
  /** What the checks named by which the run found what it holds. */
  readonly named: readonly Answer[]
}

/**
 * Wants what a hold that is over should have given back. What is refused may go by a new id, where one is for one use: it is looked for at
 * the same start, and wanted by that.
 * @returns null where nothing was held, or where a new id cannot be told from what else is new
 */
export async function wantFreed<Name extends string>(
  context: Context,
  soFar: { readonly [Text in `${Name}Id` | `${Name}Slot`]?: string | null },
  name: Name,
  bookable: Bookable,
  { as = 'reseller', named }: Wanting,
): Promise<Answer | null> {
  const slot = textIn(soFar, `${name}Slot`)
  if (slot === null) return null
  const first = await reserveAs(context, slot, bookable, as)
  if (!first.refused) return first
  // What time has made of a hold may take its time to be seen; waiting reads nothing.
  const id = idIn(soFar, name)
  const isLate = id !== null && (await context.settle(id))
  const freed = (await context.alone()) || isLate ? await reserveAs(context, slot, bookable, as) : first
  if (!freed.refused) return freed
  const renewed = idsSince(
    slot,
    named,
    await context.target.availability({}, { bookable: context.namedBy(slot) ?? bookable }),
  )
  const [only] = renewed ?? []
  if (renewed === null) return null
  const again = only === undefined ? freed : await reserveAs(context, only, bookable, as)
  return again.accepted ? again : freed
}

/**
 * Ids that no check before named, of the same start as a slot. Where a start has several places, a new id may be another place: none
 * counts.
 * @returns null where starts are not known, and some of it is new
 */
export function idsSince(slot: string, named: readonly Answer[], checked: Answer): readonly string[] | null {
  const known = new Set(named.flatMap(({ availabilityIds }) => availabilityIds))
  const fresh = checked.accepted ? checked.freeAvailabilityIds.filter((each) => !known.has(each)) : []
  const before = named.find((each) => startOf(slot, each) !== null)
  if (before === undefined) return fresh.length > 0 ? null : []
  const starts = startOf(slot, before)
  const hasOthers = named.some((each) => each.availabilityIds.some((id) => id !== slot && startOf(id, each) === starts))
  if (hasOthers) return []
  return fresh.filter((each) => startOf(each, checked) === starts)
}

function startOf(slot: string, checked: Answer): string | null {
  const item = checked.items.find((each) => checked.availabilityIdOf(each) === slot)
  return item === undefined ? null : startsOf(item)
}

export function reserveAs(
  { target }: Pick<Context, 'target'>,
  availabilityId: string,
  bookable: Bookable,
  as: 'reseller' | 'other' = 'reseller',
): Promise<Answer> {
  return target.reserve({ availabilityId, expirationMinutes: 20 }, { bookable, as })
}
