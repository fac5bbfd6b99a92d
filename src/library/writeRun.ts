import { join } from 'node:path'
import { evidenceName, type EvidenceFile } from '../evidence/evidenceFile.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import type { Report, Since } from '../judge/report.js'
import { sinceLater, sinceOf } from '../judge/sinceOf.js'
import { endFiles, writeReports } from '../report/runFiles.js'

/** A run that is over, to be written. */
export interface EndedRun {
  readonly judging: Judging
  readonly sink: EvidenceFile
  /** Absolute. */
  readonly folder: string
  /** Formats of the report. */
  readonly names: readonly string[]
  /** The run before, for what changed since; the baseline where one is given. */
  readonly before?: Report
  readonly visited?: Report
}

/** What is in the folder of a run that is over. */
export interface WrittenRun {
  readonly report: Report
  readonly files: readonly string[]
  readonly evidence: boolean
  /** What kept files from being written: with none of these, all of them are there. */
  readonly unwritten: readonly unknown[]
}

/** Closes the evidence of a run and writes its reports, as far as that can be done. */
export async function writeRun(run: EndedRun): Promise<WrittenRun> {
  const { judging, sink, folder, names } = run
  const { failed: lost, ...evidence } = sink.close()
  const made = makeReport(judging, { file: evidenceName, ...evidence })
  const since = changesSince(run, made)
  const report = since === undefined ? made : { ...made, since }
  const { paths, failed } = await writeReports(folder, judging.registry.contract, report, names)
  const unwritten: unknown[] = [...(lost === null ? [] : [lost]), ...failed]
  const files = [...(lost === null ? [join(folder, evidenceName)] : []), ...paths]
  try {
    endFiles(folder)
  } catch (error) {
    unwritten.push(error)
  }
  return { report, files, evidence: lost === null, unwritten }
}

function changesSince({ before, visited }: Pick<EndedRun, 'before' | 'visited'>, made: Report): Since | undefined {
  if (before !== undefined) return sinceOf(before, made)
  return visited?.since === undefined ? undefined : sinceLater(visited.since, visited, made)
}
