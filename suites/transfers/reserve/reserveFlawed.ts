import { idText, type Answer, type Context, type Json } from '../vocabulary/index.js'

/** A currency that no option is priced in: reserved by ISO 4217 for tests, nothing is sold in it. */
export const unavailable = 'XTS'

type Fields = Readonly<Record<string, Json | undefined>>

/** The availability that the next flawed reservation wants; null: to be looked for. Plain data, for trials to hold. */
export interface FreeSlot {
  free: string | null
}

/**
 * A reservation that ought to be refused, of an availability that nobody holds. All want the same one, until one is
 * accepted after all: the next is then refused for its own flaw, not for a slot that is taken.
 */
export async function reserveFlawed({ target, slot }: Context, wanted: FreeSlot, flaw: Fields): Promise<Answer> {
  const availabilityId = wanted.free ?? (await slot())
  wanted.free = availabilityId
  const answer = await target.reserve({ availabilityId, expirationMinutes: 60, ...flaw })
  if (!answer.refused) wanted.free = null
  return answer
}

/** A reservation of bookable.soldOut; null: the availability check names no such thing, or says that it is on offer. */
export async function reserveSoldOut({ target, profile }: Context, fields: Fields): Promise<Answer | null> {
  const { soldOut } = profile.bookable
  if (soldOut === null) return null
  const { accepted, unofferedAvailabilityIds } = await target.availability({}, { bookable: soldOut })
  // Those that say so themselves come last. An offered one may have been given back since the profile was written.
  const availabilityId = accepted ? unofferedAvailabilityIds.at(-1) : undefined
  return availabilityId === undefined ? null : target.reserve({ availabilityId, ...fields }, { bookable: soldOut })
}

/**
 * Ends what a reservation made that ought to be refused, if a hold can be cancelled. An account may have few holds:
 * the next such reservation would be refused for want of room, whatever is wrong with it.
 */
export async function giveBack({ target, offers, settle, isSettled }: Context, made: Answer): Promise<void> {
  const id = made.accepted ? idText(made.read('id')) : undefined
  if (id === undefined || !offers('cancel') || made.read('cancellable') === false) return
  if ((await target.cancel(id)).accepted && !isSettled(id)) await settle(id)
}
