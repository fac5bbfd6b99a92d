import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Report } from '../judge/report.js'
import { boundReport } from './boundReport.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { formats, type ReportFormat } from './formats/index.js'
import { readEvidence } from '../evidence/readEvidence.js'
import { signatureName } from '../evidence/signature.js'
import { writeWhole } from '../evidence/writeWhole.js'

/** A file that was written. */
export interface WrittenReport {
  readonly format: string
  readonly path: string
}

/**
 * Writes a report in each of the formats into the folder of its run, each file whole or not at all; `json` in any case.
 *
 * @param names of formats, see `formats`
 * @throws OutputError
 */
export async function writeReports(
  folder: string,
  contract: Contract,
  report: Report,
  names: readonly string[],
): Promise<readonly WrittenReport[]> {
  const evidence = (): AsyncIterable<EvidenceLine> => readEvidence(join(folder, evidenceName))
  const written: WrittenReport[] = []
  const shown = boundReport(report)
  for (const format of formats.filter(({ name }) => name === 'json' || names.includes(name))) {
    const path = join(folder, format.file)
    await writeWhole(path, await format.render({ contract, report: shown, evidence }))
    written.push({ format: format.name, path })
  }
  return written
}

/** Takes away the reports of an earlier run in the same folder, which the evidence of a new one would belie. */
export function removeReports(folder: string, which: readonly ReportFormat[] = formats): void {
  for (const file of [...which.map((format) => format.file), signatureName]) rmSync(join(folder, file), { force: true })
}
