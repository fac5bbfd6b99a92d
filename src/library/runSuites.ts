import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Json, Profile, Waiver } from '../profile/profile.js'
import { pack } from '../pack.js'
import { readProfile } from '../profile/readProfile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import { readPointer } from '../contract/json.js'
import { systemClock } from '../wire/clock.js'
import type { CheckResult, Report, Since } from '../judge/report.js'
import { type Progress, silent } from '../act/runContext.js'
import { openRunKey, type RunKey, RunKeyError } from '../evidence/seal.js'
import type { Pack } from '../suite/pack.js'
import { openReportFolder } from '../report/reportFolder.js'
import { beginFiles, endFiles, filesOf, setAside, type SetAside, writeReports } from '../report/runFiles.js'
import type { PlanOptions } from '../judge/plan.js'
import { messageOf } from '../contract/messageOf.js'
import { registryOf, type Suite } from '../suite/suite.js'
import { type EvidenceFile, evidenceName, evidenceFile } from '../evidence/evidenceFile.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import { sinceLater, sinceOf } from '../judge/compareReports.js'
import { makeRun, type MakeRunOptions } from '../act/run.js'

/**
 * Tests a server against the documents, as `octospec run` does, and writes the report.
 * @throws ProfileError for an unusable profile; RunError if the run cannot start, so that no booking was made;
 * OutputError or FolderInUse if the folder cannot be used. Later problems with writing are in `unwritten`.
 */
export async function runSuites(options: RunSuitesOptions): Promise<RanSuites> {
  const { profile: file, env = process.env, waive, suites } = options
  const overrides = { ...options.overrides, ...(waive !== undefined && { waive: waive.map((each) => ({ ...each })) }) }
  const registry = packWith(suites)
  const now = new Date(systemClock.now())
  const cwd = resolve('.')
  const profile = await readProfile({ keys: registry.profile, file, env, now, cwd, overrides })
  // As reports show it, without a secret.
  const url = readPointer<Json>(redactedProfile(profile, pack.profile), '/target/url')
  const target = typeof url === 'string' && options.overrides?.['target.url'] !== undefined ? url : undefined
  // A program has it among its dependencies, and not on its path.
  const command = options.command ?? ['npx', ...commandWords({ ...options, profile: profile.file, target })]
  return runProfile(profile, { ...options, command, env, cwd, registry })
}

/** What the words of a command line are made of. */
interface Commanded extends Pick<PlanOptions, 'effort' | 'strict' | 'wait' | 'allowLiveBookings'> {
  readonly profile: string
  readonly target?: string | undefined
}

/** The words that make such a run again: see `Plan.command`. */
export function commandWords({ profile, target, effort, strict, wait, allowLiveBookings }: Commanded): string[] {
  return [
    'octospec',
    'run',
    '--profile',
    profile,
    ...(target === undefined ? [] : ['--target', target]),
    // A smoke run chooses checks; what failed in it is run again as in any other.
    ...(effort === undefined || effort === 'smoke' ? [] : ['--effort', effort]),
    ...(strict === true ? ['--strict'] : []),
    ...(wait === true ? ['--wait'] : []),
    ...(allowLiveBookings === true ? ['--allow-live-bookings'] : []),
  ]
}

/** What {@link runProfile} is told besides the profile. */
interface RunProfileOptions extends Omit<RunSuitesOptions, 'profile' | 'overrides' | 'waive' | 'suites'> {
  /** The shipped pack unless given. */
  readonly registry?: Pack
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly before?: Report | undefined
}

/** Makes a run with a profile that was read: see `runSuites`, which reads it first. */
export async function runProfile(profile: Profile, options: RunProfileOptions): Promise<RanSuites> {
  const { env, cwd, out, before, concurrency, formats = [], progress = silent, timeLimit, registry = pack } = options
  const folder = openReportFolder({ cwd, out, targetUrl: profile.target.url, now: systemClock.now() })
  let aside: SetAside | null = null
  const write = async (recorded: RecordedRun): Promise<RanSuites> => {
    const { report, unwritten } = await writeRun({ ...recorded, names: formats, ...(before && { before }) })
    return { report, folder: folder.path, unwritten, ...(aside && { keptAside: aside.path }) }
  }
  try {
    const files = filesOf(formats)
    aside = setAside(folder.path, files, registry, systemClock.now())
    beginFiles(folder.path, files)
    const recording = { registry, profile, choices: options, clock: systemClock, concurrency, progress, timeLimit }
    return await recordRun(
      { ...recording, env: process.env, folder: folder.path, key: keyOf(env), signalFor: () => options.signal },
      write,
      async (recorded) => void (await write(recorded)),
    )
  } finally {
    folder.close()
  }
}

