import type { Contract } from '../../contract/contract.js'
import type { Verdict, Report } from '../../judge/report.js'
import type { Style } from './style.js'
import { basename, dirname } from 'node:path'
import type { Impact } from '../../contract/clause.js'
import { escapeText } from '../../contract/escapeText.js'
import { levelsInWords, standingOf } from '../../judge/standing.js'
import { afterAbort } from '../../report/words.js'
import type { Defect } from '../../report/defects.js'
import { remedies, unverifiedReasons } from '../../report/html/unverified.js'
import { exitCodeOf } from '../errorCodes.js'

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

/** Lines that are enough for a hurry, at the width that is read; consequences among them at most; characters of what is unusual. */
const [mostLines, mostMeanings, longestUnusual] = [10, 3, 160]

/** What is broken, waived, not usual or not verified in a line each, and what to do about the worst of it; as much as there is room for before those of `endLines`. */
export function hurryLines(
  report: Report,
  defects: readonly Defect[],
  { style, contract }: SummaryOptions,
  end: readonly string[],
): readonly string[] {
  const broken = impactsOf(defects, 'fail')
  const open = levelsInWords(standingOf(report.clauses), 'unverified')
  const beside = [
    ...aside(
      'waived',
      impactsOf(defects, 'waived').map(({ title }) => title),
    ),
    // What it would mean if the documents asked for it is too much said.
    ...(broken.length === 0
      ? aside(
          'unusual',
          defects.flatMap(({ outcome, title }) => (outcome === 'warn' ? [escapeText(title, longestUnusual)] : [])),
        )
      : []),
    ...(open === undefined ? [] : [`open      ${open} could not be verified`]),
    `next      ${escapeText(nextOf(report, defects, contract))}`,
  ]
  const room = mostLines - beside.length - end.length
  const shown = broken.slice(0, Math.max(1, Math.min(mostMeanings, room)))
  const more = broken.length - shown.length
  return [
    ...shown.map(
      ({ title }, at) =>
        `broken    ${style('red', title)}${more > 0 && at === shown.length - 1 ? `, and ${more} more: see the report` : ''}`,
    ),
    ...beside,
  ]
}

function nextOf(report: Report, defects: readonly Defect[], contract: SummaryOptions['contract']): string {
  if (report.verdict === 'aborted') return `whoever runs it: ${afterAbort(report)}`
  const [broken] = impactsOf(defects, 'fail')
  if (broken !== undefined) return `${broken.who}: ${broken.next}`
  if (defects.some(({ outcome }) => outcome === 'error')) return 'whoever runs it: report to octospec what broke in it'
  const [way] = remedies(contract, report, defects)
  if (way !== undefined) return `whoever runs it: ${way[0]}`
  if (unverifiedReasons(contract, report, defects).length > 0)
    return 'whoever runs it: see in the report why something could not be verified, and run it again'
  const [waived] = impactsOf(defects, 'waived')
  if (waived !== undefined) return `${waived.who}, before the waiver ends: ${waived.next}`
  const [unusual] = impactsOf(defects, 'warn')
  if (unusual !== undefined) return `${unusual.who}, to follow usual practice: ${unusual.next}`
  return report.partial
    ? 'whoever runs it: run all the checks before anybody relies on this server'
    : 'whoever runs it: run it again when the server changes'
}

function impactsOf(defects: readonly Defect[], what: Defect['outcome']): readonly Impact[] {
  return [...new Set(defects.filter(({ outcome }) => outcome === what).flatMap(({ impact }) => impact ?? []))]
}

function aside(what: string, [first, ...others]: readonly string[]): string[] {
  return first === undefined
    ? []
    : [`${what.padEnd(10)}${first}${others.length === 0 ? '' : `, and ${others.length} more`}`]
}

/** The counts, the files and the verdict: what even --quiet tells. */
export function endLines(report: Report, { style, files, exit, baseline }: SummaryOptions): string[] {
  const { checks } = report.summary
  const counts = Object.entries<number>({ ...checks }).map(([outcome, count]) => `${count} ${outcome}`)
  const verdict = baseline?.verdict ?? report.verdict
  const colour = verdict === 'conforms' ? 'green' : verdict === 'unverified' ? 'yellow' : 'red'
  const partial =
    report.smoke !== undefined
      ? `, smoke: ${report.smoke.leftOut} of ${report.smoke.of} checks were left out`
      : report.partial
        ? ', partial: some of the checks'
        : ''
  const code = `exit ${exit ?? exitCodeOf(verdict)}`
  const ended =
    baseline === undefined || baseline.verdict === report.verdict
      ? `(${code}${partial})`
      : `but for what the baseline has (${code}${partial}); the server itself ${said[report.verdict]}`
  return [
    `checks    ${counts.join(', ')}  (${report.requests} requests, ${report.bookings.length} bookings, ${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed})`,
    ...wroteLines(files),
    ...(baseline === undefined ? [] : [baseline.line]),
    `verdict   ${style(colour, style('bold', verdict))} ${ended}`,
  ]
}

/** A line a folder: first what people open, then what lies beside it. */
function wroteLines(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((file) => dirname(file)))].map((folder) => {
    const own = files.filter((file) => dirname(file) === folder)
    const [first = '', ...others] = own.toSorted((a, b) => Number(isPage(b)) - Number(isPage(a)))
    return `wrote     ${first}${others.length === 0 ? '' : `  (beside it: ${others.map((file) => basename(file)).join(', ')})`}`
  })
}

function isPage(file: string): boolean {
  return file.endsWith('.html')
}

const said: Readonly<Record<Verdict, string>> = {
  conforms: 'conforms',
  fails: 'fails',
  unverified: 'is unverified',
  aborted: 'was not judged to the end',
  'suite-error': 'was not judged to the end',
}
