import type { Report, ReportedBooking, Since, Verdict } from '../judge/report.js'
import { endingOf, levelsInWords, standingOf } from '../judge/verdict.js'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { safeJson } from '../contract/escapeText.js'
import { departure } from '../contract/publishedShape.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { makeFolder, OutputError, writing, writeWhole } from '../evidence/files.js'
import type { Fleet, Shard } from './fleetFile.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { lockFolder, timeName } from '../report/reportFolder.js'
import { ReportError, readReport } from '../report/reportFile.js'
import { beginFiles, endFiles } from '../report/runFiles.js'

/** What the index keeps of one run of a target. */
export interface FleetRun {
  readonly pass: string
  readonly folder: string
  readonly url: string
  readonly startedAt: string
  readonly durationMs: number
  readonly requests: number
  readonly verdict: Verdict
  /** The verdict as people read it; absent in a run of an earlier octospec. */
  readonly ending?: string
  readonly headline: string
  /** By level, in words; null: nothing. */
  readonly broken: string | null
  readonly unverified: string | null
  /** Checks that fail and are not waived. */
  readonly failing: readonly string[]
  readonly left: number
  /** Bookings of which nobody knows whether they are there: `octospec resume` may learn it. */
  readonly unknown: number
  /** What changed since the last run that came to its end; null: there is none, or this one did not. */
  readonly since: Pick<Since, 'startedAt' | 'newFailures' | 'mended' | 'unverified' | 'verified'> | null
}

/** One target and its last runs, the oldest first: `target.json` in its folder. */
export interface FleetRecord {
  readonly schemaVersion: 1
  readonly name: string
  readonly runs: readonly FleetRun[]
}

/** `index.json` of a fleet, as `spec/fleet.schema.json` describes it. */
export interface FleetIndex {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'octospec'; readonly version: string }
  readonly startedAt: string
  readonly endedAt: string
  readonly summary: Readonly<Record<Verdict, number>>
  readonly targets: readonly FleetRecord[]
}

export function fleetRun(report: Report, pass: string, folder: string, since: Since | undefined): FleetRun {
  const standings = standingOf(report.clauses)
  const count = (what: ReportedBooking['remains']): number =>
    report.bookings.filter(({ remains }) => remains === what).length
  const changed = since !== undefined && cameToItsEnd(report) ? since : null
  return {
    pass,
    folder,
    url: report.target.url,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    requests: report.requests,
    verdict: report.verdict,
    ending: endingOf(report),
    headline: report.headline,
    broken: levelsInWords(standings, 'broken') ?? null,
    unverified: levelsInWords(standings, 'unverified') ?? null,
    failing: report.checks.flatMap(({ id, outcome, waived }) => (outcome === 'fail' && !waived ? [id] : [])),
    left: count('for-good'),
    unknown: count('unknown'),
    since: changed && {
      startedAt: changed.startedAt,
      newFailures: changed.newFailures,
      mended: changed.mended,
      unverified: changed.unverified,
      verified: changed.verified,
    },
  }
}

/** Whether a run can be compared: one that was cut short knows too little. */
export function cameToItsEnd({ verdict }: Pick<FleetRun, 'verdict'>): boolean {
  return verdict !== 'aborted' && verdict !== 'suite-error'
}

export interface Pass {
  readonly schemaVersion: 1
  readonly startedAt: string
  /** null: it is under way, or was stopped. */
  readonly endedAt: string | null
  readonly shard: Shard
  readonly targets: readonly string[]
  /** Names of all targets of the fleet, hashed: shards of one fleet have the same. */
  readonly fleet: string
}

/** Bytes of one of the files at most. */
const longest = 16 * 1024 * 1024
/** Runs of one target that are remembered. */
const mostRuns = 30
/** Of new folders: what runs show is their owner's. */
const mode = 0o700

