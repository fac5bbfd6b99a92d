import { findListed, inWords, isOnHold, orNone, readSettled, shownIn } from '../vocabulary/index.js'
import type { Answer, Bookable, BookableName, Context, Listed } from '../vocabulary/index.js'

/** What stages of a timeline hand on of holds, by their names: the reservation, and the texts `nameId`, `nameSlot` and `nameKey`. */
export type Holds<Name extends string> = { readonly [Held in Name]?: Answer } & Texts<`${Name}${'Id' | 'Slot' | 'Key'}`>

type Texts<Name extends string> = { readonly [Text in Name]?: string | null }

/**
 * Reserves the standard bookable, or another, for so many minutes as `name`, for the later stages with its id as `nameId`, its availability as `nameSlot` and its key as
 * `nameKey`. Without a slot for it, it is left out.
 */
export async function heldAs<Name extends string>(
  context: Context,
  name: Name,
  minutes: number,
  bookable: BookableName | Bookable = 'standard',
): Promise<Holds<Name> | Record<never, never>> {
  // Where few availabilities are left, the other holds of the timeline shall still be looked at.
  return holdAs(context, name, minutes, bookable).catch((error: unknown) => orNone(error) ?? {})
}

/** The same, of what nothing else is looked at without. @throws Stop where there is nothing to hold */
export async function holdAs<Name extends string>(
  context: Context,
  name: Name,
  minutes: number,
  bookable: BookableName | Bookable,
): Promise<Holds<Name>> {
  const { reserved, availabilityId } = await context.hold({ expirationMinutes: minutes }, bookable)
  const held = {
    [name]: reserved,
    ...(reserved.accepted && {
      [`${name}Id`]: reserved.bookingId,
      [`${name}Slot`]: availabilityId,
      [`${name}Key`]: inWords(reserved.exchange.input['idempotencyKey']),
    }),
  }
  // These are the names of the type.
  return held as Holds<Name>
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

/** @returns nothing to hand on: the rules judge what the reads show */
type LookAt = <Name extends string>(
  context: Context,
  soFar: Texts<`${Name}Id`>,
  ...names: readonly Name[]
) => Promise<Record<never, never>>

function lookBy(read: typeof readHeld): LookAt {
  return async (context, soFar, ...names) => {
    await Promise.all(names.map((name) => read(context, soFar, name)))
    return {}
  }
}

/** Reads holds of an earlier stage side by side. */
export const lookAt: LookAt = lookBy(readHeld)
/** The same of holds that are over. */
export const lookAtOver: LookAt = lookBy(readOver)

/** The reservation of a hold of an earlier stage, sent again with its key; null: it was not made, or no key can be sent. */
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
