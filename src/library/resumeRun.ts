import { resolve } from 'node:path'
import { type Progress, type RunOptions, silent } from '../act/runContext.js'
import { type Clock, systemClock } from '../wire/clock.js'
import type { BookingFate } from '../evidence/evidence.js'
import { bookingFates, firstDue } from '../judge/seen.js'
import { KnownSecrets } from '../wire/secrets.js'
import { type EndedRun, type OwnSuite, packWith, type RanSuites, writeRun } from './runSuites.js'
import { finish, settle } from '../act/run.js'
import { evidenceName, resumeEvidenceFile } from '../evidence/evidenceFile.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import type { Report } from '../judge/report.js'
import { type OwnRun, ownRun, type OwnRunOptions, reportIn, type World } from './ownRun.js'
import { existsSync } from 'node:fs'
import { EvidenceError } from '../evidence/evidence.js'
import { reopenReportFolder } from '../report/reportFolder.js'
import { beginFiles, checkFiles, filesOf, listedFormats } from '../report/runFiles.js'
import { greet, type Left } from '../act/walk.js'
import { systemNonce } from '../wire/marker.js'
import { uncheckedCertificates } from '../wire/network.js'
import type { Profile } from '../profile/profile.js'

/** What {@link resumeRun} comes back to. */
export interface ResumeRunOptions {
  /** Folder of the run. */
  readonly run: string
  /** Path of the profile, where it is no longer the one that the run was given. */
  readonly profile?: string
  /** Address in place of `target.url`, if the run was given one. */
  readonly target?: string
  /** Where `${NAME}` in the profile and the key of the run come from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Suites of your own that the run was given. */
  readonly suites?: readonly OwnSuite[]
  readonly progress?: Progress
  /** Aborted: what is under way ends early and is reported as aborted. */
  readonly signal?: AbortSignal
  /** The time by which holds are due; that of the machine unless given. */
  readonly clock?: Clock
  /** Cancels what is left, also holds that still age and what a killed run left. */
  readonly cancelAll?: boolean
}

/** What {@link resumeRun} came to. */
export interface ResumedRun extends RanSuites {
  /** When the first hold is due that still ages; null: none does. */
  readonly nextAt: string | null
  /** How many bookings of the run were on the target when it was come back to. */
  readonly found: number
  /** Those that still are. */
  readonly left: readonly BookingFate[]
}

/**
 * Comes back to a run, as `octospec resume` does. It completes the report with the holds due by now. If no hold ages,
 * it cancels what is left. If a hold is due later, or nothing is left, it sends nothing and keeps the report.
 * @throws EvidenceError, OwnRunError or ProfileError if it is no run of this user's own or had another profile;
 * RunError if the target does not answer; then nothing has changed
 */
export async function resumeRun(options: ResumeRunOptions): Promise<ResumedRun> {
  const { clock = systemClock, env = process.env, progress = silent, signal, cancelAll = false } = options
  const folder = resolve(options.run)
  const world = { env, clock, cwd: resolve('.'), secrets: new KnownSecrets() }
  const registry = packWith(options.suites)
  const run = { folder, profile: options.profile, target: options.target, registry, beginning: cancelAll }
  return revisitRun(run, world, async (own) => {
    const { judging, read, append } = own
    const todo = toResume(own, { now: clock.now(), cancels: cancelAll, waits: false })
    const before = openBookings(own, clock.now())
    const found = before.length
    if (todo.kind === 'nothing' || todo.kind === 'early') {
      const report = reportOf(judging, read.hash().digest('hex'))
      return { report, folder, unwritten: [], nextAt: firstDue(report), found, left: before }
    }
    const cut = cutBy(signal)
    const ended = await append(cut.broken).act(todo.act, { signal: cut.signal, progress })
    const { report, unwritten } = await writeRun(ended)
    const left = report.bookings.filter((each) => isOpen(judging, each))
    return { report, folder, unwritten, nextAt: firstDue(report), found, left }
  })
}

/** What a run that is come back to still needs. */
type ToResume =
  /** No hold of it ages, and nothing of it is left on the target. */
  | { readonly kind: 'nothing' }
  /** Its first hold is due later. */
  | { readonly kind: 'early'; readonly due: string }
  /** Holds are to be looked at, or bookings to be cancelled. */
  | { readonly kind: 'complete' | 'finish'; readonly act: typeof finish }

