import type { Answer, LedgerEntry } from '../vocabulary/index.js'
import type { Walked } from './shared.js'
import type { TransferStage } from './stage.js'

/** The id of the scenario that takes what the walk confirmed: it wants any confirmed booking, and cancels it. */
export const taker = 'update.not-cancellable'

type Stage = Pick<TransferStage, 'shared' | 'judging' | 'signal'>

/** What the walk confirmed may be handed on, where it is an ordinary booking. */
export function handOn(walked: Walked, confirmed: Answer, { shared }: Pick<Stage, 'shared'>): void {
  const { booking, availability } = confirmed.profile
  const isOrdinary =
    confirmed.accepted &&
    confirmed.read('status') === booking.statuses.confirmed &&
    confirmed.read('cancellable') === true
  // Where an availability takes one booking, others may want it.
  if (isOrdinary && !availability.exclusive) shared.walked = { ...walked, isTaken: false }
}

export function takeWalked(scenario: string, { shared }: Pick<Stage, 'shared'>): Walked | null {
  const { walked } = shared
  if (scenario !== taker || walked === null || walked.isTaken) return null
  walked.isTaken = true
  return walked
}

/** The scenario that is to end a booking: who made it, unless it was handed on. */
export function enderOf({ id, scenario }: LedgerEntry, { shared, judging, signal }: Stage): string {
  const isHandedOn = id !== null && shared.walked?.id === id && !signal.aborted && judging.checksOf(taker).length > 0
  return isHandedOn ? taker : scenario
}
