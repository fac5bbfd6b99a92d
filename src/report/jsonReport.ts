import type { Json } from '../profile/profile.js'
import type { Report } from '../run/report.js'
import { safeJson } from './escapeText.js'

/** Characters of a received value that a report shows; the evidence has all of it. */
const longest = 2000

/** `report.json`: the report, as `spec/report.schema.json` describes it, with received values of a bounded length. */
export function jsonReport(report: Report): string {
  return `${safeJson(boundReport(report), 2)}\n`
}

/** The report with every received value short enough to be shown. */
export function boundReport(report: Report): Report {
  return {
    ...report,
    checks: report.checks.map((check) => ({
      ...check,
      findings: check.findings.map((finding) => ({ ...finding, received: bound(finding.received) })),
    })),
  }
}

function bound(value: Json): Json {
  if (typeof value === 'string') return value.length <= longest ? value : cut(value)
  const text = JSON.stringify(value)
  return text.length <= longest ? value : cut(text)
}

function cut(text: string): string {
  return `${text.slice(0, longest)}… (${text.length - longest} more characters)`
}
