import type { Contract } from '../contract/contract.js'
import { escapeText } from '../contract/escapeText.js'
import { instantIn, isoOf } from '../contract/instant.js'
import type { CheckResult, Report } from '../judge/report.js'
import { isLoopback } from '../profile/credentials.js'
import type { Json } from '../profile/profile.js'
import { type Defect, defectsOf } from './defects.js'
import { alikeFindings } from './words.js'
import type { Finding } from '../suite/finding.js'

/** Characters of a received value that a line shows. */
const longest = 300

/** The chapter that a check belongs to: the first part of its id. */
export function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

export function byChapter<Check extends Pick<CheckResult, 'id'>>(
  checks: readonly Check[],
): ReadonlyMap<string, readonly Check[]> {
  const chapters = new Map<string, Check[]>()
  for (const check of checks) {
    const chapter = chapters.get(chapterOf(check.id))
    if (chapter === undefined) chapters.set(chapterOf(check.id), [check])
    else chapter.push(check)
  }
  return chapters
}

export function receivedText(received: Json): string {
  return escapeText(JSON.stringify(received), longest)
}

/** Where a finding points, in words. */
export function placeText({ exchange, pointer }: Pick<Finding, 'exchange' | 'pointer'>): string {
  if (exchange === null) return 'no single exchange'
  return escapeText(`exchange ${exchange}${pointer === null || pointer === '' ? '' : ` at ${pointer}`}`, longest)
}

/** Further exchanges that a line names. */
const mostAlso = 5

function alsoText({ also = [] }: Finding): string {
  if (also.length === 0) return ''
  return `; as well in exchanges ${also.slice(0, mostAlso).join(', ')}${also.length > mostAlso ? ' and more' : ''}`
}

export function againText(
  { id, replay, confirmedBy = [] }: Pick<CheckResult, 'id' | 'replay' | 'confirmedBy'>,
  report: Pick<Report, 'profile' | 'command' | 'seed'>,
): string {
  const words = report.command ?? ['octospec', 'run', '--profile', profileFile(report) || 'FILE']
  const line = [...words, ...[id, ...confirmedBy].flatMap((each) => ['--only', each])].map(shellWord).join(' ')
  return `${line} ${replay ?? `--seed ${report.seed}`}`
}

export function profileFile({ profile }: Pick<Report, 'profile'>): string {
  const file = typeof profile === 'object' && profile !== null && 'file' in profile ? profile.file : undefined
  return typeof file === 'string' ? file : ''
}

/**
 * What a check came to, in lines that hold nothing active: clause, reason, findings, how to see it again.
 * @param defect which it shows, where that is to be told
 */
export function checkLines(
  check: CheckResult,
  report: Pick<Report, 'profile' | 'command' | 'seed' | 'clauses' | 'since'>,
  defect?: Defect,
): readonly string[] {
  const clause = report.clauses.find(({ id }) => id === check.clause)
  return [
    ...(defect === undefined ? [] : [defectText(defect, check.id)]),
    `clause ${check.clause} (${check.level}): ${clause?.text ?? ''}`,
    ...sinceLines(check, report.since),
    ...(check.waived === undefined
      ? []
      : [escapeText(`waived until ${check.waived.until}: ${check.waived.reason}`, 1000)]),
    ...(check.reason === undefined ? [] : [escapeText(`why: ${check.reason}`, 1000)]),
    ...(check.remedy === undefined ? [] : [escapeText(`do: ${check.remedy}`, 1000)]),
    ...alikeFindings(check.findings).flatMap(({ finding, others }) => [
      escapeText(finding.message, 1000),
      `  expected: ${escapeText(finding.expected, 1000)}`,
      `  received: ${receivedText(finding.received)}`,
      `  where: ${[finding, ...others].map(placeText).join('; ')}${alsoText(finding)}`,
    ]),
    ...(check.findings.length > 0 ? [`again: ${escapeText(againText(check, report), 1000)}`] : []),
  ]
}

export function sinceLines({ id, outcome }: CheckResult, since: Report['since']): readonly string[] {
  if (since === undefined || outcome !== 'fail') return []
  return [`${since.newFailures.includes(id) ? 'new since' : 'failed already in'} the run of ${dayOf(since)}`]
}

/** When the run before was, to the minute. */
export function dayOf({ startedAt }: Pick<Report, 'startedAt'>): string {
  const at = instantIn(startedAt)
  // A report of before is somebody's file.
  return at === undefined ? escapeText(startedAt, 40) : `${isoOf(at).slice(0, 16).replace('T', ' ')} UTC`
}

/** The most telling line of a check: the fact found, or why there is none. */
export function checkMessage(check: CheckResult): string {
  return escapeText(check.findings[0]?.message ?? check.reason ?? check.title, 1000)
}

/** As one word of a command line of sh. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Names of checks in a line. */
const mostNames = 8

/** The defects of a report by the checks that show them: formats with a case a check say with it which cases are one thing. */
export function defectsByCheck(
  contract: Pick<Contract, 'impacts'>,
  report: Pick<Report, 'checks' | 'causes'>,
): ReadonlyMap<string, Defect> {
  return new Map(defectsOf(contract, report).flatMap((defect) => defect.checks.map(({ id }) => [id, defect] as const)))
}

/** A defect as one harmless line, for one of its checks: its number in the HTML report, what it means, what it is, and what shows it as well. */
export function defectText({ number, impact, title, checks, outcome }: Defect, id: string): string {
  const others = checks.flatMap((check) => (check.id === id ? [] : check.id))
  const more = others.length > mostNames ? ` and ${others.length - mostNames} more` : ''
  // What a convention would mean if the documents asked for it is too much said.
  const means = impact === undefined || outcome === 'warn' ? '' : `, ${impact.title}`
  const as = others.length === 0 ? '' : ` (as well: ${others.slice(0, mostNames).join(', ')}${more})`
  return `failure ${number}${means}: ${escapeText(title, 400)}${as}`
}

/** Tells targets apart by address, or on loopback, where ports change, by the profile's file. */
export function targetKey({ target: { url }, profile }: Pick<Report, 'target' | 'profile'>): string {
  return isLoopback(url) ? `loopback ${profileFile({ profile })}` : url
}

/** The same for whoever reads it: on loopback, two targets may have the same address. */
export function targetName({ target: { url }, profile }: Pick<Report, 'target' | 'profile'>): string {
  const file = profileFile({ profile })
  return isLoopback(url) && file !== '' ? `${url} (${file})` : url
}
