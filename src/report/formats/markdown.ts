import type { CheckResult, Report, Verdict } from '../../judge/report.js'
import { counts } from '../../judge/verdict.js'
import { alikeFindings } from '../alikeFindings.js'
import { againText, byChapter, dayOf, placeText, receivedText, sinceLines } from './checkText.js'
import { codeMarkdown, plainMarkdown } from './markdownText.js'
import { plural } from '../html/parts.js'
import { unverifiedClauses } from '../html/unverified.js'

const signs: Readonly<Record<Verdict, string>> = {
  conforms: '✅',
  fails: '❌',
  unverified: '❔',
  aborted: '⏹️',
  'suite-error': '💥',
}

/** Failures shown in full; a CI summary is read in ten seconds, and may have one megabyte. */
const shownFailures = 50
const shownOthers = 100

/** A summary for CI in Markdown as GitHub and others read it. */
export function* markdownReport(report: Report): Generator<string> {
  const failed = report.checks.filter(counts)
  const of = (outcome: CheckResult['outcome']): CheckResult[] =>
    report.checks.filter((check) => check.outcome === outcome)
  yield `## ${signs[report.verdict]} octospec: ${plainMarkdown(report.headline)}\n\n`
  yield `Target ${codeMarkdown(report.target.url)} (${report.target.environment}), ${report.requests} requests, ${report.bookings.length} bookings, `
  yield `${dayOf(report)}, octospec ${plainMarkdown(report.tool.version)}, seed ${report.seed}${partOf(report)}.\n\n`
  for (const problem of report.problems) yield `- ⚠️ ${plainMarkdown(problem)}\n`
  if (report.problems.length > 0) yield '\n'
  yield* sinceText(report)
  yield* causesText(report)
  yield* chapterTable(report)
  yield* section('Failures', failed, shownFailures, (check) => failureText(check, report))
  yield* section('Octospec itself broke', of('error'), shownOthers, reasonText)
  yield* section(
    'Waived failures',
    report.checks.filter(({ waived }) => waived !== undefined),
    shownOthers,
    (check) => {
      const { waived } = check
      return `- \`${check.id}\` until ${plainMarkdown(waived?.until ?? '')}: ${codeMarkdown(waived?.reason ?? '')}\n`
    },
  )
  const warned = of('warn').filter(({ waived }) => waived === undefined)
  yield* section('Conventions not followed', warned, shownOthers, (check) => failureText(check, report), true)
  // The number that is given everywhere, beside that of the checks.
  const open = `Could not be verified: ${plural(unverifiedClauses(report), 'clause')}`
  yield* section(open, of('untested'), shownOthers, reasonText, true)
}

function partOf({ partial, smoke }: Report): string {
  if (smoke !== undefined) return `, **smoke run**: ${smoke.leftOut} of ${smoke.of} checks were left out`
  return partial ? ', **partial** (`--only`)' : ''
}

/** What is not as it was in the run before, or in the baseline. */
function* sinceText({ since }: Report): Generator<string> {
  if (since === undefined) return
  const lines = (
    [
      ['new failures', since.newFailures],
      ['mended', since.mended],
      ['no longer verified', since.unverified],
      ['verified now', since.verified],
    ] as const
  ).filter(([, ids]) => ids.length > 0)
  yield `### Since the run of ${plainMarkdown(dayOf(since))}\n\n`
  yield `It was \`${since.verdict}\`; ${since.stillFailing} checks failed then and now${lines.length === 0 ? ', and none ended differently' : ''}.\n\n`
  for (const [what, ids] of lines) {
    const more = ids.length > shownFailures ? `, and ${ids.length - shownFailures} more` : ''
    const named = ids.slice(0, shownFailures).map((id) => codeMarkdown(id))
    yield `- **${what}** (${ids.length}): ${named.join(', ')}${more}\n`
  }
  if (lines.length > 0) yield '\n'
}

/** What stands behind several checks at once, before them. */
function* causesText({ causes = [] }: Report): Generator<string> {
  if (causes.length === 0) return
  yield `### Causes (${causes.length})\n\n`
  for (const { text, outcome, checks, clauses, remedy } of causes.slice(0, shownFailures)) {
    yield `- **${outcome}**, ${checks.length} checks: ${codeMarkdown(text)}${remedy === undefined ? '' : `; to change that: ${codeMarkdown(remedy)}`}\n`
    yield `  <details><summary>${clauses.length} clauses</summary>${clauses.map((clause) => `<code>${plainMarkdown(clause)}</code>`).join(', ')}</details>\n`
  }
  yield '\n'
}

function* section(
  title: string,
  checks: readonly CheckResult[],
  most: number,
  text: (check: CheckResult) => string,
  folded = false,
): Generator<string> {
  if (checks.length === 0) return
  const heading = `${title} (${plural(checks.length, 'check')})`
  yield folded ? `<details><summary>${heading}</summary>\n\n` : `### ${heading}\n\n`
  for (const check of checks.slice(0, most)) yield text(check)
  if (checks.length > most) yield `- and ${checks.length - most} more, see report.json\n`
  yield folded ? '\n</details>\n\n' : '\n'
}

function failureText(check: CheckResult, report: Report): string {
  const clause = report.clauses.find(({ id }) => id === check.clause)
  const lines = [
    `- \`${check.id}\`: ${plainMarkdown(check.title)}`,
    `  - clause \`${check.clause}\` (${check.level}): ${plainMarkdown(clause?.text ?? '')}`,
    ...sinceLines(check, report.since).map((line) => `  - ${plainMarkdown(line)}`),
    ...alikeFindings(check.findings).flatMap(({ finding, others }) => [
      `  - ${codeMarkdown(finding.message)} (${[finding, ...others].map((each) => codeMarkdown(placeText(each))).join(', ')})`,
      `    - expected ${codeMarkdown(finding.expected)}`,
      `    - received ${codeMarkdown(receivedText(finding.received))}`,
    ]),
    `  - again: ${codeMarkdown(againText(check, report), 1000)}`,
  ]
  return `${lines.join('\n')}\n`
}

function reasonText(check: CheckResult): string {
  const remedy = check.remedy === undefined ? '' : `; to change that: ${codeMarkdown(check.remedy)}`
  return `- \`${check.id}\`${check.allowed === true ? ' (allowed)' : ''}: ${codeMarkdown(check.reason ?? '')}${remedy}\n`
}

function* chapterTable({ checks }: Report): Generator<string> {
  if (checks.length === 0) return
  yield '| chapter | pass | fail | warn | untested | not applicable | error |\n|---|--:|--:|--:|--:|--:|--:|\n'
  for (const [chapter, own] of byChapter(checks)) {
    const count = (outcome: CheckResult['outcome']): number => own.filter((check) => check.outcome === outcome).length
    yield `| ${plainMarkdown(chapter)} | ${count('pass')} | ${count('fail')} | ${count('warn')} | ${count('untested')} | ${count('not-applicable')} | ${count('error')} |\n`
  }
  yield '\n'
}
