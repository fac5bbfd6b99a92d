import {
  afterAbort,
  byReason,
  otherProblems,
  remarksOf,
  remedies,
  unverifiedClauses,
  unverifiedReasons,
  type UnverifiedReason,
} from '../../report/unverified.js'
import { checkLines, placeText } from '../../report/checkText.js'
import { escapeText } from '../../contract/escapeText.js'
import type { Report, Verdict } from '../../judge/report.js'
import { defectsOf, type Defect } from '../../report/defects.js'
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
          ...defects.flatMap((defect) => defectLines(report, defect, style)),
          ...openLines(report, defects, options),
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

function defectLines(report: Report, { checks, blocked, outcome, ...defect }: Defect, style: Style): string[] {
  return [
    ...checks.flatMap((check) => [
      '',
      `${style(colours[outcome], heads[outcome])}  ${style('bold', check.id)}  ${check.title}`,
      ...checkLines(check, report, { checks, blocked, outcome, ...defect }).map((line) => `  ${line}`),
    ]),
    ...(blocked.length === 0 ? [] : [`  blocks    ${plural(blocked.length, 'more check')}: not checked`]),
  ]
}

/** Checks that were planned and not observed, and those that do not apply, by their obstacle. */
function openLines(report: Report, defects: readonly Defect[], { style, contract }: SummaryOptions): string[] {
  const reasons = unverifiedReasons(contract, report, defects)
  const aside = byReason(report.checks.filter(({ outcome }) => outcome === 'not-applicable'))
  const head = `${plural(unverifiedClauses(report), 'clause')} not checked`
  return [
    ...(reasons.length === 0 ? [] : ['', style('yellow', head), ...reasons.flatMap(reasonLines)]),
    ...(aside.length === 0 ? [] : ['', style('dim', 'not applicable'), ...aside.flatMap(reasonLines)]),
  ]
}

function reasonLines({ reason, remedy, checks, clauses }: UnverifiedReason): string[] {
  return [
    `  ${escapeText(reason)}${checks.every(({ allowed }) => allowed === true) ? ' (allowed)' : ''}`,
    ...(remedy === undefined ? [] : [`    do: ${escapeText(remedy)}`]),
    `    ${clauses.join(', ')}`,
  ]
}

/** Inferred remarks: shown, never judged. */
function worthALook(report: Report, style: Style): string[] {
  const remarks = remarksOf(report)
  if (remarks.length === 0) return []
  const told = remarks.map((remark) => `  ${escapeText(remark.message)} (${placeText(remark)})`)
  return ['', style('dim', 'worth a look, and not judged'), ...told]
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
  /** Command that completes the report once holds have aged, and cancels what is left; null: the server ended. */
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

/** The one thing to do that lifts the verdict: fix the worst failure, or else let most checks be judged. */
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
