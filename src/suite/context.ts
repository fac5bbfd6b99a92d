import type { Profile } from '../profile/profile.js'
import type { Random } from './random.js'

/** How much a run may spend: scales the samples of properties and the lengths of sequences. */
export type Effort = 'low' | 'normal' | 'high'

/** How much a run may spend in all: `smoke` lets only those scenarios act that find most for what they ask, with low effort. */
export type Spending = Effort | 'smoke'

/** What a scenario of such a run spends. */
export function effortOf(spending: Spending): Effort {
  return spending === 'smoke' ? 'low' : spending
}

/** What a scenario acts with, as far as the engine knows it: a pack adds what its scenarios need. */
export interface Context {
  readonly profile: Profile
  readonly effort: Effort
  /** Seeded for this scenario alone; the only source of chance in a scenario. */
  readonly random: Random
}
