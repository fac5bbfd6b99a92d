import type { Contract } from '../contract/contract.js'
import type { CheckResult, Report, Verdict } from '../judge/report.js'
import { endingOf } from '../judge/verdict.js'
import { againText, byChapter, dayOf, placeText, receivedText, sinceLines } from './checkText.js'
import { type Defect, defectsOf } from './defects.js'
import { codeMarkdown, plainMarkdown } from './escape.js'
import { consequences } from './page/masthead.js'
import { plural } from './page/parts.js'
import { unverifiedClauses } from './page/unverified.js'
import { alikeFindings, remarksOf } from './words.js'

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
/** Names in a line. */
const shownNames = 20

/** A summary for CI in Markdown as GitHub and others read it: as in the HTML each defect once, the one first that costs most. */
export function* markdownReport(report: Report, contract: Pick<Contract, 'impacts'>): Generator<string> {
  const defects = defectsOf(contract, report)
  const ended = (outcome: Defect['outcome']): Defect[] => defects.filter((defect) => defect.outcome === outcome)
  const of = (outcome: CheckResult['outcome']): CheckResult[] =>
    report.checks.filter((check) => check.outcome === outcome)
  const sign = endingOf(report) === report.verdict ? signs[report.verdict] : 'ℹ️'
  yield `## ${sign} octospec: ${plainMarkdown(report.headline)}\n\n`
  yield `Target ${codeMarkdown(report.target.url)} (${report.target.environment}), ${report.requests} requests, ${report.bookings.length} bookings, `
  yield `${dayOf(report)}, octospec ${plainMarkdown(report.tool.version)}, seed ${report.seed}${partOf(report)}.\n\n`
  for (const problem of report.problems) yield `- ⚠️ ${plainMarkdown(problem)}\n`
  if (report.problems.length > 0) yield '\n'
  yield* meaning(defects)
  yield* sinceText(report)
  yield* chapterTable(report)
  yield* cards('Failures', ended('fail'), report)
  yield* inTheWay(report, defects)
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
  yield* cards('Conventions not followed', ended('warn'), report, true)
  // The number that is given everywhere, beside that of the checks.
  const open = `Could not be verified: ${plural(unverifiedClauses(report), 'clause')}`
  yield* section(open, of('untested'), shownOthers, reasonText, true)
  yield* worthALook(report)
}

function partOf({ partial, smoke }: Report): string {
  if (smoke !== undefined) return `, **smoke run**: ${smoke.leftOut} of ${smoke.of} checks were left out`
  return partial ? ', **partial** (`--only`)' : ''
}

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

/** What it means for business, the worst first, and what to do about each. */
function* meaning(defects: readonly Defect[]): Generator<string> {
  const broken = consequences(defects, 'fail')
  if (broken.length === 0) return
  yield '### What it means\n\n'
  for (const { impact } of broken)
    yield `1. **${plainMarkdown(impact.title)}.** ${plainMarkdown(impact.means)} Next, ${plainMarkdown(impact.who)}: ${plainMarkdown(impact.next)}\n`
  yield '\n'
}

function* inTheWay({ causes = [] }: Report, defects: readonly Defect[]): Generator<string> {
  const told = new Set(defects.flatMap(({ checks, blocked }) => [...checks, ...blocked].map(({ id }) => id)))
  const open = causes.filter(({ outcome, checks }) => outcome === 'untested' && !checks.every((id) => told.has(id)))
  if (open.length === 0) return
  yield `### In the way (${open.length})\n\n`
  for (const { text, checks, clauses, remedy } of open.slice(0, shownFailures)) {
    yield `- ${plural(checks.length, 'check')}: ${codeMarkdown(text)}${remedy === undefined ? '' : `; to change that: ${codeMarkdown(remedy)}`}\n`
    yield `  <details><summary>${plural(clauses.length, 'clause')}</summary>${clauses.map((clause) => `<code>${plainMarkdown(clause)}</code>`).join(', ')}</details>\n`
  }
  yield '\n'
}

/** What had to be inferred: shown, never judged. */
function* worthALook(report: Report): Generator<string> {
  const remarks = remarksOf(report)
  if (remarks.length === 0) return
  yield `<details><summary>Worth a look, not judged (${plural(remarks.length, 'remark')})</summary>\n\n`
  for (const { message, exchange, pointer } of remarks.slice(0, shownOthers))
    yield `- ${codeMarkdown(message)}${exchange === null ? '' : `, exchange ${exchange}`}${pointer ? ` at ${codeMarkdown(pointer)}` : ''}\n`
  yield '\n</details>\n\n'
}

/** A card a defect: its worst check, and the others by name. */
function* cards(title: string, defects: readonly Defect[], report: Report, folded = false): Generator<string> {
  if (defects.length === 0) return
  const heading = `${title} (${plural(defects.length, 'defect')}, ${plural(defects.flatMap(({ checks }) => checks).length, 'check')})`
  yield folded ? `<details><summary>${heading}</summary>\n\n` : `### ${heading}\n\n`
  for (const { title: what, outcome, impact, checks, blocked } of defects.slice(0, shownFailures)) {
    const [worst, ...others] = checks
    if (worst === undefined) continue
    // What it would mean if the documents asked for it is too much said.
    const meant = outcome === 'fail' && impact !== undefined ? `: ${plainMarkdown(impact.title)}` : ''
    yield `- **${plainMarkdown(what, 300)}**${meant}\n`
    for (const line of failureLines(worst, report)) yield `  ${line}\n`
    if (others.length > 0) yield `  - as well: ${named(others)}\n`
    if (blocked.length > 0) yield `  - could not be verified because of it: ${named(blocked)}\n`
  }
  if (defects.length > shownFailures) yield `- and ${defects.length - shownFailures} more, see report.json\n`
  yield folded ? '\n</details>\n\n' : '\n'
}

function named(checks: readonly CheckResult[]): string {
  const shown = checks.slice(0, shownNames).map(({ id }) => `\`${id}\``)
  return `${shown.join(', ')}${checks.length > shownNames ? ` and ${checks.length - shownNames} more` : ''}`
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

function failureLines(check: CheckResult, report: Report): readonly string[] {
  const clause = report.clauses.find(({ id }) => id === check.clause)
  return [
    `- check \`${check.id}\`: ${plainMarkdown(check.title)}`,
    `- clause \`${check.clause}\` (${check.level}): ${plainMarkdown(clause?.text ?? '')}`,
    ...sinceLines(check, report.since).map((line) => `- ${plainMarkdown(line)}`),
    ...alikeFindings(check.findings).flatMap(({ finding, others }) => [
      `- ${codeMarkdown(finding.message)} (${[finding, ...others].map((each) => codeMarkdown(placeText(each))).join(', ')})`,
      `  - expected ${codeMarkdown(finding.expected)}`,
      `  - received ${codeMarkdown(receivedText(finding.received))}`,
    ]),
    `- again: ${codeMarkdown(againText(check, report), 1000)}`,
  ]
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
