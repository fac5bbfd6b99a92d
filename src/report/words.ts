import type { Finding, Remark } from '../suite/finding.js'
import { factOf } from '../judge/findings.js'
import type { Report } from '../judge/report.js'
import { remedyNote } from '../judge/plan.js'

/** With a capital, unless it begins with a name, such as that of a member in camel case. */
export function capital(text: string): string {
  return /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

export interface AlikeFindings {
  readonly finding: Finding
  readonly others: readonly Finding[]
}

/** The findings of a check, each fact once, in the order in which they first came. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = factOf(finding)
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].flatMap(([finding, ...others]) => (finding === undefined ? [] : [{ finding, others }]))
}

/** Problems that the headline does not tell. How to mend what ended a run stands among the next steps. */
export function otherProblems({ problems, headline }: Pick<Report, 'problems' | 'headline'>): readonly string[] {
  return problems.filter((problem) => !problem.startsWith(remedyNote) && !headline.includes(problem))
}

export function afterAbort({ problems }: Pick<Report, 'problems'>): string {
  const remedy = problems.find((problem) => problem.startsWith(remedyNote))
  if (remedy !== undefined) return `${remedy.slice(remedyNote.length)}; then run it again`
  return problems.some((problem) => problem.startsWith('the run took longer than its time limit'))
    ? 'run it again with a longer --time-limit'
    : 'mend what ended the run early, and run it again'
}

/** What is worth a look, each with the question that the documents leave open: hostile text. */
export function remarksOf({ gaps }: Pick<Report, 'gaps'>): readonly (Remark & { readonly question: string })[] {
  return gaps.flatMap(({ question, worth = [] }) => worth.map((remark) => ({ ...remark, question })))
}
