import { escapeText } from '../../contract/escapeText.js'
import type { Contract } from '../../contract/contract.js'
import type { Report } from '../../judge/report.js'
import { defectsOf, type Defect } from '../defects.js'

/** Names of checks in a line. */
const mostNames = 8

/** The defects of a report by the checks that show them: formats with a case a check say with it which cases are one thing. */
export function defectsByCheck(
  contract: Pick<Contract, 'impacts'>,
  report: Pick<Report, 'checks' | 'causes'>,
): ReadonlyMap<string, Defect> {
  return new Map(defectsOf(contract, report).flatMap((defect) => defect.checks.map(({ id }) => [id, defect] as const)))
}

/** A defect as one harmless line, for one of its checks: its number in the HTML report, what it means, what it is, and what shows it as well. */
export function defectText({ number, impact, title, checks, outcome }: Defect, id: string): string {
  const others = checks.flatMap((check) => (check.id === id ? [] : check.id))
  const more = others.length > mostNames ? ` and ${others.length - mostNames} more` : ''
  // What a convention would mean if the documents asked for it is too much said.
  const means = impact === undefined || outcome === 'warn' ? '' : `, ${impact.title}`
  const as = others.length === 0 ? '' : ` (as well: ${others.slice(0, mostNames).join(', ')}${more})`
  return `failure ${number}${means}: ${escapeText(title, 400)}${as}`
}
