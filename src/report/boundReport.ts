import type { Json } from '../profile/profile.js'
import type { Report } from '../judge/report.js'
import type { Finding } from '../suite/finding.js'

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
