import type { Clock } from '../wire/clock.js'
import { RunError } from '../judge/runError.js'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { greet } from './preflight.js'

/** Milliseconds from one question to the next. */
const pause = 500

/** Asks a target for so many milliseconds until it answers. It neither judges nor throws. */
export async function awaitReady(
  pack: Pack,
  profile: Profile,
  clock: Clock,
  within: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const asking = AbortSignal.any([signal, over.signal])
  const done = new AbortController()
  void clock.sleep(within, done.signal).then(
    () => over.abort(),
    () => undefined,
  )
  try {
    while (!asking.aborted && (await isAway(pack, profile, clock, asking))) await clock.sleep(pause, asking)
  } catch (error) {
    if (!asking.aborted) throw error
  } finally {
    done.abort()
  }
}

async function isAway(pack: Pack, profile: Profile, clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await greet(pack, profile, clock, signal)
    return false
  } catch (error) {
    // Any other answer is one: the walk of the run tells what it means.
    return error instanceof RunError && error.code === 'OCTOSPEC_UNREACHABLE'
  }
}
