import type { Contract } from '../contract/contract.js'
import { escapeText } from '../contract/escapeText.js'
import { instantIn, isoOf } from '../contract/instant.js'
import type { CheckResult, Report, Since } from '../judge/report.js'
import { isLoopback } from '../profile/credentials.js'
import type { Json } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'
import { some, words } from '../words.js'
import { alikeFindings, type Defect, defectsOf, groupBy } from './defects.js'

/** Characters of a received value that a line shows. */
const longest = 300
/** Characters of a sentence. */
const longestLine = 1000
/** Further requests that a line names, and names of checks. */
const mostAlso = 5
const mostNames = 8

/** The chapter that a check belongs to: the first part of its id. */
export function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

export function byChapter<Check extends Pick<CheckResult, 'id'>>(
  checks: readonly Check[],
): ReadonlyMap<string, readonly Check[]> {
  return groupBy(checks, ({ id }) => chapterOf(id))
}

export function receivedText(received: Json): string {
  return escapeText(JSON.stringify(received), longest)
}

/** Where a finding points, in words. */
export function placeText({ exchange, pointer }: Pick<Finding, 'exchange' | 'pointer'>): string {
  return exchange === null ? words.check.noPlace : escapeText(words.check.place(exchange, pointer ?? ''), longest)
}

export function againText(
  { id, replay, confirmedBy = [] }: Pick<CheckResult, 'id' | 'replay' | 'confirmedBy'>,
  report: Pick<Report, 'profile' | 'command' | 'seed'>,
): string {
  const command = report.command ?? ['octospec', 'run', '--profile', profileFile(report) || 'FILE']
  const line = [...command, ...[id, ...confirmedBy].flatMap((each) => ['--only', each])].map(shellWord).join(' ')
  return `${line} ${replay ?? `--seed ${report.seed}`}`
}

export function profileFile({ profile }: Pick<Report, 'profile'>): string {
  const file = typeof profile === 'object' && profile !== null && 'file' in profile ? profile.file : undefined
  return typeof file === 'string' ? file : ''
}

/** Tells targets apart by address, or on loopback, where ports change, by the profile's file. */
export function targetKey({ target: { url }, profile }: Pick<Report, 'target' | 'profile'>): string {
  return isLoopback(url) ? `loopback ${profileFile({ profile })}` : url
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
  const { clause, level, waived, reason, remedy, findings } = check
  const text = report.clauses.find(({ id }) => id === clause)?.text ?? ''
  const line = (words: string): string => escapeText(words, longestLine)
  return [
    ...(defect === undefined ? [] : [defectText(defect, check.id)]),
    words.check.clause(clause, level, text),
    ...sinceLines(check, report.since),
    ...(waived === undefined ? [] : [line(words.check.waived(waived.until, waived.reason))]),
    ...(reason === undefined ? [] : [line(words.check.why(reason))]),
    ...(remedy === undefined ? [] : [line(words.check.todo(remedy))]),
    ...alikeFindings(findings).flatMap(({ finding, others }) => {
      const { also = [] } = finding
      return [
        line(finding.message),
        `  expected: ${line(finding.expected)}`,
        `  received: ${receivedText(finding.received)}`,
        `  where: ${[finding, ...others].map(placeText).join('; ')}${also.length === 0 ? '' : words.check.also(some(also.map(String), mostAlso))}`,
      ]
    }),
    ...(findings.length > 0 ? [words.check.again(line(againText(check, report)))] : []),
  ]
}

export function sinceLines({ id, outcome }: CheckResult, since: Report['since']): readonly string[] {
  if (since === undefined || outcome !== 'fail') return []
  const day = dayOf(since)
  return [since.newFailures.includes(id) ? words.since.isNew(day) : words.since.isOld(day)]
}

/** What changed since a run: what of, in words, and the ids of checks. What nothing changed in is left out. */
export function changesSince({
  newFailures,
  mended,
  unverified,
  verified,
}: Pick<Since, 'newFailures' | 'mended' | 'unverified' | 'verified'>): readonly (readonly [
  string,
  readonly string[],
])[] {
  const all = [
    [words.since.newFailures(newFailures.length, newFailures.length), newFailures],
    [words.since.fixed(mended.length), mended],
    [words.since.lost(unverified.length), unverified],
    [words.since.gained(verified.length), verified],
  ] as const
  return all.filter(([, ids]) => ids.length > 0)
}

/** When the run before was, to the minute. */
export function dayOf({ startedAt }: Pick<Report, 'startedAt'>): string {
  const at = instantIn(startedAt)
  // A report of before is somebody's file.
  return at === undefined ? escapeText(startedAt, 40) : `${isoOf(at).slice(0, 16).replace('T', ' ')} UTC`
}

/** The most telling line of a check: the fact found, or why there is none. */
export function checkMessage(check: CheckResult): string {
  return escapeText(check.findings[0]?.message ?? check.reason ?? check.title, longestLine)
}

/** The defects of a report by check id. Formats with a case a check say with it which cases are one defect. */
export function defectsByCheck(
  contract: Pick<Contract, 'impacts'>,
  report: Pick<Report, 'checks' | 'causes'>,
): ReadonlyMap<string, Defect> {
  return new Map(defectsOf(contract, report).flatMap((defect) => defect.checks.map(({ id }) => [id, defect] as const)))
}

/** A defect as one harmless line for one of its checks: number, meaning, title, and the other checks that show it. */
function defectText({ number, impact, title, checks, outcome }: Defect, id: string): string {
  const others = checks.flatMap((check) => (check.id === id ? [] : check.id))
  // It is too much to say what a convention would mean if the documents asked for it.
  const means = impact === undefined || outcome === 'warn' ? '' : impact.title
  return words.check.defect(number, means, escapeText(title, 400), some(others, mostNames))
}

/** As one word of a command line of sh. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
