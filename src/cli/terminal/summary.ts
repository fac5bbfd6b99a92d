import { alikeFindings, remarksOf, type AlikeFindings } from '../../report/words.js'
import { againText } from '../../report/formats/checkText.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { firstDue } from '../../judge/bookingFates.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { defectsOf, type Defect } from '../../report/defects.js'
import type { Finding } from '../../suite/finding.js'
import { endLines, hurryLines, type SummaryOptions } from './lastLines.js'
import type { Style } from './style.js'

/** Tells a run in the order of the HTML report. The last ten lines are enough for a hurry. */
export function summaryLines(report: Report, options: SummaryOptions): readonly string[] {
  const { style, quiet, unwritten = false } = options
  const defects = defectsOf(options.contract, report)
  const end = endLines(report, options)
  const details = quiet
    ? unwritten
      ? leftBookings(report, options)
      : []
    : [
        style('bold', escapeText(report.headline)),
        ...defects.flatMap((defect) => block(report, defect, options)),
        ...untestedCauses(report, defects, style),
        ...untestedMust(report, style),
        ...(options.verbose
          ? [...otherUntested(report, style), ...worthALook(report, style)]
          : untestedAlone(report, defects)),
        ...leftBookings(report, options),
        ...pending(report, options),
        ...report.problems
          // The headline of a run that was cut short says why.
          .filter((problem) => !report.headline.includes(problem))
          .map((problem) => `note: ${escapeText(problem)}`),
        '',
        ...hurryLines(report, defects, options, end),
      ]
  return [...details, ...end]
}

const heads = { error: 'ERROR', fail: 'FAIL', warn: 'WARN', waived: 'FAIL' } as const
const colours = { error: 'red', fail: 'red', warn: 'yellow', waived: 'yellow' } as const

/** A defect by its worst check; the others by name, and with --verbose in full. */
function block(report: Report, defect: Defect, { style, verbose }: SummaryOptions): string[] {
  const [worst, ...others] = defect.checks
  if (worst === undefined) return []
  const shown = verbose ? defect.checks : [worst]
  const names = others.map(({ id }) => id)
  return [
    ...shown.flatMap((check) => checkLines(report, check, defect, style)),
    ...(verbose || names.length === 0
      ? []
      : [
          `  as well   ${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ` and ${names.length - mostNames} more` : ''}`,
        ]),
    ...(defect.blocked.length === 0
      ? []
      : [
          `  blocks    ${defect.blocked.length} more ${defect.blocked.length === 1 ? 'check' : 'checks'}, which could not be verified`,
        ]),
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

/** Names of checks or clauses that a line shows; the reports have them all. */
const mostNames = 4

function untestedCauses(report: Report, defects: readonly Defect[], style: Style): string[] {
  const told = new Set(defects.flatMap(({ checks, blocked }) => [...checks, ...blocked].map(({ id }) => id)))
  const causes = (report.causes ?? [])
    .filter(({ outcome, checks }) => outcome === 'untested' && !checks.every((id) => told.has(id)))
    .slice(0, 12)
  if (causes.length === 0) return []
  return [
    '',
    style('bold', causes.length === 1 ? 'one cause stands in the way' : `${causes.length} causes stand in the way`),
    ...causes.flatMap(({ text, checks, clauses, exchange, remedy }) => [
      `  ${style('yellow', 'untested')}  ${escapeText(text)} (${checks.length} checks${exchange === undefined ? '' : `, first in exchange ${exchange}`})`,
      `        ${clauses.slice(0, mostNames).join(', ')}${clauses.length > mostNames ? ` and ${clauses.length - mostNames} more` : ''}`,
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
    style('yellow', `${open.size} must ${open.size === 1 ? 'clause' : 'clauses'} could not be verified`),
    ...(alone.length < checks.length ? ['  those of the causes above'] : []),
    ...byReason(alone),
  ]
}

/** So many are told with their reasons: more of them are counted. */
const mostAlone = 3

/** What is untested and neither of a must clause nor of a cause that was told: nothing that the counts have is told nowhere. */
function untestedAlone(report: Report, defects: readonly Defect[]): string[] {
  const told = new Set([
    ...(report.causes ?? []).flatMap(({ checks }) => checks),
    ...defects.flatMap(({ checks, blocked }) => [...checks, ...blocked].map(({ id }) => id)),
  ])
  const alone = report.checks.filter(
    ({ id, outcome, level }) => outcome === 'untested' && level !== 'must' && !told.has(id),
  )
  if (alone.length === 0) return []
  const [what, whose] = alone.length === 1 ? ['check', 'a reason'] : ['checks', 'reasons']
  const head = `${alone.length} ${what} untested for ${whose} of ${alone.length === 1 ? 'its' : 'their'} own`
  return alone.length > mostAlone ? ['', `${head}: --verbose tells them`] : ['', head, ...byReason(alone)]
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

function leftBookings(report: Report, { style, unwritten = false, resume }: SummaryOptions): string[] {
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
  const todo =
    resume === undefined || report.pending.length > 0
      ? []
      : [`  ${resume === null ? 'they ended with the reference service' : whatMayEnd([...left, ...held], resume)}`]
  return [
    '',
    style(
      'bold',
      `${held.length + left.length} of ${report.bookings.length} bookings ${held.length + left.length === 1 ? 'is' : 'are'} left on the target`,
    ),
    ...shown,
    ...more,
    ...holds,
    ...todo,
  ]
}

/** What says of itself that it cannot be cancelled, no resume ends. */
function whatMayEnd(left: Report['bookings'], resume: string): string {
  const open = left.filter(({ final }) => final !== true).length
  if (open === 0) return 'none of them can be cancelled, as the target itself says: there is nothing to try again'
  return `to try again to cancel ${open === left.length ? 'them' : `the ${open} of which the target does not say that it cannot be`}: ${resume}`
}

function pending(report: Report, { resume, visits }: SummaryOptions): string[] {
  const due = firstDue(report)
  if (due === null) return []
  return [
    '',
    `${report.pending.length} ${report.pending.length === 1 ? 'hold is' : 'holds are'} left ageing: come back with ${resume ?? 'octospec resume'} ${visits ?? `from ${due} on`}`,
    `  or stay until the last is due: ${resume ?? 'octospec resume'} --wait`,
  ]
}
