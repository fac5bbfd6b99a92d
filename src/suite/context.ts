import type { Profile } from '../profile/profile.js'
import type { Random } from './random.js'

/** How much a run may spend: scales the samples of properties and the lengths of sequences. */
export type Effort = 'low' | 'normal' | 'high'

/** What a scenario acts with, as far as the engine knows it: a pack adds what its scenarios need. */
export interface Context {
  readonly profile: Profile
  readonly effort: Effort
  /** Seeded for this scenario alone; the only source of chance in a scenario. */
  readonly random: Random
}
