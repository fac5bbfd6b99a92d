import { contract } from '../contract/contract.js'
import type { Answer, OperationName, Target } from '../vocabulary/index.js'
import type { TransferStage } from './stage.js'

/** So a target answers what it does not have; some have 403 for it. */
const nowhere: ReadonlySet<number | null> = new Set([404, 403])

/**
 * Where an optional operation says of a booking of the run that there is none, asks once for a path that cannot exist: alike, the target may not
 * offer the operation. Many a framework says no more than "Not Found".
 */
export async function askNowhere(
  name: OperationName,
  { status, exchange }: Answer,
  target: Target,
  { session, shared }: Pick<TransferStage, 'session' | 'shared'>,
): Promise<void> {
  const { bookingId, request, as } = exchange
  // First what most answers end with: all bookings of the run are put in order when they are asked for.
  if (!nowhere.has(status) || as !== 'reseller' || shared.strays.has(request.method)) return
  const isOptional = contract.lifecycle.triggers.some(({ id, optional }) => id === name && optional === true)
  if (!isOptional || !session.bookings.some((made) => made.id === bookingId && made.as === as)) return
  shared.strays.add(request.method)
  await target.stray(name)
}
