import { bookableKey, fillersOf, orNone, shortened } from '../vocabulary/index.js'
import type { Context, Held, Target, Profile } from '../vocabulary/index.js'
import { endByConfirming } from './cleanUp.js'
import { isOver, isTurnedAway, type TransferStage } from './stage.js'
import type { Filling, Slots } from './openSlots.js'

export interface HoldParts {
  readonly target: Target
  readonly slots: Slots
  readonly filling: Pick<Filling, 'leave'>
  /** Ends holds that were left to time. @returns whether there were any */
  readonly endLeft: () => Promise<boolean>
}

export function openHold(
  id: string,
  { target, slots, filling, endLeft }: HoldParts,
  { session, judging, shared, agenda, clock }: TransferStage,
): Context['hold'] {
  const isWithout = ({ reserved }: Held): boolean => isTurnedAway(reserved, session)
  const makeRoom = async (): Promise<boolean> => {
    if (shared.holdsKept === 0) return false
    const useless = session.bookings.filter(
      (entry) => isOver(entry.scenario, { judging }) || (entry.id !== null && shared.released.has(entry.id)),
    )
    shared.crowded = await endByConfirming(useless, { session, judging, clock })
    return shared.crowded
  }

  const take: Context['hold'] = async (fields = {}, name = 'standard', options = {}) => {
    const bookable = slots.bookableOf(name)
    const reserve = async (availabilityId: string): Promise<Held> => ({
      availabilityId,
      reserved: await target.reserve({ availabilityId, expirationMinutes: 60, ...fields }, { bookable }),
    })
    const isFailed = (held: Held): boolean => isWithout(held) && Number(held.reserved.status) < 500
    const held = await reserve(await slots.slot(bookable, options))
    if (!isFailed(held)) return held
    if (fillersOf(bookable) > 0) {
      // The place that was left is that of somebody else.
      let other = held
      for (; isFailed(other); other = await reserve(await slots.slot(bookable)))
        await filling.leave(other.availabilityId, other.reserved)
      return other
    }
    const { left } = agenda
    // Somebody else, or this run elsewhere, may have taken it since it was offered: once more, of what is on offer now.
    if (held.reserved.refused) slots.lookAgain(bookable)
    const other = held.reserved.refused ? await slots.slot(bookable).catch(orNone) : null
    const second = other === null || other === held.availabilityId ? held : await reserve(other)
    if (!isWithout(second)) return second
    const beside = (await endLeft()) ? await reserve(second.availabilityId) : second
    if (!isWithout(beside)) return beside
    // An account may have a limit to its holds: once more when the others release theirs, or have done so meanwhile.
    const third = (await agenda.wait()) || agenda.left > left ? await reserve(second.availabilityId) : beside
    // Nobody else acts now, and what they held and could not cancel may be what there is no room beside.
    const last = isWithout(third) && (await makeRoom()) ? await reserve(second.availabilityId) : third
    if (isWithout(last)) shared.withoutHold.add(id)
    return last
  }
  return async (fields, name = 'standard', options = {}) => {
    const held = await take(fields, name, options)
    const { reserved } = held
    const bookable = slots.bookableOf(name)
    if (reserved.accepted) shared.booked.add(bookable)
    // What was not answered is neither the profile's matter nor the target's.
    else if (reserved.refused)
      shared.unbooked.set(bookable, {
        message: `reserve was not accepted: ${reserved.describe()}`,
        exchange: reserved.n,
        remedy: `mend ${bookableKey(judging.profile, bookable)} in the profile, or let there be room for one more booking of it`,
      })
    return held
  }
}

/** Confirms in the form that the server takes, as the first confirm shows: some want a reference, or a short one. */
export function openConfirm(
  target: Pick<Target, 'confirm'>,
  { profile, marker, forms }: { readonly profile: Profile } & Pick<Context, 'marker' | 'forms'>,
): Context['confirm'] {
  // The documents say of notes that they are optional, and of the reference only that confirm takes it.
  const takesReference = profile.operations.confirm?.fields['reference'] !== undefined
  return async (booking, fields = {}, options) => {
    const long = { reference: marker('voucher'), ...fields }
    const named = forms.areShort === true ? shortened(long) : long
    const first = await target.confirm(booking, forms.confirm === 'named' ? named : fields, options)
    if (forms.confirm !== undefined || !takesReference || Object.hasOwn(fields, 'reference')) return first
    if (first.accepted) forms.confirm = 'plain'
    if (!first.refused) return first
    const second = await target.confirm(booking, named, options)
    const third = second.refused && named === long ? await target.confirm(booking, shortened(long), options) : second
    if (!third.accepted) return first
    forms.confirm = 'named'
    if (third !== second) forms.areShort = true
    return third
  }
}
