import { existsSync } from 'node:fs'
import { EvidenceError } from '../evidence/evidenceError.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { reopenReportFolder } from '../report/reportFolder.js'
import { beginFiles, checkFiles, filesOf, listedFormats } from '../report/runFiles.js'

/** The folder of an earlier run, on a later visit: its evidence is gone on with, its reports are made anew. */
export interface VisitFolder {
  /** Formats of the reports of the run. */
  readonly names: readonly string[]
  /** Takes the reports of the earlier visit away, which the evidence will belie from now on. @throws OutputError */
  begin(): void
  close(): void
}

/** @throws EvidenceError where there is none, OutputError where a file is in the way that octospec did not write, FolderInUse */
export function visitFolder(path: string, signed: boolean): VisitFolder {
  if (!existsSync(path)) throw new EvidenceError(`${path}: there is no such folder`)
  const folder = reopenReportFolder(path)
  const names = listedFormats(path)
  const files = filesOf(names, signed)
  try {
    checkFiles(
      path,
      files.filter((name) => name !== evidenceName),
    )
  } catch (error) {
    folder.close()
    throw error
  }
  return { names, begin: () => void beginFiles(path, files, [evidenceName]), close: () => folder.close() }
}
