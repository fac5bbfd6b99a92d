import type { Report } from '../judge/report.js'
import { boundReport } from './boundReport.js'
import { safeJson } from '../contract/escapeText.js'

/** `report.json`: the report, as `spec/report.schema.json` describes it, with texts of a bounded length. */
export function jsonReport(report: Report): string {
  return `${safeJson(boundReport(report), 2)}\n`
}
