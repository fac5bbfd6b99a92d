import type { TransferStage } from './stage.js'

/** Whether a scenario is done with what it held; what none is known to hold, nobody needs any more. */
export function isOver(scenario: string | undefined, { judging }: Pick<TransferStage, 'judging'>): boolean {
  return scenario === undefined || judging.scenarios.get(scenario)?.done === true
}
