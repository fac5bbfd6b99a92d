import { afterAbort, otherProblems, remarksOf, remedies } from '../../report/unverified.js'
import { againText } from '../../report/checkText.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import type { CheckResult, Report, Verdict } from '../../judge/report.js'
import { alikeFindings, defectsOf, type AlikeFindings, type Defect } from '../../report/defects.js'
import type { Finding } from '../../suite/finding.js'
import { plural, words } from '../../words.js'
import type { Style } from './liveProgress.js'
import { dirname } from 'node:path'
import type { Contract } from '../../contract/contract.js'
import { firstDue } from '../../judge/seen.js'
import { splitHeadline } from '../../judge/verdict.js'
import { exitCodeOf } from '../errorCodes.js'

/** Tells a run in at most twelve lines, and with `--verbose` all of it before them, in the order of the HTML report. */
export function summaryLines(report: Report, options: SummaryOptions): readonly string[] {
  const { style, quiet, verbose, unwritten = false } = options
  const defects = defectsOf(options.contract, report)
  const details =
    verbose && !quiet
      ? [
          ...defects.flatMap((defect) => block(report, defect, options)),
          ...untestedCauses(report, defects, style),
          ...untestedMust(report, style),
          ...otherUntested(report, style),
          ...worthALook(report, style),
          ...remainingBookings(report, options),
          ...otherProblems(report).map((problem) => `note: ${escapeText(problem)}`),
          '',
        ]
      : unwritten
        ? remainingBookings(report, options)
        : []
  return [...details, ...briefLines(report, defects, options)]
}

const heads = { error: 'ERROR', fail: 'FAIL', warn: 'WARN', waived: 'FAIL' } as const
const colours = { error: 'red', fail: 'red', warn: 'yellow', waived: 'yellow' } as const

function block(report: Report, defect: Defect, { style }: SummaryOptions): string[] {
  const { checks, blocked } = defect
  return [
    ...checks.flatMap((check) => checkLines(report, check, defect, style)),
    ...(blocked.length === 0 ? [] : [`  blocks    ${plural(blocked.length, 'more check')}: not checked`]),
  ]
}

function checkLines(report: Report, check: CheckResult, defect: Defect, style: Style): string[] {
  const { outcome, impact, cause } = defect
  const clause = report.clauses.find(({ id }) => id === check.clause)
  const waived = check.waived === undefined ? '' : `  (waived until ${check.waived.until}: ${check.waived.reason})`
  return [
    '',
    `${style(colours[outcome], heads[outcome])}  ${style('bold', check.id)}  ${check.title}${escapeText(waived)}`,
    ...(cause === undefined ? [] : [`  because   ${escapeText(cause.text)} (${cause.checks.length} checks)`]),
    ...(impact === undefined ? [] : [`  means     ${impact.title}`]),
    `  clause    ${check.clause} (${check.level}): ${clause?.text ?? ''}`,
    ...(check.reason === undefined ? [] : [`  reason    ${escapeText(check.reason)}`]),
    ...alikeFindings(check.findings).flatMap(findingLines),
    `  again     ${escapeText(againText(check, report), 1000)}`,
  ]
}

function untestedCauses(report: Report, defects: readonly Defect[], style: Style): string[] {
  const told = new Set(defects.flatMap(({ checks, blocked }) => [...checks, ...blocked].map(({ id }) => id)))
  const causes = (report.causes ?? []).filter(
    ({ outcome, checks }) => outcome === 'untested' && !checks.every((id) => told.has(id)),
  )
  if (causes.length === 0) return []
  return [
    '',
    style('bold', causes.length === 1 ? 'one cause stands in the way' : `${causes.length} causes stand in the way`),
    ...causes.flatMap(({ text, checks, clauses, exchange, remedy }) => [
      `  ${style('yellow', 'untested')}  ${escapeText(text)} (${checks.length} checks${exchange === undefined ? '' : `, first in request ${exchange}`})`,
      `        ${clauses.join(', ')}`,
      ...(remedy === undefined ? [] : [`        do: ${escapeText(remedy)}`]),
    ]),
  ]
}

function findingLines({ finding, others }: AlikeFindings): string[] {
  return [
    `  finding   ${escapeText(finding.message)}`,
    `  expected  ${escapeText(finding.expected)}`,
    `  received  ${escapeText(safeJson(finding.received))}${inBrackets(placeOf(finding))}`,
    ...(others.length === 0 ? [] : [`  likewise  ${others.map(placeOf).join('; ')}`]),
  ]
}

