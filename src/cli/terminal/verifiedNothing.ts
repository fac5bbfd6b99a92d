import type { Report } from '../../judge/report.js'

/** Whole parts of the suite that were not verified, and of which a verdict says nothing. */
export interface VerifiedNothing {
  /** How many checks there are of those reasons. */
  readonly checks: number
  readonly reasons: readonly { readonly reason: string; readonly count: number }[]
}

/** So many reasons are told, each of so many checks at least. */
const [mostReasons, manyChecks] = [2, 5]

/** Why parts of the suite verified nothing, the largest first. */
export function verifiedNothing({ checks }: Report): VerifiedNothing {
  const groups = new Map<string, number>()
  for (const { outcome, reason } of checks)
    if (outcome === 'not-applicable' && reason !== undefined) groups.set(reason, (groups.get(reason) ?? 0) + 1)
  const reasons = [...groups]
    .map(([reason, count]) => ({ reason, count }))
    .filter(({ count }) => count >= manyChecks)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostReasons)
  return { checks: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
}
