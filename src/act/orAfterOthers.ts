import type { RunContext } from './runContext.js'

/** How often a scenario acts at most: what did not go well twice may still have been chance. */
const most = 3

/** Acts. Who is crowded out by the holds of others releases its own, and acts anew when those have ended. */
export async function orAfterOthers<Done>(scenario: string, run: RunContext, act: () => Promise<Done>): Promise<Done> {
  const { agenda, registry, signal } = run
  for (let turn = 1; ; turn += 1) {
    const [done] = await Promise.allSettled([act()])
    const actsAnew = registry.acts.wasCrowdedOut(scenario, run, agenda.isAlone) && turn < most && !signal.aborted
    if (actsAnew) {
      await registry.acts.cleanUp(scenario, run)
      await agenda.follow()
      if (!signal.aborted) continue
    }
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
}
