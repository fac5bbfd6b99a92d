import {
  findListed,
  inWords,
  orNone,
  shownIn,
  type Answer,
  type Bookable,
  type BookableName,
  type Context,
  type Listed,
} from '../vocabulary/index.js'

/** What the stages of a timeline hand on. */
export type SoFar = Readonly<Record<string, unknown>>

/**
 * Reserves the standard bookable, or another, for so many minutes as `name`, for the later stages with its id as `nameId`, its availability as `nameSlot` and its key as
 * `nameKey`. Without a slot for it, it is left out.
 */
export async function heldAs(
  context: Context,
  name: string,
  minutes: number,
  bookable: BookableName | Bookable = 'standard',
): Promise<Record<string, Answer | string>> {
  // Where few availabilities are left, the other holds of the timeline shall still be looked at.
  return holdAs(context, name, minutes, bookable).catch((error: unknown) => orNone(error) ?? {})
}

/** The same, of what nothing else is looked at without. @throws Stop where there is nothing to hold */
export async function holdAs(
  context: Context,
  name: string,
  minutes: number,
  bookable: BookableName | Bookable,
): Promise<Record<string, Answer | string>> {
  const { reserved, availabilityId } = await context.hold({ expirationMinutes: minutes }, bookable)
  return {
    [name]: reserved,
    ...(reserved.accepted && {
      [`${name}Id`]: reserved.bookingId,
      [`${name}Slot`]: availabilityId,
      [`${name}Key`]: inWords(reserved.exchange.input['idempotencyKey']),
    }),
  }
}

/** Id of a hold of an earlier stage; null: it was not made. */
export function idIn(soFar: SoFar, name: string): string | null {
  return textIn(soFar, `${name}Id`)
}

/** A text of an earlier stage; null: there is none. */
export function textIn(soFar: SoFar, name: string): string | null {
  const text = soFar[name]
  return typeof text === 'string' ? text : null
}

/** Reads a hold of an earlier stage; null: it was not made. */
export async function readHeld({ target }: Context, soFar: SoFar, name: string): Promise<Answer | null> {
  const id = idIn(soFar, name)
  return id === null ? null : target.get(id)
}

/** The same of a hold that is over: one that is still shown ON_HOLD is read once more when what the clock did has settled. */
export async function readOver(context: Context, soFar: SoFar, name: string): Promise<Answer | null> {
  const read = await readHeld(context, soFar, name)
  const isLate = read?.accepted === true && read.read('status') === 'ON_HOLD'
  return isLate && (await context.settle(idIn(soFar, name) ?? '')) ? readHeld(context, soFar, name) : read
}

/** Where a hold that is over stands in the list, likewise. */
export async function listedOver(context: Context, id: string): Promise<Listed> {
  const listed = await findListed(context, id)
  const isLate = shownIn(listed)?.read('status') === 'ON_HOLD'
  return isLate && (await context.settle(id)) ? findListed(context, id) : listed
}

/** Reads of holds of an earlier stage, sent together, as they are named; null: that hold was not made. @param readOne `readOver`: they are over */
export async function readTogether<Name extends string>(
  context: Context,
  soFar: SoFar,
  holds: Readonly<Record<Name, string>>,
  readOne: typeof readHeld = readHeld,
): Promise<Readonly<Record<Name, Answer | null>>> {
  const reads = await Promise.all(
    Object.entries<string>(holds).map(async ([name, held]) => [name, await readOne(context, soFar, held)] as const),
  )
  // Each name of `holds` is one of these.
  return Object.fromEntries(reads) as Record<Name, Answer | null>
}

/** The reservation of a hold of an earlier stage, sent again with its key; null: it was not made, or no key can be sent. */
export async function replayHeld(
  { target, profile }: Context,
  soFar: SoFar,
  name: string,
  minutes: number,
): Promise<Answer | null> {
  const [availabilityId, idempotencyKey] = [textIn(soFar, `${name}Slot`), textIn(soFar, `${name}Key`)]
  if (profile.operations.reserve?.fields['idempotencyKey'] === undefined) return null
  if (availabilityId === null || idempotencyKey === null) return null
  return target.reserve({ availabilityId, expirationMinutes: minutes, idempotencyKey })
}
