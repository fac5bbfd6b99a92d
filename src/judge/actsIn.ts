import type { Spending } from '../suite/context.js'
import type { Pack } from '../suite/pack.js'

/** Whether a scenario acts in a run of this effort: in a smoke run, those that find most for what they ask. */
export function actsIn(effort: Spending, scenario: string, { ranking }: Pick<Pack, 'ranking'>): boolean {
  return effort !== 'smoke' || ranking.scenarios.slice(0, ranking.smoke).some(({ id }) => id === scenario)
}
