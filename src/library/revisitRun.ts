import { greet } from '../act/preflight.js'
import { silent } from '../act/progress.js'
import type { finish } from '../act/run.js'
import type { RunOptions } from '../act/runOptions.js'
import type { Left } from '../act/walkPage.js'
import { systemNonce } from '../wire/marker.js'
import { uncheckedCertificates } from '../wire/network.js'
import { resumeEvidenceFile } from '../evidence/evidenceFile.js'
import type { Judging } from '../judge/judging.js'
import type { Profile } from '../profile/profile.js'
import type { EndedRun } from './writeRun.js'
import { ownRun, type OwnRun, type OwnRunOptions } from './ownRun.js'
import { visitFolder } from './visitFolder.js'
import type { World } from './world.js'

/** Which run is come back to. */
export interface Revisited extends OwnRunOptions {
  /** Absolute. */
  readonly folder: string
}

/** A run that was come back to. As long as nothing is appended, its folder stays what it was. */
export interface Revisit extends OwnRun {
  /** Opens the evidence again; `broken` is told where it cannot be gone on with. */
  append(broken: (error: Error) => void): Appending
}

/** How it is acted: `progress` is silent unless given. */
type Acting = Pick<RunOptions, 'signal' | 'timeLimit'> & Partial<Pick<RunOptions, 'progress'>>

/** The evidence of a run that is gone on with. */
export interface Appending {
  readonly sink: EndedRun['sink']
  /** Does what the run left undone. @throws RunError where the target does not answer; then nothing has changed */
  act(what: typeof finish, how: Acting): Promise<EndedRun>
}

/**
 * Comes back to a run of this user's own, and keeps other runs out of its folder meanwhile.
 * @throws OwnRunError, EvidenceError, ProfileError, RunKeyError, OutputError, FolderInUse; and what `visit` throws
 */
export async function revisitRun<T>(
  { folder, ...named }: Revisited,
  world: World,
  visit: (run: Revisit) => Promise<T>,
): Promise<T> {
  const { clock, env } = world
  const { names, visited, begin, close } = visitFolder(folder)
  try {
    const own = await ownRun(folder, named, world)
    const { profile, judging, read, key } = own
    const append: Revisit['append'] = (broken) => {
      const sink = resumeEvidenceFile(read, { key, onOpen: begin, onError: broken })
      return {
        sink,
        act: async (what, how) => {
          await greet(judging.registry, profile, clock, how.signal, leftOf(judging, profile, clock.now()))
          const notes = uncheckedCertificates(profile, env)
          await what(judging, { progress: silent, ...how, profile, clock, random: systemNonce, sink, notes })
          return { judging, sink, folder, names, ...(visited && { visited }) }
        },
      }
    }
    return await visit({ ...own, append })
  } finally {
    close()
  }
}

/** The bookings of the run that still hold something, as far as its evidence says. */
function leftOf({ books, registry }: Judging, profile: Profile, now: number): readonly Left[] {
  return books.entries().flatMap((entry) => {
    const remains = registry.bookings.remains(registry.bookings.fateOf(entry, profile, now).fate)
    return remains === 'nothing' ? [] : [{ ...entry, endsByItself: remains === 'for-now' }]
  })
}
