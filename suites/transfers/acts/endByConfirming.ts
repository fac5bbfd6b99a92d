import { cleanUpScenario, markerOf, targetOver, type LedgerEntry } from '../vocabulary/index.js'
import { asCaller, type TransferStage } from './stage.js'
import { awaitSettled } from './awaitSettled.js'

/**
 * Ends holds that the target does not let cancel: they are confirmed, and what is confirmed is cancelled. Where an account has few holds
 * at a time, none would be left to test with otherwise. Never on a live target.
 * @returns whether there is room for another hold now
 */
export async function endByConfirming(
  bookings: readonly LedgerEntry[],
  { session, judging, clock }: Pick<TransferStage, 'session' | 'judging' | 'clock'>,
): Promise<boolean> {
  const { plan, profile } = judging
  const { confirm, cancel, get } = profile.operations
  if (confirm === null || cancel === null || profile.target.environment === 'live') return false
  const { rejected } = profile.booking.statuses
  const target = targetOver(session.for(cleanUpScenario, { always: true }))
  let ended = false
  for (const entry of bookings) {
    if (entry.id === null || entry.status !== 'ON_HOLD') continue
    const as = { as: asCaller(entry) }
    const plain = await target.confirm(entry.id, {}, as)
    const reference = markerOf(plan.nonce, cleanUpScenario, 'voucher')
    // The documents do not say of the reference that it is optional.
    const named = plain.refused && confirm.fields['reference'] !== undefined
    const confirmed = named ? await target.confirm(entry.id, { reference }, as) : plain
    if (!confirmed.accepted) continue
    ended = true
    const { id } = entry
    const settled =
      get === null
        ? confirmed
        : await awaitSettled(confirmed, clock.now(), () => target.get(id, as), { profile, clock })
    // What was turned down is over.
    if (rejected !== undefined && settled.read('status') === rejected) continue
    // What cannot be cancelled then would be left for good.
    if ((await target.cancel(entry.id, {}, as)).refused) break
  }
  return ended
}
