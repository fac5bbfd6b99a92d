import type { Contract } from '../contract/contract.js'
import { escapeText, safeJson } from '../contract/escapeText.js'
import { words } from '../words.js'
import { isoOf } from '../contract/instant.js'
import type { CheckResult, Outcome, Report } from '../judge/report.js'
import { chapterOf, checkLines, checkMessage, defectsByCheck, profileFile } from './checkText.js'
import type { Defect } from './defects.js'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

const statuses: Readonly<Record<Outcome, Status>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'other',
  untested: 'pending',
  'not-applicable': 'skipped',
  error: 'failed',
}

/**
 * CTRF, the Common Test Report Format. Untested checks are `pending`; broken conventions and waived failures `other`,
 * no failures to consumers. An aborted run is a failure of its own: checks that it did not reach are no success.
 */
export function ctrfReport(report: Report, contract: Pick<Contract, 'impacts'>): string {
  const defects = defectsByCheck(contract, report)
  const checked = report.checks.map((check) => testOf(check, report, defects.get(check.id)))
  const tests = report.verdict === 'aborted' ? [cutShort(report), ...checked] : checked
  const count = (status: Status): number => tests.filter((test) => test.status === status).length
  const start = Date.parse(report.startedAt)
  return `${safeJson(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      timestamp: isoOf(start + report.durationMs),
      generatedBy: `octospec ${report.tool.version}`,
      results: {
        tool: { name: 'octospec', version: report.tool.version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: count('pending'),
          other: count('other'),
          suites: new Set(report.checks.map(({ id }) => chapterOf(id))).size,
          start,
          stop: start + report.durationMs,
        },
        tests,
        environment: { testEnvironment: report.target.environment },
        extra: {
          verdict: report.verdict,
          headline: report.headline,
          problems: report.problems,
          target: report.target.url,
          contract: report.contract,
          seed: report.seed,
        },
      },
    },
    2,
  )}\n`
}

function cutShort(report: Report): ReturnType<typeof testOf> {
  return {
    name: words.check.toTheEnd,
    status: 'failed',
    rawStatus: report.verdict,
    duration: 0,
    suite: ['octospec'],
    filePath: profileFile(report),
    message: escapeText(report.headline, 1000),
  }
}

function testOf(
  check: CheckResult,
  report: Report,
  defect: Defect | undefined,
): { readonly status: Status } & Record<string, unknown> {
  return {
    name: `${check.id}: ${check.title}`,
    status: check.waived === undefined ? statuses[check.outcome] : 'other',
    rawStatus: check.waived === undefined ? check.outcome : `${check.outcome}, waived`,
    duration: check.durationMs ?? 0,
    suite: [chapterOf(check.id)],
    filePath: profileFile(report),
    tags: [check.level],
    ...(check.outcome === 'pass'
      ? {}
      : { message: checkMessage(check), trace: checkLines(check, report, defect).join('\n') }),
    extra: {
      id: check.id,
      clause: check.clause,
      level: check.level,
      scenario: check.scenario,
      judged: check.judged,
      ...(defect !== undefined && { defect: defect.number, impact: defect.impact?.id }),
    },
  }
}