/** Says what a run needs: its holds are completed first, and what is left of it is cancelled. */
export function toResume(
  own: Pick<OwnRun, 'profile' | 'judging'>,
  { now, cancels, waits }: { readonly now: number; readonly cancels: boolean; readonly waits: boolean },
): ToResume {
  const due = firstDue(reportOf(own.judging))
  // The evidence of a killed run does not say how its holds ended: they are cancelled.
  if (due !== null && own.judging.end !== null && !cancels)
    return waits || Date.parse(due) <= now
      ? { kind: 'complete', act: (judging, options) => settle(judging, { ...options, stays: waits }) }
      : { kind: 'early', due }
  return openBookings(own, now).length === 0 ? { kind: 'nothing' } : { kind: 'finish', act: finish }
}

/** The bookings of a run that hold something on the target, as far as its evidence says. */
export function openBookings(
  { judging, profile }: Pick<OwnRun, 'profile' | 'judging'>,
  now: number,
): readonly BookingFate[] {
  const { registry, books } = judging
  return bookingFates(books.entries(), registry, profile, now).filter((each) => isOpen(judging, each))
}

export function isOpen({ registry }: Pick<Judging, 'registry'>, { fate }: Pick<BookingFate, 'fate'>): boolean {
  return registry.bookings.remains(fate) !== 'nothing'
}

/** The report of a run as its evidence has it by now. */
function reportOf(judging: Judging, sha256 = ''): Report {
  return makeReport(judging, { file: evidenceName, sha256, exchanges: judging.exchanges })
}

/** Which run is come back to. */
interface Revisited extends OwnRunOptions {
  /** Absolute. */
  readonly folder: string
}

/** A run that was come back to. As long as nothing is appended, its folder stays what it was. */
export interface Revisit extends OwnRun {
  /** Opens the evidence again; `broken` is told where it cannot be gone on with. */
  append(broken: (error: Error) => void): Appending
}

/** How it is acted: `progress` is silent unless given. */
type Acting = Pick<RunOptions, 'signal' | 'timeLimit'> & Partial<Pick<RunOptions, 'progress'>>

/** The evidence of a run that is gone on with. */
interface Appending {
  readonly sink: EndedRun['sink']
  /** Does what the run left undone. @throws RunError where the target does not answer; then nothing has changed */
  act(what: typeof finish, how: Acting): Promise<EndedRun>
}

/**
 * Comes back to a run of this user's own, and keeps other runs out of its folder meanwhile.
 * @throws OwnRunError, EvidenceError, ProfileError, RunKeyError, OutputError, FolderInUse; and what `visit` throws
 */
export async function revisitRun<T>(
  { folder: path, ...named }: Revisited,
  world: World,
  visit: (run: Revisit) => Promise<T>,
): Promise<T> {
  const { clock, env } = world
  if (!existsSync(path)) throw new EvidenceError(`${path}: there is no such folder`)
  const folder = reopenReportFolder(path)
  try {
    const names = listedFormats(path)
    const files = filesOf(names)
    const written = files.filter((name) => name !== evidenceName)
    checkFiles(path, written, 'visit')
    const visited = reportIn(path)
    const own = await ownRun(path, named, world)
    const { profile, judging, read, key } = own
    const append: Revisit['append'] = (broken) => {
      // The evidence will belie the reports of the earlier visit from then on.
      const onOpen = (): void => void beginFiles(path, files, [evidenceName])
      const sink = resumeEvidenceFile(read, { key, onOpen, onError: broken })
      return {
        sink,
        act: async (what, how) => {
          await greet({ ...how, registry: judging.registry, profile, clock }, leftOf(judging, profile, clock.now()))
          const notes = uncheckedCertificates(profile, env)
          await what(judging, { progress: silent, ...how, profile, clock, random: systemNonce, sink, notes })
          return { judging, sink, folder: path, names, ...(visited && { visited }) }
        },
      }
    }
    return await visit({ ...own, append })
  } finally {
    folder.close()
  }
}

/** The bookings of the run that still hold something, as far as its evidence says. */
function leftOf({ books, registry }: Judging, profile: Profile, now: number): readonly Left[] {
  return books.entries().flatMap((entry) => {
    const remains = registry.bookings.remains(registry.bookings.fateOf(entry, profile, now).fate)
    return remains === 'nothing' ? [] : [{ ...entry, endsByItself: remains === 'for-now' }]
  })
}

/** What ends a visit to a target early: a signal of the caller's, and evidence that cannot be gone on with. */
export function cutBy(signal: AbortSignal | undefined): { signal: AbortSignal; broken: (error: unknown) => void } {
  const unwritable = new AbortController()
  return {
    signal: signal === undefined ? unwritable.signal : AbortSignal.any([signal, unwritable.signal]),
    broken: (error) => unwritable.abort(error),
  }
}
