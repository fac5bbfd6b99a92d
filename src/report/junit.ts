import type { Contract } from '../contract/contract.js'
import type { CheckResult, Report } from '../judge/report.js'
import { counts } from '../judge/verdict.js'
import { byChapter, chapterOf, checkLines, checkMessage, defectsByCheck } from './checkText.js'
import type { Defect } from './defects.js'
import { escapeXml } from './escape.js'

/**
 * JUnit XML: a test suite a chapter, a test case a check, whose text names the defect that it shows. A failure that counts is `<failure>`, octospec's own fault `<error>`;
 * what was not tested, is not applicable or is waived is `<skipped>`; a broken convention passes and says so in `<system-out>`. A run
 * that was aborted is an `<error>` of its own: what it did not get to is no success.
 */
export function* junitReport(report: Report, contract: Pick<Contract, 'impacts'>): Generator<string> {
  const defects = defectsByCheck(contract, report)
  const chapters = byChapter(report.checks)
  const cut = report.verdict === 'aborted' ? 1 : 0
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="octospec"${tally(report.checks, cut)} time="${seconds(report.durationMs)}">\n`
  if (cut > 0) yield cutShort(report)
  for (const [chapter, checks] of chapters) {
    yield `  <testsuite name="${escapeXml(chapter)}"${tally(checks)}${skippedOf(checks)} time="${seconds(timeOf(checks))}">\n`
    if (chapter === chapterOf(report.checks[0]?.id ?? '')) yield properties(report)
    for (const check of checks) yield testCase(check, report, defects.get(check.id))
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

function properties(report: Report): string {
  const named = {
    verdict: report.verdict,
    headline: report.headline,
    target: report.target.url,
    // An attribute of the suites elsewhere; Surefire's schema knows none.
    startedAt: report.startedAt,
    octospec: report.tool.version,
    contract: report.contract.sha256,
    seed: String(report.seed),
  }
  const lines = Object.entries(named).map(
    ([name, value]) => `      <property name="${name}" value="${escapeXml(value)}"/>\n`,
  )
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

function testCase(check: CheckResult, report: Report, defect: Defect | undefined): string {
  const head = `    <testcase classname="${escapeXml(`octospec.${chapterOf(check.id)}`)}" name="${escapeXml(`${check.id}: ${check.title}`)}" time="${seconds(check.durationMs)}"`
  const message = escapeXml(checkMessage(check))
  const text = escapeXml(checkLines(check, report, defect).join('\n'))
  switch (kindOf(check)) {
    case 'failure':
      return `${head}>\n      <failure type="${escapeXml(check.clause)}" message="${message}">${text}</failure>\n    </testcase>\n`
    case 'error':
      return `${head}>\n      <error type="octospec" message="${message}">${text}</error>\n    </testcase>\n`
    case 'skipped':
      return `${head}>\n      <skipped message="${escapeXml(skipReason(check))}"/>\n    </testcase>\n`
    case 'passed':
      return check.outcome === 'pass'
        ? `${head}/>\n`
        : `${head}>\n      <system-out>warning: ${text}</system-out>\n    </testcase>\n`
  }
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'

function kindOf(check: CheckResult): Kind {
  if (check.waived !== undefined) return 'skipped'
  if (counts(check)) return 'failure'
  if (check.outcome === 'error') return 'error'
  return check.outcome === 'untested' || check.outcome === 'not-applicable' ? 'skipped' : 'passed'
}

function skipReason(check: CheckResult): string {
  if (check.waived !== undefined) return `waived until ${check.waived.until}: ${check.waived.reason}`
  return `${check.outcome}: ${check.reason ?? ''}${check.remedy === undefined ? '' : `; ${check.remedy}`}`
}

function cutShort(report: Report): string {
  const message = escapeXml(report.headline)
  return `  <testsuite name="octospec"${tally([], 1)} skipped="0" time="0.000">
${report.checks.length === 0 ? properties(report) : ''}    <testcase classname="octospec" name="the run comes to its end" time="0.000">
      <error type="octospec" message="${message}">${message}</error>
    </testcase>
  </testsuite>
`
}

/** @param more errors that are of no check */
function tally(checks: readonly CheckResult[], more = 0): string {
  return ` tests="${checks.length + more}" failures="${count(checks, 'failure')}" errors="${count(checks, 'error') + more}"`
}

/** A suite has it, and all suites together have not: Jenkins' schema knows no such attribute of theirs. */
function skippedOf(checks: readonly CheckResult[]): string {
  return ` skipped="${count(checks, 'skipped')}"`
}

function count(checks: readonly CheckResult[], kind: Kind): number {
  return checks.filter((check) => kindOf(check) === kind).length
}

function timeOf(checks: readonly CheckResult[]): number {
  return checks.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
}

function seconds(milliseconds = 0): string {
  return (milliseconds / 1000).toFixed(3)
}
