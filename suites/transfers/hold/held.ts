import { findListed, inWords, isOnHold, orNone, readSettled, shownIn } from '../vocabulary/index.js'
import type { Answer, Bookable, BookableName, Context, Listed } from '../vocabulary/index.js'
import { startsOf } from '../reserve/offeredAgain.js'

/** Holds that timeline stages hand on, by name: the reservation, and the texts `nameId`, `nameSlot` and `nameKey`. */
export type Holds<Name extends string> = { readonly [Held in Name]?: Answer } & Texts<`${Name}${'Id' | 'Slot' | 'Key'}`>

type Texts<Name extends string> = { readonly [Text in Name]?: string | null }

/**
 * Reserves the standard bookable, or another, for so many minutes as `name`. Later stages get its id as `nameId`, its
 * availability as `nameSlot` and its key as `nameKey`. Without a slot the hold is left out: the other holds of the
 * timeline shall still be looked at where few availabilities are left.
 */
export async function heldAs<Name extends string>(
  context: Context,
  name: Name,
  minutes: number,
  bookable: BookableName | Bookable = 'standard',
): Promise<Holds<Name> | Record<never, never>> {
  return (await holdAs(context, name, minutes, bookable).catch(orNone)) ?? {}
}

/** The same, of what nothing else is looked at without. @throws Stop where there is nothing to hold */
export async function holdAs<Name extends string>(
  context: Context,
  name: Name,
  minutes: number,
  bookable: BookableName | Bookable,
): Promise<Holds<Name>> {
  const { reserved, availabilityId } = await context.hold({ expirationMinutes: minutes }, bookable)
  const holds = {
    [name]: reserved,
    ...(reserved.accepted && {
      [`${name}Id`]: reserved.bookingId,
      [`${name}Slot`]: availabilityId,
      [`${name}Key`]: inWords(reserved.exchange.input['idempotencyKey']),
    }),
  }
  // These are the names of the type.
  return holds as Holds<Name>
}

/** Id of a hold of an earlier stage; null: it was not made. */
export function idIn<Name extends string>(soFar: Texts<`${Name}Id`>, name: Name): string | null {
  return textIn(soFar, `${name}Id`)
}

/** A text of an earlier stage; null: there is none. */
export function textIn<Name extends string>(soFar: Texts<Name>, name: Name): string | null {
  const text: unknown = soFar[name]
  return typeof text === 'string' ? text : null
}

/** Reads a hold of an earlier stage; null: it was not made. */
export async function readHeld<Name extends string>(
  { target }: Context,
  soFar: Texts<`${Name}Id`>,
  name: Name,
): Promise<Answer | null> {
  const id = idIn(soFar, name)
  return id === null ? null : target.get(id)
}

/** Reads what is over: what is still shown ON_HOLD is read once more when what the clock did has settled. */
export function getOver({ target, settle }: Context, id: string): Promise<Answer> {
  return readSettled({ target, settle: (of) => settle(of, true) }, id, (read) => !isOnHold(read))
}

/** The same of a hold of an earlier stage; null: it was not made. */
export async function readOver<Name extends string>(
  context: Context,
  soFar: Texts<`${Name}Id`>,
  name: Name,
): Promise<Answer | null> {
  const id = idIn(soFar, name)
  return id === null ? null : getOver(context, id)
}

/** Where a hold that is over stands in the list, likewise. */
export async function listedOver(context: Context, id: string): Promise<Listed> {
  const listed = await findListed(context, id)
  const isLate = shownIn(listed)?.read('status') === 'ON_HOLD'
  return isLate && (await context.settle(id, true)) ? findListed(context, id) : listed
}

/** Reads holds of an earlier stage side by side. @returns nothing to hand on: the rules judge what the reads show */
export async function lookAt<Name extends string>(
  context: Context,
  soFar: Texts<`${Name}Id`>,
  ...names: readonly Name[]
): Promise<Record<never, never>> {
  await Promise.all(names.map((name) => readHeld(context, soFar, name)))
  return {}
}

/** The same of holds that are over. */
export async function lookAtOver<Name extends string>(
  context: Context,
  soFar: Texts<`${Name}Id`>,
  ...names: readonly Name[]
): Promise<Record<never, never>> {
  await Promise.all(names.map((name) => readOver(context, soFar, name)))
  return {}
}

/** The reservation of an earlier hold, sent again with its key; null: it was not made, or no key can be sent. */
export async function replayHeld<Name extends string>(
  { target, profile }: Context,
  soFar: Texts<`${Name}Slot` | `${Name}Key`>,
  name: Name,
  minutes: number,
  bookable: Bookable = profile.bookable.standard,
): Promise<Answer | null> {
  const [availabilityId, idempotencyKey] = [textIn(soFar, `${name}Slot`), textIn(soFar, `${name}Key`)]
  if (profile.operations.reserve?.fields['idempotencyKey'] === undefined) return null
  if (availabilityId === null || idempotencyKey === null) return null
  return target.reserve({ availabilityId, expirationMinutes: minutes, idempotencyKey }, { bookable })
}

interface Wanting {
  readonly as?: 'reseller' | 'other'
  /** What the checks named by which the run found what it holds. */
  readonly named: readonly Answer[]
}

/**
 * Wants what an ended hold should have given back. A refused id may have been for one use: a new one is looked for at
 * the same start, and wanted.
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
 * Ids of a slot's start that no earlier check named. None counts if the start has several places: a new id may then be
 * another place.
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
