import type { Contract } from '../contract/contract.js'
import { escapeText } from '../contract/escapeText.js'
import type { Report } from '../judge/report.js'
import { words } from '../words.js'
import { defectsOf, type Defect } from './defects.js'
import { checkLines, profileFile } from './checkText.js'

/** GitHub shows ten of a kind in one step, and says nothing of the rest. */
const most = 10

/**
 * Workflow commands for GitHub Actions, one a line: an error for each defect that counts or is octospec's own, a
 * warning for each problem of the run and broken convention; the costliest first. They point at the profile.
 */
export function githubAnnotations(report: Report, contract: Pick<Contract, 'impacts'>): readonly string[] {
  const defects = defectsOf(contract, report)
  const errors = defects.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
  const warnings = defects.filter(({ outcome }) => outcome === 'warn')
  const ofDefects = (kind: Kind, found: readonly Defect[], room: number): string[] => {
    const shown = found.length > room ? found.slice(0, Math.max(room - 1, 0)) : found
    const lines = shown.flatMap((defect) => {
      const [worst] = defect.checks
      if (worst === undefined) return []
      // It is too much to say what a convention would mean if the documents asked for it.
      const means = kind === 'warning' ? undefined : defect.impact?.title
      const title = means === undefined ? worst.id : `${means} (${worst.id})`
      return annotation(kind, title, checkLines(worst, report, defect).join('\n'), profileFile(report))
    })
    const rest = found.length - shown.length
    return rest === 0
      ? lines
      : [...lines, annotation(kind, 'octospec', words.check.more(rest, escapeText(report.headline, 1000)))]
  }
  // The cause of an aborted run is no warning: nothing else explains the exit code.
  const ended = report.verdict === 'aborted' ? [annotation('error', 'octospec', escapeText(report.headline, 1000))] : []
  const told = [...report.problems, ...(report.remedy === undefined ? [] : [words.check.todo(report.remedy)])]
    .filter((problem) => ended.length === 0 || !report.headline.includes(problem))
    .slice(0, 5)
    .map((problem) => annotation('warning', 'octospec', escapeText(problem, 1000)))
  return [
    ...ended,
    ...ofDefects('error', errors, most - ended.length),
    ...told,
    ...ofDefects('warning', warnings, most - told.length),
  ]
}

type Kind = 'error' | 'warning' | 'notice'

function annotation(kind: Kind, title: string, message: string, file = ''): string {
  const named = { ...(file === '' ? {} : { file, line: '1' }), title }
  const properties = Object.entries(named).map(([name, value]) => `${name}=${escapeProperty(value)}`)
  return `::${kind} ${properties.join(',')}::${escapeData(message)}`
}

// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
