import { join, resolve } from 'node:path'
import { writeRun } from './writeRun.js'
import { systemClock } from '../client/clock.js'
import { readPointer } from '../contract/jsonPointer.js'
import { evidenceFile, evidenceName } from '../evidence/evidenceFile.js'
import { openRunKey, type RunKey } from '../evidence/runKey.js'
import { RunKeyError } from '../evidence/runKeyError.js'
import { whyUnproven } from '../evidence/seal.js'
import { mergeEvidence, readShards, type ReadShard } from '../judge/mergeEvidence.js'
import { packWith, type OwnSuite } from './packWith.js'
import { placeOfRun } from '../report/reportFile.js'
import { openReportFolder } from '../report/reportFolder.js'
import { beginFiles, filesOf } from '../report/runFiles.js'
import { setAside } from '../report/setAside.js'
import type { RanSuites } from './ranSuites.js'

/** What {@link mergeRuns} makes one run of. */
export interface MergeRunsOptions {
  /** Folders of all of the shards, in any order. */
  readonly runs: readonly string[]
  /** Folder for evidence and reports; without one a new folder is made in `reports/`. */
  readonly out?: string
  /** Formats of the report, as `octospec run --report` knows them; `json` in any case. */
  readonly formats?: readonly string[]
  /** Where the key of the run comes from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Suites of your own that the run was given. */
  readonly suites?: readonly OwnSuite[]
}

/** What {@link mergeRuns} came to. */
export interface MergedRuns extends RanSuites {
  /** Why the evidence carries no seal, so that nothing can come back to it; null: it does. */
  readonly unsealed: string | null
}

/**
 * Makes one run of its shards, as `octospec merge` does: one evidence, one verdict. Sends nothing.
 *
 * @throws EvidenceError unless they are all of the shards of one run; ReportError where there is no such run; OutputError or FolderInUse
 * where the folder cannot be used
 */
export async function mergeRuns(options: MergeRunsOptions): Promise<MergedRuns> {
  const { runs, out, formats: names = [], env = process.env, suites } = options
  const cwd = resolve('.')
  const shards = await readShards(runs.map((run) => join(placeOfRun(cwd, run).folder, evidenceName)))
  const { key, unsealed } = keyOfShards(shards, env)
  const folder = openReportFolder({ cwd, out, targetUrl: targetOfShards(shards), now: systemClock.now() })
  try {
    const files = filesOf(names)
    const registry = packWith(suites)
    const aside = setAside(folder.path, files, registry, systemClock.now())
    beginFiles(folder.path, files)
    const sink = evidenceFile(join(folder.path, evidenceName), { key })
    const judging = await mergeEvidence(shards, registry, sink)
    const { report, unwritten } = await writeRun({ judging, sink, folder: folder.path, names })
    return { report, folder: folder.path, unwritten, unsealed, ...(aside && { keptAside: aside.path }) }
  } finally {
    folder.close()
  }
}

/** The key to seal the whole with: only where each shard is proven to be of a run of ours, or the seal would make it so. */
export function keyOfShards(
  shards: readonly ReadShard[],
  env: NonNullable<MergeRunsOptions['env']>,
): { readonly key: RunKey | undefined; readonly unsealed: string | null } {
  try {
    const key = openRunKey(env, false)
    for (const { path, read } of shards) {
      const why = whyUnproven(read, key)
      if (why !== null) return { key: undefined, unsealed: `${path}: ${why}` }
    }
    return { key, unsealed: null }
  } catch (error) {
    if (error instanceof RunKeyError) return { key: undefined, unsealed: error.message }
    throw error
  }
}

/** The address that the shards were run against; empty: they do not say. */
export function targetOfShards([first]: readonly ReadShard[]): string {
  const url = readPointer<unknown>(first?.plan.profile ?? null, '/target/url')
  return typeof url === 'string' ? url : ''
}
