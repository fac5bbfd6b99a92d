import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract } from '../../contract/contract.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import { safeJson } from '../../contract/escapeText.js'
import type { Defect } from '../defects.js'
import { defectsByCheck } from './defectText.js'
import { chapterOf, checkLines, profileFile } from './checkText.js'

/**
 * SARIF 2.1.0: the clauses are the rules, a failed or warned check is a result. Its place is the profile of the target, as there is
 * no source code of the target to point at; the exchange and the pointer are the logical location.
 */
export function sarifReport(report: Report, contract: Pick<Contract, 'impacts'>): string {
  const defects = defectsByCheck(contract, report)
  const wrong = report.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
  const rules = report.clauses.filter(({ id }) => report.checks.some(({ clause }) => clause === id))
  const ruleAt = new Map(rules.map(({ id }, index) => [id, index]))
  const file = fileUri(profileFile(report))
  return `${safeJson(
    {
      $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'octospec',
              version: report.tool.version,
              semanticVersion: report.tool.version,
              informationUri: 'https://www.npmjs.com/package/octospec',
              rules: rules.map(ruleOf),
            },
          },
          invocations: [
            {
              executionSuccessful: report.verdict !== 'suite-error' && report.verdict !== 'aborted',
              startTimeUtc: report.startedAt,
              endTimeUtc: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
              toolExecutionNotifications: [
                ...(report.verdict === 'aborted' ? [{ level: 'error', message: { text: report.headline } }] : []),
                ...report.problems.map((text) => ({ level: 'warning', message: { text } })),
              ],
            },
          ],
          artifacts: [{ location: { uri: file }, description: { text: 'the profile of the target' } }],
          columnKind: 'utf16CodeUnits',
          results: wrong.map((check) => ({
            ...resultOf(check, report, defects.get(check.id)),
            ruleIndex: ruleAt.get(check.clause) ?? -1,
            locations: [locationOf(check, file)],
          })),
          properties: { verdict: report.verdict, headline: report.headline, target: report.target.url },
        },
      ],
    },
    2,
  )}\n`
}

function ruleOf({ id, text, level, section }: ClauseResult): object {
  return {
    id,
    shortDescription: { text },
    fullDescription: { text: `Section ${section} of the documents, level ${level}: ${text}` },
    help: { text: `octospec explain ${id}` },
    defaultConfiguration: { level: level === 'convention' ? 'warning' : 'error' },
    properties: { level, section },
  }
}

function locationOf({ id, findings }: CheckResult, uri: string): object {
  return {
    physicalLocation: { artifactLocation: { uri, index: 0 }, region: { startLine: 1 } },
    logicalLocations: findings.map(({ exchange, pointer }) => ({
      fullyQualifiedName: `${chapterOf(id)}/exchange-${exchange ?? 'none'}${pointer ?? ''}`,
      kind: 'object',
    })),
  }
}

function resultOf(check: CheckResult, report: Report, defect: Defect | undefined): object {
  return {
    ruleId: check.clause,
    level: check.outcome === 'warn' ? 'warning' : 'error',
    kind: 'fail',
    message: { text: [`${check.id}: ${check.title}`, ...checkLines(check, report, defect)].join('\n') },
    partialFingerprints: { 'octospecCheck/v1': createHash('sha256').update(check.id).digest('hex') },
    ...(check.waived === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: check.waived.reason }] }),
    ...(report.since !== undefined &&
      check.outcome === 'fail' && {
        baselineState: report.since.newFailures.includes(check.id) ? 'new' : 'unchanged',
      }),
    properties: { check: check.id, outcome: check.outcome, ...(defect !== undefined && { defect: defect.number }) },
  }
}

/** A relative file stays relative, so that a code host finds it in the repository. */
function fileUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return encodeURI(file.replaceAll('\\', '/').replace(/^\.\//, '')).replaceAll(/[?#]/g, encodeURIComponent)
}
