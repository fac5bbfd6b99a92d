import type { Contract } from '../contract/contract.js'
import type { CheckResult, Report } from '../judge/report.js'
import { counts } from '../judge/verdict.js'
import { words } from '../words.js'
import { byChapter, chapterOf, checkLines, checkMessage, defectsByCheck } from './checkText.js'
import type { Defect } from './defects.js'
import { escapeXml } from './escape.js'

/**
 * JUnit XML: a test suite a chapter, a test case a check, whose text includes its defect. A failure that counts is
 * `<failure>`, octospec's own fault `<error>`; an untested, not applicable or waived check `<skipped>`. A broken
 * convention passes with a `<system-out>`. An aborted run is an `<error>`: unreached checks are no success.
 */
export function* junitReport(report: Report, contract: Pick<Contract, 'impacts'>): Generator<string> {
  const defects = defectsByCheck(contract, report)
  const { checks, verdict, durationMs } = report
  const cut = verdict === 'aborted' ? 1 : 0
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'octospec', ...tally(checks, cut), time: seconds(durationMs) })}>\n`
  if (cut > 0) yield cutShort(report)
  let about = checks.length === 0 ? '' : properties(report)
  for (const [chapter, own] of byChapter(checks)) {
    const time = seconds(own.reduce((sum, check) => sum + (check.durationMs ?? 0), 0))
    // A suite has it, and all suites together have not: Jenkins' schema knows no such attribute of theirs.
    const skipped = count(own, 'skipped')
    yield `  <testsuite${attributes({ name: chapter, ...tally(own), skipped, time })}>\n${about}`
    about = ''
    for (const check of own) yield testCase(check, report, defects.get(check.id))
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

function attributes(named: Readonly<Record<string, string | number>>): string {
  return Object.entries(named)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

function properties({ verdict, headline, target, startedAt, tool, contract, seed }: Report): string {
  const named = {
    verdict,
    headline,
    target: target.url,
    // An attribute of the suites elsewhere; Surefire's schema knows none.
    startedAt,
    octospec: tool.version,
    contract: contract.sha256,
    seed,
  }
  const lines = Object.entries(named).map(([name, value]) => `      <property${attributes({ name, value })}/>\n`)
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

function testCase(check: CheckResult, report: Report, defect: Defect | undefined): string {
  const { id, title, clause, outcome, durationMs } = check
  const named = { classname: `octospec.${chapterOf(id)}`, name: `${id}: ${title}`, time: seconds(durationMs) }
  const head = `    <testcase${attributes(named)}`
  const kind = kindOf(check)
  if (kind === 'passed' && outcome === 'pass') return `${head}/>\n`
  const text = escapeXml(checkLines(check, report, defect).join('\n'))
  const message = checkMessage(check)
  const bodies: Readonly<Record<Kind, string>> = {
    failure: `<failure${attributes({ type: clause, message })}>${text}</failure>`,
    error: `<error${attributes({ type: 'octospec', message })}>${text}</error>`,
    skipped: `<skipped${attributes({ message: skipReason(check) })}/>`,
    passed: `<system-out>warning: ${text}</system-out>`,
  }
  return `${head}>\n      ${bodies[kind]}\n    </testcase>\n`
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'

function kindOf(check: CheckResult): Kind {
  if (check.waived !== undefined) return 'skipped'
  if (counts(check)) return 'failure'
  if (check.outcome === 'error') return 'error'
  return check.outcome === 'untested' || check.outcome === 'not-applicable' ? 'skipped' : 'passed'
}

function skipReason({ waived, outcome, reason = '', remedy }: CheckResult): string {
  if (waived !== undefined) return words.check.waived(waived.until, waived.reason)
  // The two outcomes that are skipped and not waived.
  const ended = outcome === 'untested' ? 'untested' : 'not-applicable'
  return `${words.outcome[ended]}: ${reason}${remedy === undefined ? '' : `; ${remedy}`}`
}

function cutShort(report: Report): string {
  const message = report.headline
  return `  <testsuite${attributes({ name: 'octospec', ...tally([], 1), skipped: 0, time: '0.000' })}>
${report.checks.length === 0 ? properties(report) : ''}    <testcase${attributes({ classname: 'octospec', name: words.check.toTheEnd, time: '0.000' })}>
      <error${attributes({ type: 'octospec', message })}>${escapeXml(message)}</error>
    </testcase>
  </testsuite>
`
}

/** @param more errors that are of no check */
function tally(checks: readonly CheckResult[], more = 0): Readonly<Record<'tests' | 'failures' | 'errors', number>> {
  return { tests: checks.length + more, failures: count(checks, 'failure'), errors: count(checks, 'error') + more }
}

function count(checks: readonly CheckResult[], kind: Kind): number {
  return checks.filter((check) => kindOf(check) === kind).length
}

function seconds(milliseconds = 0): string {
  return (milliseconds / 1000).toFixed(3)
}
