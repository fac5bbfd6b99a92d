import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../contract/systemCode.js'
import type { Report } from '../../judge/report.js'
import { ReportError, placeOfRun, readReport } from '../reportFile.js'

export interface PastRun {
  /** Absolute. */
  readonly folder: string
  readonly report: Report
}

/** Runs of one page, and folders that are looked into, at most. */
const mostRuns = 500
const mostFolders = 5000
/** How far below a folder runs are looked for: those of a fleet lie in `runs/`, by target. */
const deepest = 3

/**
 * The runs in some folders: of each the run itself, or else those in the folders below it, as `reports/` and the runs of
 * many suppliers lie. The oldest first.
 * @returns what is named and cannot be read besides, a sentence each
 * @throws ReportError where a folder is not there
 */
export function collectRuns(
  cwd: string,
  folders: readonly string[],
): { readonly runs: readonly PastRun[]; readonly problems: readonly string[] } {
  const problems: string[] = []
  const found = [...new Set(folders.flatMap((folder) => runsBelow(placeOfRun(cwd, folder).folder, deepest, problems)))]
  const runs = found.slice(0, mostFolders).flatMap((folder): PastRun[] => {
    try {
      return [{ folder, report: readReport(cwd, folder) }]
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
      problems.push(error.message)
      return []
    }
  })
  const sorted = runs.toSorted((a, b) => Date.parse(a.report.startedAt) - Date.parse(b.report.startedAt))
  if (sorted.length > mostRuns) problems.push(`only the last ${mostRuns} of ${sorted.length} runs are shown`)
  return { runs: sorted.slice(-mostRuns), problems }
}

function runsBelow(folder: string, deep: number, problems: string[]): readonly string[] {
  const names = namesIn(folder, problems)
  if (names.includes('report.json')) return [folder]
  if (deep === 0) return []
  return names
    .filter((name) => !name.startsWith('.'))
    .slice(0, mostFolders)
    .map((name) => join(folder, name))
    .filter(isFolder)
    .flatMap((path) => runsBelow(path, deep - 1, problems))
}

function namesIn(folder: string, problems: string[]): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    problems.push(`${folder} cannot be read (${systemCode(error) ?? 'unknown'})`)
    return []
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // A link that leads nowhere, or in a circle.
    return false
  }
}
