import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import { safeJson } from '../../contract/escapeText.js'
import { chapterOf, checkLines, profileFile } from './checkText.js'

/**
 * SARIF 2.1.0: the clauses are the rules, a failed or warned check is a result. Its place is the profile of the target, as there is
 * no source code of the target to point at; the exchange and the pointer are the logical location.
 */
export function sarifReport(report: Report): string {
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
          results: wrong.map((check) => resultOf(check, ruleAt.get(check.clause) ?? -1, file, report)),
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

function resultOf(check: CheckResult, ruleIndex: number, uri: string, report: Report): object {
  return {
    ruleId: check.clause,
    ruleIndex,
    level: check.outcome === 'warn' ? 'warning' : 'error',
    kind: 'fail',
    message: { text: [`${check.id}: ${check.title}`, ...checkLines(check, report)].join('\n') },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri, index: 0 }, region: { startLine: 1 } },
        logicalLocations: check.findings.map(({ exchange, pointer }) => ({
          fullyQualifiedName: `${chapterOf(check.id)}/exchange-${exchange ?? 'none'}${pointer ?? ''}`,
          kind: 'object',
        })),
      },
    ],
    partialFingerprints: { 'octospecCheck/v1': createHash('sha256').update(check.id).digest('hex') },
    ...(check.waived === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: check.waived.reason }] }),
    ...(report.since !== undefined &&
      check.outcome === 'fail' && {
        baselineState: report.since.newFailures.includes(check.id) ? 'new' : 'unchanged',
      }),
    properties: { check: check.id, outcome: check.outcome },
  }
}

/** A relative file stays relative, so that a code host finds it in the repository. */
function fileUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return encodeURI(file.replaceAll('\\', '/').replace(/^\.\//, '')).replaceAll(/[?#]/g, encodeURIComponent)
}
