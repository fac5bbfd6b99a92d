import { alikeFindings, otherProblems, remarksOf, type AlikeFindings } from '../../report/words.js'
import { againText } from '../../report/formats/checkText.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { defectsOf, type Defect } from '../../report/defects.js'
import type { Finding } from '../../suite/finding.js'
import { plural } from '../../report/html/parts.js'
import { briefLines, type SummaryOptions } from './lastLines.js'
import type { Style } from './style.js'

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
      `  ${style('yellow', 'untested')}  ${escapeText(text)} (${checks.length} checks${exchange === undefined ? '' : `, first in exchange ${exchange}`})`,
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