/** The folder of a fleet: runs and `target.json` of each target, a pass of each shard, and the index. */
export class FleetFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** What one target is known by; a new one where there is none that can be read. */
  record(name: string): FleetRecord {
    // The schema describes this type member by member.
    const found = this.#read(join(this.targetFolder(name), 'target.json'), 'target') as FleetRecord | null
    return { schemaVersion: 1, runs: [], ...found, name }
  }

  /** @throws OutputError where it leads out of the folder of the fleet */
  targetFolder(name: string): string {
    return this.#inside('runs', name)
  }

  runFolder(name: string, run: Pick<FleetRun, 'folder'>): string {
    return join(this.targetFolder(name), run.folder)
  }

  /** Makes the folder of a target, and gives the name of one in it for a run that begins now. */
  newRunFolder(name: string, now: number): string {
    const parent = this.targetFolder(name)
    writing(parent, () => makeFolder(parent, mode))
    return this.freeRunFolder(name, timeName(now))
  }

  freeRunFolder(name: string, wanted: string): string {
    for (let count = 1; ; count += 1) {
      const folder = count === 1 ? wanted : `${wanted}-${count}`
      if (!existsSync(join(this.targetFolder(name), folder))) return folder
    }
  }

  reportBefore(name: string): Report | undefined {
    for (const run of this.record(name).runs.toReversed().filter(cameToItsEnd)) {
      try {
        return readReport(this.path, this.runFolder(name, run))
      } catch (error) {
        if (!(error instanceof ReportError)) throw error
      }
    }
    return undefined
  }

  /** Adds a run to what its target is known by. @throws OutputError */
  async add(name: string, run: FleetRun): Promise<void> {
    const before = this.record(name).runs.filter(({ pass }) => pass !== run.pass)
    const record: FleetRecord = { schemaVersion: 1, name, runs: [...before, run].slice(-mostRuns) }
    await writeWhole(join(this.targetFolder(name), 'target.json'), `${safeJson(record)}\n`)
  }

  /** Takes the files of all but the last runs away, but for those that `octospec resume` needs. */
  prune(name: string, keep: number): void {
    for (const run of this.record(name).runs.slice(0, -keep)) {
      const folder = this.runFolder(name, run)
      if (run.unknown > 0 || lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue
      try {
        beginFiles(folder, [])
        endFiles(folder)
        rmdirSync(folder)
      } catch {
        // Somebody keeps something there: it stays.
      }
    }
  }

  /** Folders of runs of a target that were killed: there is evidence, and no report. */
  killed(name: string): readonly string[] {
    const parent = this.targetFolder(name)
    return namesIn(parent, /^\d{8}-\d{6}(-\d{1,4})?$/)
      .map((folder) => join(parent, folder))
      .filter((folder) => existsSync(join(folder, evidenceName)) && !existsSync(join(folder, 'report.json')))
  }

  /** The unfinished pass of this shard, or a new one. @throws OutputError, FolderInUse */
  async open(
    pass: Omit<Pass, 'schemaVersion' | 'endedAt'>,
    anew: boolean,
  ): Promise<{ readonly pass: Pass; close(): void }> {
    const folder = this.#passFolder(pass)
    writing(folder, () => makeFolder(folder, mode))
    const close = lockFolder(folder)
    try {
      const before = this.#pass(folder)
      const goesOn = !anew && before !== null && before.endedAt === null
      const opened = { ...pass, ...(goesOn && { startedAt: before.startedAt }) }
      return { pass: await this.end(opened, null), close }
    } catch (error) {
      close()
      throw error
    }
  }

  /** Writes when a pass ended; null: it is under way. */
  async end(pass: Omit<Pass, 'schemaVersion' | 'endedAt'>, endedAt: string | null): Promise<Pass> {
    const written: Pass = { ...pass, schemaVersion: 1, endedAt }
    await writeWhole(join(this.#passFolder(pass), 'pass.json'), `${safeJson(written)}\n`)
    return written
  }

  passes(): readonly Pass[] {
    const folder = join(this.path, 'passes')
    return namesIn(folder, /^\d{1,4}-of-\d{1,4}$/).flatMap((name) => this.#pass(join(folder, name)) ?? [])
  }

  #passFolder({ shard: { index, of } }: Pick<Pass, 'shard'>): string {
    return this.#inside('passes', `${index}-of-${of}`)
  }

  /** Who hands on the folder of a fleet shall not say where else its next pass writes. */
  #inside(kind: 'runs' | 'passes', name: string): string {
    const parent = join(this.path, kind)
    const folder = join(parent, name)
    for (const each of [parent, folder])
      if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true)
        throw new OutputError(each, null, ['it is a symbolic link', 'remove it, or set another folder with --out'])
    return folder
  }

  #pass(folder: string): Pass | null {
    // As above.
    return this.#read(join(folder, 'pass.json'), 'pass') as Pass | null
  }

  /** null: it is not there, or not what octospec writes. */
  #read(path: string, as: 'target' | 'pass'): unknown {
    try {
      const found: unknown = JSON.parse(readPlainFile(path, longest).toString('utf8'))
      return departure('fleet.schema.json', found, as) === null ? found : null
    } catch (error) {
      if (error instanceof PlainFileError || error instanceof SyntaxError) return null
      throw error
    }
  }
}

function namesIn(folder: string, pattern: RegExp): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : []
}

/** Shards of one fleet have the same. */
export function hashOfFleet({ targets }: Pick<Fleet, 'targets'>): string {
  const names = targets.map(({ name }) => name).toSorted()
  return createHash('sha256').update(JSON.stringify(names)).digest('hex')
}
