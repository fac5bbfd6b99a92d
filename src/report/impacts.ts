import type { Contract } from '../contract/contract.js'
import type { Impact } from '../contract/clause.js'
import { matchesGlob } from '../judge/plannedChecks.js'
import type { CheckResult } from '../judge/report.js'
import type { Json } from '../profile/profile.js'

type Broken = Pick<CheckResult, 'clause' | 'findings'>

/** What a broken clause means for a business; undefined where the documents do not say. */
export function impactOf(contract: Pick<Contract, 'impacts'>, check: Broken): Impact | undefined {
  return impactByField(contract, check) ?? ofClause(contract, check)
}

/** What it means by the field that is wrong, where the clause says nothing of it. */
export function impactByField(contract: Pick<Contract, 'impacts'>, check: Broken): Impact | undefined {
  const [finding] = check.findings
  if (finding?.field === undefined || !isIn(ofClause(contract, check)?.byField, check)) return undefined
  const { field, received: is, before } = finding
  const was = before?.value
  const impact = contract.impacts.find(({ fields = [] }) => fields.includes(field))
  // What was nothing before is not lost.
  if (impact?.orGone === true) return was === null ? undefined : impact
  // What is not there at all is no wrong amount, nor is the same one as a text.
  const isSame = was !== undefined && [was, is].every(isAmount) && Number(was) === Number(is)
  return was === null || is === null || isSame ? undefined : impact
}

function isAmount(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]{1,20}$/.test(value))
}

/** Whether the clause is about several requests together, so that it says less than another that the same defect breaks. */
export function isAside(contract: Pick<Contract, 'impacts'>, check: Broken): boolean {
  return isIn(ofClause(contract, { ...check, findings: [] })?.aside, check)
}

function isIn(patterns: readonly string[] = [], { clause }: Broken): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, clause))
}

/** Of the impacts of a service, that of each clause that was asked for: a report asks for the same ones by the thousand. */
const known = new WeakMap<readonly Impact[], Map<string, Impact | undefined>>()

function ofClause(
  { impacts }: Pick<Contract, 'impacts'>,
  { clause: own, findings: [first] }: Broken,
): Impact | undefined {
  const clause = first?.breaks ?? own
  const ofClauses = known.get(impacts) ?? new Map<string, Impact | undefined>()
  known.set(impacts, ofClauses)
  if (!ofClauses.has(clause)) ofClauses.set(clause, bestFit(impacts, clause))
  return ofClauses.get(clause)
}

function bestFit(impacts: readonly Impact[], clause: string): Impact | undefined {
  const fits = impacts.map((impact) => ({ impact, length: longestFit(impact, clause) }))
  const most = Math.max(...fits.map(({ length }) => length))
  return most < 0 ? undefined : fits.find(({ length }) => length === most)?.impact
}

/** How much of an id the pattern names that names most of it; -1: none of them fits. */
function longestFit({ clauses }: Impact, clause: string): number {
  return Math.max(-1, ...clauses.flatMap((pattern) => (matchesGlob(pattern, clause) ? [pattern.length] : [])))
}

/** How bad it is, 0 is the worst. */
export function rankOf({ impacts }: Pick<Contract, 'impacts'>, impact: Impact | undefined): number {
  return impact === undefined ? impacts.length : impacts.indexOf(impact)
}