/** If no key can be kept, the run is made all the same, and nothing can come back to it. */
function keyOf(env: RunProfileOptions['env']): RunKey | undefined {
  try {
    return openRunKey(env, true)
  } catch (error) {
    if (error instanceof RunKeyError) return undefined
    throw error
  }
}

/** What {@link runSuites} runs, and on what. */
export interface RunSuitesOptions extends PlanOptions {
  /** Path of a YAML profile. */
  readonly profile: string
  /** Where `${NAME}` in the profile comes from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Values over the profile, by dotted key: `{ 'target.url': 'http://127.0.0.1:4010' }`. */
  readonly overrides?: Readonly<Record<string, Json>>
  /** In place of the waivers of the profile. */
  readonly waive?: readonly Waiver[]
  /** Suites of your own, run beside those of octospec; `verifyRun` and `resumeRun` must be given them, too. */
  readonly suites?: readonly OwnSuite[]
  /** Scenarios at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  /** Folder for evidence and reports; without one a new folder is made in `reports/`. */
  readonly out?: string
  /** Formats of the report, as `octospec run --report` knows them; `json` in any case. */
  readonly formats?: readonly string[]
  readonly progress?: Progress
  /** Milliseconds for its requests and the waits between them; two hours unless set. Then it ends as if aborted. */
  readonly timeLimit?: number | undefined
  /** Aborted: the run ends early, cleans up and is reported as aborted. */
  readonly signal?: AbortSignal
}

/** What {@link runSuites} came to. */
export interface RanSuites {
  readonly report: Report
  /** Folder of the evidence and the reports. */
  readonly folder: string
  /** What kept files from being written: with none of these, all of them are there. */
  readonly unwritten: readonly unknown[]
  /**
   * Folder below that one, with the files of the run before in it, as somebody may have to come back to that run;
   * absent if nothing was moved.
   */
  readonly keptAside?: string
}

/**
 * Runs the suites as `runSuites` does, and yields each result once its scenario is done; checks of the whole run come
 * at its end. A result that later answers change is yielded again. The last one counts, and is in the report. A caller
 * that stops listening ends the run early, which cleans up.
 * @returns what `runSuites` does, once all is told
 * @throws what `runSuites` does
 */
export async function* outcomesOf(
  options: Omit<RunSuitesOptions, 'progress'>,
): AsyncGenerator<CheckResult, RanSuites, undefined> {
  const left = new AbortController()
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal])
  const told = new PassThrough({ objectMode: true })
  const said = new Map<string, string>()
  const tell = (results: readonly CheckResult[]): void => {
    for (const result of results) {
      const text = JSON.stringify(result)
      if (said.get(result.id) !== text) told.write(result)
      said.set(result.id, text)
    }
  }
  const finished = (_scenario: string, _tally: unknown, results: () => readonly CheckResult[]): void => tell(results())
  const run = runSuites({ ...options, signal, progress: { ...silent, finished } }).then((ran) => {
    tell(ran.report.checks)
    return ran
  })
  const closed = run.then(
    () => void told.end(),
    () => void told.end(),
  )
  try {
    yield* told
  } finally {
    left.abort()
    await closed
  }
  return run
}

/** What a suite of a program's own declares; `openSuite` makes one. */
export type OwnSuite = Pick<Suite, 'declared'>

/**
 * The service with suites of a program's own beside those of its pack.
 * @throws TypeError where a check cites what is no clause of the documents, or an id is taken
 */
export function packWith(suites: readonly OwnSuite[] = []): Pack {
  if (suites.length === 0) return pack
  for (const { id, clause } of suites.flatMap(({ declared }) => declared.checks))
    if ((pack.contract.clause(clause)?.level ?? 'gap') === 'gap')
      throw new TypeError(
        `check ${id} cites ${clause}, which is no clause that is judged; octospec explain --clauses lists them`,
      )
  const { scenarios, checks, observations } = pack
  const declared = {
    scenarios: [...scenarios.values()],
    checks: [...checks.values()],
    observations: [...observations.values()],
  }
  try {
    return { ...pack, ...registryOf([{ declared }, ...suites]) }
  } catch (error) {
    throw new TypeError(messageOf(error), { cause: error })
  }
}

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
interface WrittenRun {
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
 * Makes a run in a folder, and lets `finish` report it there. It ends early if evidence cannot be written any more.
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
