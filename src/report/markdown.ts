import type { Contract } from '../contract/contract.js'
import type { CheckResult, Report, Verdict } from '../judge/report.js'
import { endingOf } from '../judge/verdict.js'
import { plural, some, words } from '../words.js'
import { againText, byChapter, changesSince, dayOf, placeText, receivedText, sinceLines } from './checkText.js'
import { alikeFindings, consequences, type Defect, defectsOf } from './defects.js'
import { codeMarkdown, plainMarkdown } from './escape.js'
import { remarksOf, unverifiedClauses, unverifiedReasons, type UnverifiedReason } from './unverified.js'

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

/** A summary for CI in Markdown, as GitHub and others read it: each defect once, the costliest first as in the HTML. */
export function* markdownReport(report: Report, contract: Pick<Contract, 'impacts'>): Generator<string> {
  const { checks, target, requests, bookings, tool, seed, problems } = report
  const defects = defectsOf(contract, report)
  const ended = (outcome: Defect['outcome']): Defect[] => defects.filter((defect) => defect.outcome === outcome)
  const sign = endingOf(report) === report.verdict ? signs[report.verdict] : 'ℹ️'
  yield `## ${sign} octospec: ${plainMarkdown(report.headline)}\n\n`
  yield `Target ${codeMarkdown(target.url)} (${target.environment}), ${requests} requests, ${bookings.length} bookings, `
  yield `${dayOf(report)}, octospec ${plainMarkdown(tool.version)}, seed ${seed}${partOf(report)}.\n\n`
  for (const problem of problems) yield `- ⚠️ ${plainMarkdown(problem)}\n`
  if (report.remedy !== undefined) yield `- ${plainMarkdown(words.check.todo(report.remedy))}\n`
  if (problems.length > 0) yield '\n'
  yield* meaning(defects)
  yield* sinceText(report)
  yield* chapterTable(report)
  yield* cards('Failures', ended('fail'), report)
  yield* listOf(
    'octospec itself broke',
    checks.filter(({ outcome }) => outcome === 'error'),
    ({ id, reason = '' }) => `- \`${id}\`: ${codeMarkdown(reason)}\n`,
  )
  yield* listOf(
    'Waived failures',
    checks.filter(({ waived }) => waived !== undefined),
    ({ id, waived }) =>
      `- \`${id}\` until ${plainMarkdown(waived?.until ?? '')}: ${codeMarkdown(waived?.reason ?? '')}\n`,
  )
  yield* cards('Conventions not followed', ended('warn'), report, true)
  yield* notChecked(contract, report, defects)
  yield* worthALook(report)
}

function partOf({ partial, smoke }: Report): string {
  if (smoke !== undefined) return `, **smoke run**: ${smoke.leftOut} of ${smoke.of} checks were left out`
  return partial ? ', **partial** (`--only`)' : ''
}

/** A part with its heading; folded where few will read it. */
function* block(heading: string, lines: Iterable<string>, folded = false): Generator<string> {
  yield folded ? `<details><summary>${heading}</summary>\n\n` : `### ${heading}\n\n`
  yield* lines
  yield folded ? '\n</details>\n\n' : '\n'
}

function* sinceText({ since }: Report): Generator<string> {
  if (since === undefined) return
  const lines = changesSince(since)
  const nothing = lines.length === 0 ? ` ${words.since.nothing}` : ''
  const named = (ids: readonly string[]): string[] => ids.map((id) => codeMarkdown(id))
  yield* block(`Since the run of ${plainMarkdown(dayOf(since))}`, [
    `It was \`${since.verdict}\`. ${words.since.stillFailing(since.stillFailing)}${nothing}\n\n`,
    ...lines.map(([what, ids]) => `- **${what}**: ${some(named(ids), shownFailures)}\n`),
  ])
}

/** What it means for business, the worst first, and what to do about each. */
function* meaning(defects: readonly Defect[]): Generator<string> {
  const broken = consequences(defects, 'fail')
  if (broken.length === 0) return
  yield* block(
    'What it means',
    broken.map(
      ({ impact: { title, means, who, next } }) =>
        `1. **${plainMarkdown(title)}.** ${plainMarkdown(means)} Next, ${plainMarkdown(who)}: ${plainMarkdown(next)}\n`,
    ),
  )
}

