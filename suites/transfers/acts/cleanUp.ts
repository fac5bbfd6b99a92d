import { Stop, targetOver, type Profile, type Target } from '../vocabulary/index.js'
import { asCaller } from './asCaller.js'
import { endByConfirming } from './endByConfirming.js'
import type { Shared } from './shared.js'
import type { TransferStage } from './stage.js'

/** Refused cancellations of holds after which no more are tried: whether a hold can be cancelled is left open (3/cancel-on-hold). */
const patience = 3

/** Cancels a hold, unless the target has refused that too often. */
export async function releaseHold(
  id: string,
  target: Pick<Target, 'cancel'>,
  { profile, shared }: { readonly profile: Profile; readonly shared: Shared },
): Promise<void> {
  shared.released.add(id)
  if (profile.operations.cancel === null || shared.holdsKept >= patience) return
  const answer = await target.cancel(id)
  if (answer.refused) shared.holdsKept += 1
}

/** Cancels what a scenario booked and did not end itself, as far as the target lets it; what is left stands in the ledger. */
export async function cleanUp(scenario: string, { session, judging, shared }: TransferStage): Promise<void> {
  const { profile } = judging
  if (profile.operations.cancel === null) return
  const { cancelled, expired, confirmed } = profile.booking.statuses
  const target = targetOver(session.for('cleanup', { always: true }))
  for (const entry of session.bookings) {
    if (entry.scenario !== scenario || entry.id === null) continue
    if (entry.status === cancelled || entry.status === expired) continue
    // It said itself that it cannot be cancelled; asking again would only be a nuisance.
    if (entry.status === confirmed && entry.mayEnd === false) continue
    if (entry.status === 'ON_HOLD' && shared.holdsKept >= patience) continue
    const answer = await target.cancel(entry.id, {}, { as: asCaller(entry) }).catch(stopped)
    if (answer?.refused === true && entry.status === 'ON_HOLD') shared.holdsKept += 1
  }
  const own = session.bookings.filter((entry) => entry.scenario === scenario)
  if (shared.crowded) await endByConfirming(own, { session, judging }).catch(stopped)
  // What was cancelled is as good as never held: the next availability check says whether it is on offer again.
  const left = session.bookings.filter((entry) => entry.scenario === scenario)
  if (!left.every(({ status }) => status === cancelled)) return
  for (const [slot, holder] of shared.takenSlots) if (holder === scenario) shared.takenSlots.delete(slot)
}

function stopped(error: unknown): null {
  if (error instanceof Stop) return null
  throw error
}
