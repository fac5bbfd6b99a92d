import type { Profile } from '../profile/profile.js'
import type { Clock } from '../wire/clock.js'
import { systemNonce } from '../wire/marker.js'
import { NoToken } from '../wire/tokens.js'
import { openTarget } from '../wire/openTarget.js'
import type { TargetSession } from '../wire/target.js'
import { RunError } from '../judge/runError.js'
import type { Pack } from '../suite/pack.js'
import { reached } from '../suite/walk/reached.js'
import { WalkFault } from '../suite/walk/walkFault.js'
import { walkPage, type Left } from './walkPage.js'

/**
 * The first step of the walk alone, which books nothing: tells a target that is not there, that does not know
 * us, or that is no API at all from one that can be judged.
 * @param left bookings of a run that is come back to: where nothing can be done there, they are still left
 * @throws RunError for each of these.
 */
export async function preflight(
  session: TargetSession,
  { acts }: Pick<Pack, 'acts'>,
  profile: Profile,
  left: readonly Left[] = [],
): Promise<void> {
  const answer = await acts.walk.first(session.for('preflight'), profile).catch((error: unknown) => {
    throw error instanceof NoToken ? new RunError(error.code, error.message, error.remedy) : error
  })
  try {
    reached(answer, 'first')
  } catch (error) {
    if (!(error instanceof WalkFault)) throw error
    const { stop } = error
    throw new RunError(stop.code, walkPage(stop, left, []), stop.remedy)
  }
}

/**
 * The same before anything is recorded: a target that is not there must not spoil the evidence of an earlier visit.
 * @throws RunError, and the reason of `signal`
 */
export async function greet(
  pack: Pack,
  profile: Profile,
  clock: Clock,
  signal: AbortSignal,
  left: readonly Left[] = [],
): Promise<void> {
  const session = openTarget({
    service: pack,
    profile,
    clock,
    random: systemNonce,
    signal,
    onExchange: () => undefined,
  })
  try {
    await preflight(session, pack, profile, left)
  } finally {
    await session.close()
  }
}