function placeOf({ exchange, pointer }: Pick<Finding, 'exchange' | 'pointer'>): string {
  return [
    ...(exchange === null ? [] : [`request ${exchange}`]),
    ...(pointer === null || pointer === '' ? [] : [`at ${escapeText(pointer, 200)}`]),
  ].join(', ')
}

function inBrackets(place: string): string {
  return place === '' ? '' : `  (${place})`
}

/** The must clauses that nobody can rely on yet, by what stands in the way. */
function untestedMust(report: Report, style: Style): string[] {
  const open = new Set(
    report.clauses.flatMap(({ level, outcome, id }) => (level === 'must' && outcome === 'untested' ? [id] : [])),
  )
  const checks = report.checks.filter(({ outcome, clause }) => outcome === 'untested' && open.has(clause))
  if (checks.length === 0) return []
  const caused = new Set((report.causes ?? []).flatMap((cause) => cause.checks))
  const alone = checks.filter(({ id }) => !caused.has(id))
  return [
    '',
    style('yellow', `${open.size} must ${open.size === 1 ? 'clause' : 'clauses'} could not be verified`),
    ...(alone.length < checks.length ? ['  those of the causes above'] : []),
    ...byReason(alone),
  ]
}

function otherUntested(report: Report, style: Style): string[] {
  const checks = report.checks.filter(
    ({ outcome, level }) => (outcome === 'untested' && level !== 'must') || outcome === 'not-applicable',
  )
  if (checks.length === 0) return []
  return ['', style('dim', `${checks.length} other checks untested or not applicable`), ...byReason(checks)]
}

/** What had to be inferred: shown, never judged. */
function worthALook(report: Report, style: Style): string[] {
  const remarks = remarksOf(report)
  if (remarks.length === 0) return []
  const told = remarks.map((remark) => `  ${escapeText(remark.message)}${inBrackets(placeOf(remark))}`)
  return ['', style('dim', 'worth a look, and not judged'), ...told]
}

function byReason(checks: readonly CheckResult[]): string[] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const key = check.reason ?? 'no reason is known'
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups].flatMap(([reason, group]) => [
    `  ${escapeText(reason)}${group.every(({ allowed }) => allowed === true) ? ' (allowed)' : ''}`,
    ...(group[0]?.remedy === undefined ? [] : [`    do: ${escapeText(group[0].remedy)}`]),
    `    ${[...new Set(group.map(({ clause }) => clause))].join(', ')}`,
  ])
}

function remainingBookings(report: Report, { style, unwritten = false, resume }: SummaryOptions): string[] {
  const held = report.bookings.filter(({ remains }) => remains === 'for-now')
  const left = report.bookings.filter(({ remains }) => remains === 'for-good' || remains === 'unknown')
  if (held.length + left.length === 0) return []
  // Holds end by themselves: their count is enough, unless no file has their names.
  const shown = (unwritten ? [...left, ...held] : left).map((booking) => {
    const name = booking.id === null ? `key ${booking.key ?? 'none'}` : booking.id
    return `  ${escapeText(name, 100)}  ${booking.fate}${booking.note === undefined ? '' : `: ${escapeText(booking.note)}`}`
  })
  const holds =
    held.length === 0
      ? []
      : [`  ${held.length} on hold, which ${held.length === 1 ? 'ends by itself' : 'end by themselves'}`]
  const ended = resume === null ? ['  they ended with the reference service'] : []
  const head = `${held.length + left.length} of ${plural(report.bookings.length, 'booking')} remain on the server`
  return ['', style('bold', head), ...shown, ...holds, ...ended]
}

export interface SummaryOptions {
  readonly style: Style
  readonly quiet: boolean
  readonly verbose: boolean
  /** Files that were written, as they are to be shown. */
  readonly files: readonly string[]
  /** The exit code of the command, where it is not the verdict's own. */
  readonly exit?: number
  /** Not all files could be written: what is left on the target is told here in full. */
  readonly unwritten?: boolean
  /** The command that completes the report once holds have aged, and cancels what is left; null: the target has ended with the run. */
  readonly resume?: string | null
  /** When to come back, where one more moment would not do. */
  readonly visits?: string | null
  readonly baseline?: { readonly line: string; readonly verdict: Verdict }
  readonly contract: Pick<Contract, 'impacts'>
}

/** Failures by title, and characters of a title or a note. */
const [mostFailures, longest] = [3, 160]

