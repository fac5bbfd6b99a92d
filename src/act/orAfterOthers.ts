import type { RunContext } from './runContext.js'

/** Acts. Who is crowded out by the holds of others releases its own, and acts anew when those have ended. */
export async function orAfterOthers<Done>(scenario: string, run: RunContext, act: () => Promise<Done>): Promise<Done> {
  const { agenda, registry, signal } = run
  const [first] = await Promise.allSettled([act()])
  const isCrowded = registry.acts.wasCrowdedOut(scenario, run)
  if (isCrowded && !agenda.isAlone && !signal.aborted) {
    await registry.acts.cleanUp(scenario, run)
    await agenda.follow()
    if (!signal.aborted) return act()
  }
  if (first.status === 'rejected') throw first.reason
  return first.value
}
