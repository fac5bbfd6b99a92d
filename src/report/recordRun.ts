import { join } from 'node:path'
import { makeRun, type MakeRunOptions } from '../act/run.js'
import { evidenceFile, evidenceName, type EvidenceFile } from '../evidence/evidenceFile.js'
import type { RunKey } from '../evidence/seal.js'
import type { Judging } from '../judge/judging.js'

export interface RecordRunOptions extends Omit<MakeRunOptions, 'sink' | 'signal' | 'onBreak'> {
  readonly folder: string
  /** Seals the evidence; without one nothing can come back to the run. */
  readonly key: RunKey | undefined
  readonly signalFor: (sink: EvidenceFile) => AbortSignal | undefined
}

export interface RecordedRun {
  readonly judging: Judging
  readonly sink: EvidenceFile
  /** Absolute. */
  readonly folder: string
}

/**
 * Makes a run in a folder, and lets `finish` report it there. Evidence that cannot be written any more ends the run early.
 * @param broken reports a run that could not begin or go on, before what kept it from that is thrown
 */
export async function recordRun<Result>(
  { folder, key, signalFor, ...options }: RecordRunOptions,
  finish: (recorded: RecordedRun) => Promise<Result>,
  broken: (recorded: RecordedRun, error: unknown) => Promise<void>,
): Promise<Result> {
  const unwritable = new AbortController()
  const sink = evidenceFile(join(folder, evidenceName), { key, onError: (error) => unwritable.abort(error) })
  const given = signalFor(sink)
  const signal = given === undefined ? unwritable.signal : AbortSignal.any([given, unwritable.signal])
  let judged: Judging | undefined
  try {
    const judging = await makeRun({ ...options, sink, signal, onBreak: (until) => (judged = until) })
    return await finish({ judging, sink, folder })
  } catch (error) {
    if (judged !== undefined) await broken({ judging: judged, sink, folder }, error)
    throw error
  }
}
