import type { Clock } from '../wire/clock.js'
import type { KnownSecrets } from '../wire/secrets.js'

/** What reading a profile, and coming back to a run, need of the world. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Folder that paths are relative to. */
  readonly cwd: string
  /** What must not be printed: a profile that is read adds its own. */
  readonly secrets: KnownSecrets
}
