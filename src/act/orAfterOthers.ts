import type { Stagehand } from './stagehand.js'

/**
 * Acts. Others may hold something for long, of which a target allows only so much at a time: whoever was crowded out by them releases
 * what it has, and acts anew when they have ended.
 */
export async function orAfterOthers<Done>(
  scenario: string,
  stagehand: Stagehand,
  act: () => Promise<Done>,
): Promise<Done> {
  const { agenda, registry, signal } = stagehand
  const [first] = await Promise.allSettled([act()])
  const isCrowded = registry.acts.wasCrowdedOut(scenario, stagehand)
  if (isCrowded && !agenda.isAlone && !signal.aborted) {
    await registry.acts.cleanUp(scenario, stagehand)
    await agenda.follow()
    if (!signal.aborted) return act()
  }
  if (first.status === 'rejected') throw first.reason
  return first.value
}
