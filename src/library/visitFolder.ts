import { existsSync } from 'node:fs'
import { EvidenceError } from '../evidence/evidenceError.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import type { Report } from '../judge/report.js'
import { ReportError, readReport } from '../report/reportFile.js'
import { reopenReportFolder } from '../report/reportFolder.js'
import { beginFiles, checkFiles, filesOf, listedFormats } from '../report/runFiles.js'

/** The folder of an earlier run, on a later visit: its evidence is gone on with, its reports are made anew. */
export interface VisitFolder {
  /** Formats of the reports of the run. */
  readonly names: readonly string[]
  /** What the visit before came to; `undefined` where no report of it can be read. */
  readonly visited: Report | undefined
  /** Takes the reports of the earlier visit away, which the evidence will belie from now on. @throws OutputError */
  begin(): void
  close(): void
}

/** @throws EvidenceError where there is none, OutputError where a file is in the way that octospec did not write, FolderInUse */
export function visitFolder(path: string): VisitFolder {
  if (!existsSync(path)) throw new EvidenceError(`${path}: there is no such folder`)
  const folder = reopenReportFolder(path)
  try {
    const names = listedFormats(path)
    const files = filesOf(names)
    checkFiles(
      path,
      files.filter((name) => name !== evidenceName),
      'visit',
    )
    return {
      names,
      visited: reportIn(path),
      begin: () => void beginFiles(path, files, [evidenceName]),
      close: () => folder.close(),
    }
  } catch (error) {
    folder.close()
    throw error
  }
}

function reportIn(folder: string): Report | undefined {
  try {
    return readReport(folder, folder)
  } catch (error) {
    if (error instanceof ReportError) return undefined
    throw error
  }
}
