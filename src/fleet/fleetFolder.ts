import type { Report, ReportedBooking, Since, Verdict } from '../judge/report.js'
import { endingOf, levelsInWords, standingOf } from '../judge/verdict.js'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { safeJson } from '../contract/escapeText.js'
import { departure } from '../contract/publishedShape.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { makeFolder, OutputError, writeWhole, writing } from '../evidence/files.js'
import type { Shard } from './fleetFile.js'
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

const runName = /^\d{8}-\d{6}(-\d{1,4})?$/

/** The folder of a fleet: runs and `target.json` of each target, a pass of each shard, and the index. */
export class FleetFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** What one target is known by; a new one where there is none that can be read. */
  record(name: string): FleetRecord {
    const found = this.#read(join(this.targetFolder(name), 'target.json'))
    return found !== null && departure('fleet.schema.json', found, 'target') === null
      ? // The schema describes this type member by member.
        { ...(found as FleetRecord), name }
      : { schemaVersion: 1, name, runs: [] }
  }

  /** @throws OutputError where it leads out of the folder of the fleet */
  targetFolder(name: string): string {
    return this.#inside('runs', name)
  }

  runFolder(name: string, run: Pick<FleetRun, 'folder'>): string {
    return join(this.targetFolder(name), run.folder)
  }

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
    for (const run of this.record(name).runs.toReversed()) {
      if (!cameToItsEnd(run)) continue
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
    const { runs } = this.record(name)
    const kept = [...runs.filter(({ pass }) => pass !== run.pass), run].slice(-mostRuns)
    await this.#write(join(this.targetFolder(name), 'target.json'), { schemaVersion: 1, name, runs: kept })
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
    if (!existsSync(parent)) return []
    return readdirSync(parent)
      .filter((folder) => runName.test(folder))
      .map((folder) => join(parent, folder))
      .filter((folder) => existsSync(join(folder, evidenceName)) && !existsSync(join(folder, 'report.json')))
  }

  isDone(name: string, pass: Pick<Pass, 'startedAt'>): boolean {
    return this.record(name).runs.at(-1)?.pass === pass.startedAt
  }

  /** The unfinished pass of this shard, or a new one. @throws OutputError, FolderInUse */
  async open(
    pass: Pick<Pass, 'startedAt' | 'shard' | 'targets' | 'fleet'>,
    anew: boolean,
  ): Promise<{ readonly pass: Pass; close(): void }> {
    const folder = this.#inside('passes', `${pass.shard.index}-of-${pass.shard.of}`)
    writing(folder, () => makeFolder(folder, mode))
    const close = lockFolder(folder)
    try {
      const before = this.#pass(folder)
      const goesOn = !anew && before !== null && before.endedAt === null
      const opened: Pass = { schemaVersion: 1, endedAt: null, ...pass, ...(goesOn && { startedAt: before.startedAt }) }
      await this.#write(join(folder, 'pass.json'), opened)
      return { pass: opened, close }
    } catch (error) {
      close()
      throw error
    }
  }

  async end(pass: Pass, endedAt: string): Promise<void> {
    const { index, of } = pass.shard
    await this.#write(join(this.#inside('passes', `${index}-of-${of}`), 'pass.json'), { ...pass, endedAt })
  }

  passes(): readonly Pass[] {
    const folder = join(this.path, 'passes')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => /^\d{1,4}-of-\d{1,4}$/.test(name))
      .flatMap((name) => this.#pass(join(folder, name)) ?? [])
  }

  /** Who hands on the folder of a fleet shall not say where else its next pass writes. */
  #inside(kind: 'runs' | 'passes', name: string): string {
    const parent = join(this.path, kind)
    const folder = join(parent, name)
    for (const each of [parent, folder])
      if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true)
        throw new OutputError(each, null, ['it is a symbolic link', 'remove it, or name another folder with --out'])
    return folder
  }

  #pass(folder: string): Pass | null {
    const found = this.#read(join(folder, 'pass.json'))
    // As above.
    return departure('fleet.schema.json', found, 'pass') === null ? (found as Pass) : null
  }

  #read(path: string): unknown {
    try {
      return JSON.parse(readPlainFile(path, longest).toString('utf8'))
    } catch (error) {
      if (error instanceof PlainFileError || error instanceof SyntaxError) return null
      throw error
    }
  }

  async #write(path: string, content: FleetRecord | Pass): Promise<void> {
    await writeWhole(path, `${safeJson(content)}\n`)
  }
}

export function isFleet(path: string): boolean {
  return existsSync(join(path, 'passes'))
}

export function hashOfFleet(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex')
}
