import { join } from 'node:path'
import { makeRun, type MakeRunOptions } from '../act/makeRun.js'
import { evidenceFile, evidenceName, type EvidenceFile } from '../evidence/evidenceFile.js'
import type { RunKey } from '../evidence/runKey.js'
import type { Judging } from '../judge/judging.js'
import { openReportFolder } from './reportFolder.js'
import { removeReports } from './writeReports.js'

/** A run whose evidence goes into a folder. */
export interface RecordRunOptions extends Omit<MakeRunOptions, 'sink' | 'signal'> {
  readonly cwd: string
  /** Folder for evidence and reports; without one a new folder is made in `reports/`. */
  readonly out: string | undefined
  /** Seals the evidence; without one nothing can come back to the run. */
  readonly key: RunKey | undefined
  /** What may end the run early, once its evidence has a place. */
  readonly signalFor: (sink: EvidenceFile) => AbortSignal | undefined
}

/** A run that is over, and its evidence, which is to be closed. */
export interface RecordedRun {
  readonly judging: Judging
  readonly sink: EvidenceFile
  /** Absolute. */
  readonly folder: string
}

/**
 * Makes a run in a folder of its own or the one named, and lets `finish` report it there. Evidence that cannot be written any more ends
 * the run early.
 */
export async function recordRun<Result>(
  { cwd, out, key, signalFor, ...options }: RecordRunOptions,
  finish: (recorded: RecordedRun) => Promise<Result>,
): Promise<Result> {
  const folder = openReportFolder({ cwd, out, targetUrl: options.profile.target.url, now: options.clock.now() })
  const broken = new AbortController()
  const sink = evidenceFile(join(folder.path, evidenceName), {
    key,
    onOpen: () => removeReports(folder.path),
    onError: (error) => broken.abort(error),
  })
  try {
    const given = signalFor(sink)
    const signal = given === undefined ? broken.signal : AbortSignal.any([given, broken.signal])
    const judging = await makeRun({ ...options, sink, signal })
    return await finish({ judging, sink, folder: folder.path })
  } finally {
    folder.discard()
  }
}
