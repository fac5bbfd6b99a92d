import type { Contract } from '../contract/contract.js'
import { safeJson } from '../contract/escapeText.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { harEntry } from '../evidence/recordingFile.js'
import type { Chunks } from '../evidence/files.js'
import type { Report } from '../judge/report.js'
import type { Json } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'

export interface ReportInput {
  readonly contract: Contract
  readonly report: Report
  /** The recorded evidence, read anew with each call, line by line: it may be larger than the memory. */
  readonly evidence: () => AsyncIterable<EvidenceLine>
}

export interface ReportFormat {
  /** As in `--report`. */
  readonly name: string
  readonly file: string
  /** The content of the file; what is heavy is imported here, when it is asked for. */
  readonly render: (input: ReportInput) => Chunks | Promise<Chunks>
}

/** Every format that `--report` knows. Add yours here. */
export const formats: readonly ReportFormat[] = [
  { name: 'json', file: 'report.json', render: ({ report }) => jsonReport(report) },
  { name: 'html', file: 'report.html', render: async (input) => (await import('./page/page.js')).renderHtml(input) },
  {
    name: 'junit',
    file: 'junit.xml',
    render: async ({ report, contract }) => (await import('./junit.js')).junitReport(report, contract),
  },
  {
    name: 'md',
    file: 'report.md',
    render: async ({ report, contract }) => (await import('./markdown.js')).markdownReport(report, contract),
  },
  {
    name: 'ctrf',
    file: 'ctrf.json',
    render: async ({ report, contract }) => (await import('./ctrf.js')).ctrfReport(report, contract),
  },
  { name: 'har', file: 'exchanges.har', render: ({ report, evidence }) => harReport(report, evidence()) },
]

/** Written unless `--report` says otherwise. */
export const defaultFormats: readonly string[] = ['json', 'html']

/** `report.json`: the report, as `spec/report.schema.json` describes it, with texts of a bounded length. */
export function jsonReport(report: Report): string {
  return `${safeJson(boundReport(report), 2)}\n`
}

/** Characters of a text, or of a received value as JSON, that a report shows; the evidence has all of it. */
const longest = 2000

/** The report with every text and received value short enough to be shown. */
export function boundReport(report: Report): Report {
  const { profile, checks, ...rest } = report
  const bounded = checks.map((check) => ({ ...check, findings: check.findings.map(boundFinding) }))
  return { ...boundTexts(rest), checks: boundTexts(bounded), profile }
}

function boundFinding(finding: Finding): Finding {
  const { wanted, ...unwanted } = finding
  const { received, before } = finding
  // Half of what was wanted would be something else: there the words have to do.
  const isLong = wanted !== undefined && JSON.stringify(wanted).length > longest
  return {
    ...(isLong ? unwanted : finding),
    received: boundValue(received),
    ...(before && { before: { ...before, value: boundValue(before.value) } }),
  }
}

function boundTexts<Value>(value: Value): Value {
  // A cut text is a text, and members and items keep their places: the type stays what it was.
  return mapTexts(value) as Value
}

/** The same value itself where no text in it was cut: most of a report is short. */
function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (typeof value !== 'object' || value === null) return value
  const cuts = Object.entries(value).map(([name, member]) => [name, member, mapTexts(member)] as const)
  if (cuts.every(([, member, bounded]) => member === bounded)) return value
  return Array.isArray(value)
    ? cuts.map(([, , bounded]) => bounded)
    : Object.fromEntries(cuts.map(([name, , bounded]) => [name, bounded]))
}

function boundValue(value: Json): Json {
  if (typeof value === 'string') return cut(value)
  const text = JSON.stringify(value)
  return text.length <= longest ? value : cut(text)
}

function cut(text: string): string {
  if (text.length <= longest) return text
  // With what is said of the rest it is no longer than what is left alone.
  const kept = longest - 40
  return `${text.slice(0, kept)}… (${text.length - kept} more characters)`
}

/** HAR 1.2 of all recorded exchanges, redacted as the evidence is, entry by entry. */
export async function* harReport(report: Report, evidence: AsyncIterable<EvidenceLine>): AsyncGenerator<string> {
  const creator = safeJson({ name: 'octospec', version: report.tool.version })
  yield `{"log":{"version":"1.2","creator":${creator},"comment":${safeJson(report.headline)},"pages":[],"entries":[`
  let first = true
  for await (const line of evidence) {
    if (line.type !== 'exchange') continue
    yield `${first ? '' : ','}\n${safeJson(harEntry(line.exchange))}`
    first = false
  }
  yield '\n]}}\n'
}
