import { alikeFindings, type AlikeFindings } from '../../report/alikeFindings.js'
import { againText } from '../../report/formats/checkText.js'
import { escapeText, safeJson } from '../../evidence/escapeText.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import type { Finding } from '../../suite/finding.js'
import { exitCodeOf } from '../exitCodes.js'
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
  /** The command that tries to cancel what is left on the target. */
  readonly cleanup?: string
  /** What a baseline came to. */
  readonly baseline?: string
}

/** What a run came to, for a terminal or a log: failures first, the verdict, the counts and the paths last. */
export function summaryLines(report: Report, options: SummaryOptions): readonly string[] {
  const { style, quiet, unwritten = false } = options
  const clauses = new Map(report.clauses.map((clause) => [clause.id, clause]))
  const details = quiet
    ? unwritten
      ? leftBookings(report, options)
      : []
    : [
        style('bold', escapeText(report.headline)),
        ...causeLines(report, style),
        ...blocks(report, 'error', clauses, options),
        ...blocks(report, 'fail', clauses, options),
        ...blocks(report, 'warn', clauses, options),
        ...untestedMust(report, style),
        ...(options.verbose ? otherUntested(report, style) : []),
        ...leftBookings(report, options),
        ...pending(report),
        ...report.problems.map((problem) => `note: ${escapeText(problem)}`),
        '',
      ]
  return [...details, ...lastLines(report, options)]
}

const heads = { error: 'ERROR', fail: 'FAIL', warn: 'WARN' } as const
const colours = { error: 'red', fail: 'red', warn: 'yellow' } as const

function blocks(
  report: Report,
  outcome: keyof typeof heads,
  clauses: ReadonlyMap<string, ClauseResult>,
  { style, verbose }: SummaryOptions,
): string[] {
  // Of what goes back to one cause the first is shown; the cause itself stands above.
  const folded = new Set(verbose ? [] : (report.causes ?? []).flatMap(({ checks }) => checks.slice(1)))
  const own = report.checks.filter((check) => check.outcome === outcome)
  const shown = own.filter(({ id }) => !folded.has(id))
  const rest = own.length - shown.length
  return [
    ...shown.flatMap((check) => {
      const clause = clauses.get(check.clause)
      const waived = check.waived === undefined ? '' : `  (waived until ${check.waived.until}: ${check.waived.reason})`
      return [
        '',
        `${style(colours[outcome], heads[outcome])}  ${style('bold', check.id)}  ${check.title}${escapeText(waived)}`,
        `  clause    ${check.clause} (${check.level}): ${clause?.text ?? ''}`,
        ...(check.reason === undefined ? [] : [`  reason    ${escapeText(check.reason)}`]),
        ...alikeFindings(check.findings).flatMap(findingLines),
        `  again     ${escapeText(againText(check, report), 1000)}`,
      ]
    }),
    ...(rest === 0 ? [] : ['', `${rest} more of these go back to a cause above: --verbose and the reports show each`]),
  ]
}

/** Names of clauses that a line shows; the reports have them all. */
const mostClauses = 4

/** What stands behind several checks at once: once, and first. */
function causeLines(report: Report, style: Style): string[] {
  const causes = (report.causes ?? []).filter(({ outcome }) => outcome !== 'warn').slice(0, 12)
  if (causes.length === 0) return []
  return [
    '',
    style('bold', `${causes.length === 1 ? 'one cause stands' : `${causes.length} causes stand`} behind most of it`),
    ...causes.flatMap(({ text, outcome, checks, clauses, exchange, remedy }) => [
      `  ${style(outcome === 'fail' ? 'red' : 'yellow', outcome)}  ${escapeText(text)} (${checks.length} checks${exchange === undefined ? '' : `, first in exchange ${exchange}`})`,
      `        ${clauses.slice(0, mostClauses).join(', ')}${clauses.length > mostClauses ? ` and ${clauses.length - mostClauses} more` : ''}`,
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

function placeOf({ exchange, pointer }: Finding): string {
  return [
    ...(exchange === null ? [] : [`exchange ${exchange}`]),
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
    style('yellow', `${open.size} must clauses could not be verified`),
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

function leftBookings(report: Report, { style, unwritten = false, cleanup }: SummaryOptions): string[] {
  const held = report.bookings.filter(({ remains }) => remains === 'for-now')
  const left = report.bookings.filter(({ remains }) => remains === 'for-good' || remains === 'unknown')
  if (held.length + left.length === 0) return []
  // Holds end by themselves: how many there are is enough. What stays for good is named; and all of it, where no file does.
  const named = unwritten ? [...left, ...held] : left.slice(0, 10)
  const shown = named.map((booking) => {
    const name = booking.id === null ? `key ${booking.key ?? 'none'}` : booking.id
    return `  ${escapeText(name, 100)}  ${booking.fate}${booking.note === undefined ? '' : `: ${escapeText(booking.note)}`}`
  })
  const more =
    unwritten || left.length <= named.length ? [] : [`  and ${left.length - named.length} more, see report.json`]
  const holds =
    held.length === 0
      ? []
      : [`  ${held.length} on hold: ${held.length === 1 ? 'it ends by itself' : 'they end by themselves'}`]
  // What is left ageing is left on purpose.
  const todo = cleanup === undefined || report.pending.length > 0 ? [] : [`  to try again to cancel them: ${cleanup}`]
  return [
    '',
    style('bold', `${held.length + left.length} of ${report.bookings.length} bookings are left on the target`),
    ...shown,
    ...more,
    ...holds,
    ...todo,
  ]
}

function pending(report: Report): string[] {
  if (report.pending.length === 0) return []
  const [due = ''] = report.pending.map(({ dueAt }) => dueAt).sort()
  return ['', `${report.pending.length} holds are left ageing: come back with octospec settle from ${due} on`]
}

function lastLines(report: Report, { style, files, exit, baseline }: SummaryOptions): string[] {
  const { checks } = report.summary
  const counts = Object.entries<number>({ ...checks }).map(([outcome, count]) => `${count} ${outcome}`)
  const colour = report.verdict === 'conforms' ? 'green' : report.verdict === 'unverified' ? 'yellow' : 'red'
  const partial = report.partial ? ', partial: --only chose some of the checks' : ''
  return [
    `checks    ${counts.join(', ')}  (${report.requests} requests, ${report.bookings.length} bookings, ${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed})`,
    ...files.map((file) => `wrote     ${file}`),
    ...(baseline === undefined ? [] : [baseline]),
    `verdict   ${style(colour, style('bold', report.verdict))} (exit ${exit ?? exitCodeOf(report.verdict)}${partial})`,
  ]
}
