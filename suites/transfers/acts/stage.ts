import type { ActStage } from '../../../src/suite/index.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Shared } from './shared.js'
import type { Answer, LedgerEntry } from '../vocabulary/index.js'

export interface TransferStage extends ActStage {
  readonly judging: ActStage['judging'] & { readonly profile: TransferProfile }
  readonly shared: Shared
}

/** Whether a scenario is done with what it held; what none is known to hold, nobody needs any more. */
export function isOver(scenario: string | undefined, { judging }: Pick<TransferStage, 'judging'>): boolean {
  return scenario === undefined || judging.scenarios.get(scenario)?.done === true
}

/** Whether a reservation was refused, or put off until there is room for one hold more. */
export function isTurnedAway(
  { refused, limited }: Answer,
  { crowded }: Pick<TransferStage['session'], 'crowded'>,
): boolean {
  return refused || (limited && crowded)
}

/** As whom to send what concerns a booking: as who made it. */
export function asCaller({ as }: Pick<LedgerEntry, 'as'>): 'reseller' | 'other' {
  return as === 'other' ? 'other' : 'reseller'
}
