import type { Answer } from '../vocabulary/index.js'
import type { TransferStage } from './stage.js'

/** Whether a reservation was refused, or put off until there is room for one hold more. */
export function isTurnedAway(
  { refused, limited }: Answer,
  { crowded }: Pick<TransferStage['session'], 'crowded'>,
): boolean {
  return refused || (limited && crowded)
}
