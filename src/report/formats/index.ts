import type { EvidenceLine } from '../../run/evidence.js'
import type { Report } from '../../run/report.js'
import { jsonReport } from '../jsonReport.js'
import type { Chunks } from '../writeWhole.js'

/** What a format is made from. */
export interface ReportInput {
  readonly report: Report
  /** The recorded evidence, read anew with each call, line by line: it may be larger than the memory. */
  readonly evidence: () => AsyncIterable<EvidenceLine>
}

/** One way to write a report. */
export interface ReportFormat {
  /** As in `--report`. */
  readonly name: string
  /** In the folder of the run. */
  readonly file: string
  /** The content of the file; what is heavy is imported here, when it is asked for. */
  readonly render: (input: ReportInput) => Chunks | Promise<Chunks>
}

/** Every format that `--report` knows. Add yours here. */
export const formats: readonly ReportFormat[] = [
  { name: 'json', file: 'report.json', render: ({ report }) => jsonReport(report) },
]

/** Written unless `--report` says otherwise. */
export const defaultFormats: readonly string[] = ['json', 'html']
