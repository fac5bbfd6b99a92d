import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { counts } from '../../judge/verdict.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { checkLines } from './checkText.js'
import { defectsByCheck } from './defectText.js'

/**
 * TAP 14. What was not tested or is not applicable is `# SKIP`; a broken convention and a waived failure are `# TODO`, which
 * readers of TAP do not count as failures. A run that was aborted ends with `Bail out!`: what it did not get to is no success.
 */
export function* tapReport(report: Report, contract: Pick<Contract, 'impacts'>): Generator<string> {
  const defects = defectsByCheck(contract, report)
  yield `TAP version 14\n1..${report.checks.length}\n# ${line(report.headline)}\n`
  for (const [at, check] of report.checks.entries()) {
    const bad = check.outcome === 'fail' || check.outcome === 'warn' || check.outcome === 'error'
    yield `${bad ? 'not ok' : 'ok'} ${at + 1} - ${line(`${check.id}: ${check.title}`)}${directive(check) || ` # time=${check.durationMs ?? 0}ms`}\n`
    if (!bad) continue
    const told = {
      duration_ms: check.durationMs ?? 0,
      clause: check.clause,
      level: check.level,
      outcome: check.outcome,
      lines: checkLines(check, report, defects.get(check.id)),
    }
    // JSON is YAML, and safe JSON stays on its line.
    yield `  ---\n${Object.entries(told)
      .map(([name, value]) => `  ${name}: ${safeJson(value)}\n`)
      .join('')}  ...\n`
  }
  if (report.verdict === 'aborted') {
    const why = report.problems[0] ?? 'the run was cut short'
    yield `Bail out! ${line(why.replaceAll(/[\r\n]+/g, ' '))}\n`
  }
}

function directive(check: CheckResult): string {
  if (check.waived !== undefined) return ` # TODO waived until ${line(`${check.waived.until}: ${check.waived.reason}`)}`
  if (check.outcome === 'warn' && !counts(check)) return ' # TODO a convention, which the documents do not demand'
  if (check.outcome === 'untested' || check.outcome === 'not-applicable')
    return ` # SKIP ${check.outcome}: ${line(check.reason ?? '')}`
  return ''
}

function line(text: string): string {
  return escapeText(text, 1000).replaceAll(/[\\#]/g, (character) => `\\${character}`)
}
