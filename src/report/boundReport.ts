import type { Json } from '../profile/profile.js'
import type { Report } from '../judge/report.js'

/** Characters of a text, or of a received value as JSON, that a report shows; the evidence has all of it. */
const longest = 2000

/**
 * The report with every text and every received value short enough to be shown, whatever a target answered. Doing it twice does no
 * more than doing it once.
 */
export function boundReport(report: Report): Report {
  const { profile, checks, ...rest } = report
  const bounded = checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, received: boundValue(finding.received) })),
  }))
  return { ...boundTexts(rest), checks: boundTexts(bounded), profile }
}

/** The same value with every text in it cut. */
function boundTexts<Value>(value: Value): Value {
  // A cut text is a text, and members and items keep their places: the type stays what it was.
  return mapTexts(value) as Value
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  // Most of a report is short, and copying it takes longer than looking.
  if (!hasLongText(value)) return value
  if (Array.isArray(value)) return value.map(mapTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member)]))
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longest
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText)
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
