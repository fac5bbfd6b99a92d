import { messageOf } from '../contract/messageOf.js'
import { pack } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import { registryOf } from '../suite/registry.js'
import type { Suite } from '../suite/suite.js'

/** What a suite of a program's own declares; `openSuite` makes one. */
export type OwnSuite = Pick<Suite, 'declared'>

/**
 * The service with suites of a program's own beside those of its pack.
 * @throws TypeError where a check cites what is no clause of the documents, or an id is taken
 */
export function packWith(suites: readonly OwnSuite[] = []): Pack {
  if (suites.length === 0) return pack
  for (const { id, clause } of suites.flatMap(({ declared }) => declared.checks))
    if ((pack.contract.clause(clause)?.level ?? 'gap') === 'gap')
      throw new TypeError(
        `check ${id} cites ${clause}, which is no clause that is judged; octospec explain --clauses lists them`,
      )
  const { scenarios, checks, observations } = pack
  const declared = {
    scenarios: [...scenarios.values()],
    checks: [...checks.values()],
    observations: [...observations.values()],
  }
  try {
    return { ...pack, ...registryOf([{ declared }, ...suites]) }
  } catch (error) {
    throw new TypeError(messageOf(error), { cause: error })
  }
}
