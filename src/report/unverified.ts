import type { Contract } from '../contract/contract.js'
import type { CheckResult, Report } from '../judge/report.js'
import { standingOf } from '../judge/verdict.js'
import type { Remark } from '../suite/finding.js'
import { words } from '../words.js'
import { groupBy, impactOf, rankOf, type Defect } from './defects.js'

/** What stands in the way of some checks, and what would change that. */
export interface UnverifiedReason {
  readonly reason: string
  readonly remedy?: string
  readonly checks: readonly CheckResult[]
  readonly clauses: readonly string[]
}

/** How many clauses could not be verified: the one number that the whole report gives. */
export function unverifiedClauses({ clauses }: Pick<Report, 'clauses'>): number {
  return standingOf(clauses).reduce((sum, { unverified }) => sum + unverified, 0)
}

/** Why checks stayed open that no defect stands in the way of, by what would cost most if it were broken. */
export function unverifiedReasons(
  contract: Pick<Contract, 'impacts'>,
  { checks, causes = [] }: Report,
  defects: readonly Defect[],
): readonly UnverifiedReason[] {
  const blocked = new Set(defects.flatMap((defect) => defect.blocked.map(({ id }) => id)))
  const open = checks.filter(({ id, outcome }) => outcome === 'untested' && !blocked.has(id))
  const causeOf = new Map(causes.flatMap((cause) => cause.checks.map((id) => [id, cause] as const)))
  const worst = ({ checks: own }: UnverifiedReason): number =>
    Math.min(...own.map((check) => rankOf(contract, impactOf(contract, check))))
  return byReason(
    open,
    (check) => causeOf.get(check.id)?.text ?? check.reason,
    // What goes back to one thing is verified by what mends that.
    (check) => (causeOf.get(check.id) ?? check).remedy,
  ).toSorted((a, b) => worst(a) - worst(b) || b.checks.length - a.checks.length)
}

/** Each remedy once, with the checks that it would unlock; the one that unlocks most first. */
export function remedies(
  contract: Pick<Contract, 'impacts'>,
  report: Report,
  defects: readonly Defect[],
): readonly (readonly [string, readonly CheckResult[]])[] {
  const found = new Map<string, readonly CheckResult[]>()
  for (const { remedy, checks } of unverifiedReasons(contract, report, defects))
    if (remedy !== undefined) found.set(remedy, [...(found.get(remedy) ?? []), ...checks])
  return [...found].toSorted(([, some], [, others]) => others.length - some.length)
}

/** Checks by why they are open and what would change that, those that wait for one thing together. */
export function byReason(
  checks: readonly CheckResult[],
  reasonOf: (check: CheckResult) => string | undefined = ({ reason }) => reason,
  remedyOf: (check: CheckResult) => string | undefined = ({ remedy }) => remedy,
): readonly UnverifiedReason[] {
  const groups = groupBy(checks, (check) =>
    JSON.stringify([reasonOf(check), remedyOf(check)].map((text = '') => text.slice(0, 500).replaceAll(/\d+/g, 'N'))),
  )
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const remedy = remedyOf(first)
      return {
        reason: reasonOf(first) ?? words.page.noReason,
        ...(remedy !== undefined && { remedy }),
        checks: own,
        clauses: [...new Set(own.map(({ clause }) => clause))],
      }
    })
}

/** What is worth a look, each with the question that the documents leave open: hostile text. */
export function remarksOf({ gaps }: Pick<Report, 'gaps'>): readonly (Remark & { readonly question: string })[] {
  return gaps.flatMap(({ question, worth = [] }) => worth.map((remark) => ({ ...remark, question })))
}

/** Problems that the headline does not tell. */
export function otherProblems({ problems, headline }: Pick<Report, 'problems' | 'headline'>): readonly string[] {
  return problems.filter((problem) => !headline.includes(problem))
}

export function afterAbort({ remedy }: Pick<Report, 'remedy'>): string {
  return remedy === undefined ? words.next.fixAbort : words.next.afterAbort(remedy)
}