/** Checks that were planned and not observed, by their obstacle. */
function* notChecked(
  contract: Pick<Contract, 'impacts'>,
  report: Report,
  defects: readonly Defect[],
): Generator<string> {
  const { length } = report.checks.filter(({ outcome }) => outcome === 'untested')
  if (length === 0) return
  const reasons = unverifiedReasons(contract, report, defects).slice(0, shownOthers)
  // The number that is given everywhere, beside that of the checks.
  const head = `Not checked: ${plural(unverifiedClauses(report), 'clause')} (${plural(length, 'check')})`
  yield* block(head, reasons.map(reasonText), true)
}

function reasonText({ reason, remedy, checks }: UnverifiedReason): string {
  const named = checks.map(({ id, allowed }) => `\`${id}\`${allowed === true ? ' (allowed)' : ''}`)
  return `- ${codeMarkdown(reason)}${toChange(remedy)}: ${some(named, shownNames)}\n`
}

function toChange(remedy: string | undefined): string {
  return remedy === undefined ? '' : `; to check it: ${codeMarkdown(remedy)}`
}

/** Inferred remarks: shown, never judged. */
function* worthALook(report: Report): Generator<string> {
  const remarks = remarksOf(report)
  if (remarks.length === 0) return
  yield* block(
    `Worth a look, not judged (${plural(remarks.length, 'remark')})`,
    remarks
      .slice(0, shownOthers)
      .map(
        ({ message, exchange, pointer }) =>
          `- ${codeMarkdown(message)}${exchange === null ? '' : `, request ${exchange}`}${pointer ? ` at ${codeMarkdown(pointer)}` : ''}\n`,
      ),
    true,
  )
}

/** A card a defect: its worst check, and the others by name. */
function* cards(title: string, defects: readonly Defect[], report: Report, folded = false): Generator<string> {
  if (defects.length === 0) return
  const shownBy = defects.flatMap(({ checks }) => checks).length
  const more = defects.length - shownFailures
  yield* block(
    `${title} (${plural(defects.length, 'defect')}, ${plural(shownBy, 'check')})`,
    [
      ...defects.slice(0, shownFailures).flatMap((defect) => card(defect, report)),
      ...(more > 0 ? [`- and ${more} more, see report.json\n`] : []),
    ],
    folded,
  )
}

function card({ title, outcome, impact, checks, blocked }: Defect, report: Report): readonly string[] {
  const [worst, ...others] = checks
  if (worst === undefined) return []
  const named = (of: readonly CheckResult[]): string =>
    some(
      of.map(({ id }) => `\`${id}\``),
      shownNames,
    )
  // It is too much to say what it would mean if the documents asked for it.
  const meant = outcome === 'fail' && impact !== undefined ? `: ${plainMarkdown(impact.title)}` : ''
  return [
    `- **${plainMarkdown(title, 300)}**${meant}\n`,
    ...failureLines(worst, report).map((line) => `  ${line}\n`),
    ...(others.length > 0 ? [`  - as well: ${named(others)}\n`] : []),
    ...(blocked.length > 0 ? [`  - not checked because of it: ${named(blocked)}\n`] : []),
  ]
}

function* listOf(
  title: string,
  checks: readonly CheckResult[],
  text: (check: CheckResult) => string,
): Generator<string> {
  if (checks.length === 0) return
  const more = checks.length - shownOthers
  yield* block(`${title} (${plural(checks.length, 'check')})`, [
    ...checks.slice(0, shownOthers).map(text),
    ...(more > 0 ? [`- and ${more} more, see report.json\n`] : []),
  ])
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

function* chapterTable({ checks }: Report): Generator<string> {
  if (checks.length === 0) return
  const outcomes = ['pass', 'fail', 'warn', 'untested', 'not-applicable', 'error'] as const
  yield '| chapter | passed | failed | warnings | not checked | do not apply | broke in octospec |\n|---|--:|--:|--:|--:|--:|--:|\n'
  for (const [chapter, own] of byChapter(checks)) {
    const counts = outcomes.map((outcome) => own.filter((check) => check.outcome === outcome).length)
    yield `| ${[plainMarkdown(chapter), ...counts].join(' | ')} |\n`
  }
  yield '\n'
}
