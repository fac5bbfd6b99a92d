import { dirname } from 'node:path'
import type { Contract } from '../../contract/contract.js'
import { escapeText } from '../../contract/escapeText.js'
import { firstDue } from '../../judge/bookingFates.js'
import type { Report, Verdict } from '../../judge/report.js'
import { splitHeadline } from '../../judge/verdict.js'
import { afterAbort, otherProblems } from '../../report/words.js'
import type { Defect } from '../../report/defects.js'
import { remedies } from '../../report/html/unverified.js'
import { plural } from '../../report/html/parts.js'
import { exitCodeOf } from '../errorCodes.js'
import type { Style } from './style.js'

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

/** The one thing to do that lets most checks be judged; where nothing does, what the worst failure asks for. */
function nextOf(report: Report, defects: readonly Defect[], contract: SummaryOptions['contract']): string {
  if (report.verdict === 'aborted') return afterAbort(report)
  if (defects.some(({ outcome }) => outcome === 'error')) return 'report to octospec what broke in it'
  const [remedy] = remedies(contract, report, defects)
  const [worst] = defects.filter(({ outcome, impact }) => outcome === 'fail' && impact !== undefined)
  if (remedy !== undefined && remedy[1].length > (worst?.blocked.length ?? 0))
    return `${remedy[0]} (unlocks ${plural(remedy[1].length, 'check')})`
  const [waived] = defects.filter(({ outcome }) => outcome === 'waived')
  const { impact } = worst ?? waived ?? {}
  if (impact !== undefined)
    return `${impact.who}${worst === undefined ? ', before the waiver ends' : ''}: ${impact.next}`
  if (report.summary.checks.untested > 0) return 'see in the report why something was not checked'
  return report.partial
    ? 'run all the checks before anybody relies on this server'
    : 'run it again when the server changes'
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