/** At most twelve lines, whatever the server does. The report and `--verbose` have the rest. */
export function briefLines(report: Report, defects: readonly Defect[], options: SummaryOptions): readonly string[] {
  const { style, quiet, baseline, files, contract } = options
  const ended = [verdictLine(report, options), ...(baseline === undefined ? [] : [baseline.line])]
  if (quiet) return [...ended, ...reportLine(files)]
  const named = (...outcomes: readonly Defect['outcome'][]): readonly string[] =>
    defects.flatMap(({ outcome, title, checks: [worst, ...others] }) =>
      outcomes.includes(outcome)
        ? [
            `${escapeText(title, longest)} (${worst?.id ?? ''}${others.length === 0 ? '' : ` and ${plural(others.length, 'more check')}`})`,
          ]
        : [],
    )
  const failures = named('error', 'fail')
  return [
    ...ended,
    ...failures.slice(0, mostFailures).map((title) => `failed    ${style('red', title)}`),
    ...(failures.length > mostFailures ? [`          and ${failures.length - mostFailures} more: see the report`] : []),
    ...aside('waived', named('waived')),
    ...(failures.length === 0 ? aside('warning', named('warn')) : []),
    ...aside(
      'note',
      otherProblems(report).map((problem) => escapeText(problem, longest)),
    ),
    ...remainingLines(report, options),
    `next      ${escapeText(nextOf(report, defects, contract))}`,
    `run       ${runInWords(report)}`,
    ...reportLine(files),
  ]
}

function verdictLine(report: Report, { style, exit, baseline }: SummaryOptions): string {
  const { verdict } = report
  const [ending, rest] = splitHeadline(report)
  const colour = ending === 'conforms' ? 'green' : verdict === 'fails' ? 'red' : 'yellow'
  const code = exit ?? exitCodeOf(baseline?.verdict ?? verdict)
  const why = baseline === undefined || baseline.verdict === verdict ? '' : ', by what the baseline does not have'
  return `verdict   ${style(colour, style('bold', ending))}${escapeText(rest)} (exit ${code}${why})`
}

/** The one thing to do that lifts the verdict: mend the worst failure, or else let most checks be judged. */
function nextOf(report: Report, defects: readonly Defect[], contract: SummaryOptions['contract']): string {
  if (report.verdict === 'aborted') return afterAbort(report)
  if (defects.some(({ outcome }) => outcome === 'error')) return words.next.reportCrash
  const mend = (wanted: Defect['outcome']): string | undefined => {
    const impact = defects.find(({ outcome, impact }) => outcome === wanted && impact !== undefined)?.impact
    return impact && `${impact.who}${wanted === 'waived' ? ', before the waiver ends' : ''}: ${impact.next}`
  }
  const [remedy] = remedies(contract, report, defects)
  const unlock = remedy && `${remedy[0]} (unlocks ${plural(remedy[1].length, 'check')})`
  const found = mend('fail') ?? unlock ?? mend('waived')
  if (found !== undefined) return found
  if (report.summary.checks.untested > 0) return words.next.seeWhy
  return report.partial ? words.next.runAll : words.next.runLater
}

function aside(what: string, [first, ...others]: readonly string[]): string[] {
  if (first === undefined) return []
  return [`${what.padEnd(10)}${first}${others.length === 0 ? '' : `, and ${others.length} more`}`]
}

function runInWords({ requests, bookings, durationMs, seed }: Report): string {
  const seconds = (durationMs / 1000).toFixed(1)
  return `${plural(requests, 'request')} in ${seconds} s, ${plural(bookings.length, 'booking')}, seed ${seed}`
}

/** Bookings that remain on the server, and the command that ends them: holds in their time, others at once. */
function remainingLines(report: Report, { resume, visits }: SummaryOptions): string[] {
  const due = firstDue(report)
  if (due !== null) {
    const command = resume ?? 'octospec resume'
    return [
      `holds     ${report.pending.length} still age: ${command} ${visits ?? `from ${due} on`}, or ${command} --wait`,
    ]
  }
  const remaining = report.bookings.filter(({ remains }) => remains !== 'nothing')
  if (remaining.length === 0 || resume === null) return []
  const todo = resume === undefined ? '' : `; ${whatMayEnd(remaining, resume)}`
  return [`bookings  ${remaining.length} of ${report.bookings.length} remain on the server${todo}`]
}

/** No resume ends a booking of which the server says that it cannot be canceled. */
export function whatMayEnd(remaining: Report['bookings'], resume: string): string {
  const open = remaining.filter(({ final }) => final !== true).length
  if (open === 0) return 'none of them can be canceled, as the server says'
  return `to cancel ${open === remaining.length ? 'them' : `${open} of them`}: ${resume}`
}

function reportLine(files: readonly string[]): readonly string[] {
  const page = files.find((file) => file.endsWith('.html')) ?? files[0]
  return page === undefined
    ? []
    : [
        `report    ${page}${files.length === 1 ? '' : ` (${plural(files.length - 1, 'more file')} in ${dirname(page)})`}`,
      ]
}
