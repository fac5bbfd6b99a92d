import { join } from 'node:path'
import type { Contract } from '../contract/contract.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Report } from '../judge/report.js'
import { boundReport } from './boundReport.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { formats } from './formats/index.js'
import { readEvidence } from '../evidence/readEvidence.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { checkFree } from './runFiles.js'

export interface WrittenReports {
  readonly paths: readonly string[]
  readonly failed: readonly unknown[]
}

/** Writes a report in some formats, `json` always, and goes on where one cannot be written. */
export async function writeReports(
  folder: string,
  contract: Contract,
  report: Report,
  names: readonly string[],
): Promise<WrittenReports> {
  const evidence = (): AsyncIterable<EvidenceLine> => readEvidence(join(folder, evidenceName))
  const paths: string[] = []
  const failed: unknown[] = []
  const shown = boundReport(report)
  for (const format of formats.filter(({ name }) => name === 'json' || names.includes(name))) {
    const path = join(folder, format.file)
    try {
      checkFree(path)
      await writeWhole(path, await format.render({ contract, report: shown, evidence }))
      paths.push(path)
    } catch (error) {
      failed.push(error)
    }
  }
  return { paths, failed }
}
