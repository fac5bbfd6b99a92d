import { safeJson } from '../../contract/escapeText.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import { harEntry } from '../../evidence/harEntry.js'
import type { Report } from '../../judge/report.js'

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
