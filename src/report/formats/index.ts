import type { Contract } from '../../contract/contract.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
import { jsonReport } from '../jsonReport.js'
import type { Chunks } from '../../evidence/writeWhole.js'

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
  {
    name: 'html',
    file: 'report.html',
    render: async (input) => (await import('../html/renderHtml.js')).renderHtml(input),
  },
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
  {
    name: 'har',
    file: 'exchanges.har',
    render: async ({ report, evidence }) => (await import('./har.js')).harReport(report, evidence()),
  },
]

/** Written unless `--report` says otherwise. */
export const defaultFormats: readonly string[] = ['json', 'html']
