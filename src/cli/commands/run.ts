import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultFormats, formats } from '../../report/formats.js'
import { recordRun, type RecordedRun } from '../../library/runSuites.js'
import { readReport } from '../../report/reportFile.js'
import { evidenceName, type EvidenceFile } from '../../evidence/evidenceFile.js'
import { type PlanOptions, selectChecks } from '../../judge/plan.js'
import type { MakeRunOptions } from '../../act/run.js'
import type { RunContext } from '../../act/runContext.js'
import { pack } from '../../pack.js'
import { usage, exitOf, CliError } from '../errorCodes.js'
import {
  command,
  duration,
  flag,
  text,
  texts,
  timeLimit,
  verboseRun,
  word,
  namesIn,
  reportNames,
  seedOption,
  type Command,
  type Given,
  type Seed,
} from '../command.js'
import { cutShort, type CutShort, type Duration, type Io } from '../io.js'
import { comeBackWith, finishRun, shownPath, type FinishedRun } from '../finishRun.js'
import { outFolder, type OutFolder, type OutFolderOptions } from '../runFolder.js'
import { openProfile, warnOf, type ProfileChoice } from '../profileSource.js'
import { liveProgress } from '../terminal/liveProgress.js'
import type { Profile } from '../../profile/profile.js'
import { openRunKey, type RunKey, RunKeyError } from '../../evidence/seal.js'
import { escapeText } from '../../contract/escapeText.js'
import { counts } from '../../judge/verdict.js'

const options = {
  profile: text('profile', 'YAML file about the target; octospec.yaml otherwise'),
  reference: flag('run on the embedded reference service'),
  target: text('target', 'address in place of target.url of the profile'),
  only: texts('only', 'checks or clauses by id, * is any text; or an earlier run: what failed there; repeatable'),
  seed: seedOption,
  effort: word('effort', ['smoke', 'low', 'normal', 'high'], 'how much to spend; smoke: at most 100 requests'),
  strict: flag('a convention that is broken fails'),
  'allow-untested': texts('allow-untested', 'checks or clauses that may stay untested; repeatable'),
  'allow-live-bookings': flag('confirm bookings also on a live target'),
  'ready-timeout': duration('ready-timeout', 'such as 60s: ask the target for so long until it answers, then begin'),
  'time-limit': timeLimit,
  wait: flag('let holds age by waiting, where the target has no test clock'),
  out: text('out', 'folder for the report; a new one in reports/ otherwise'),
  report: reportNames,
  baseline: text('baseline', 'earlier run: the exit code is for what is new since then alone'),
  verbose: verboseRun,
}

type Asked = Given<typeof options, never>

export const runCommand: Command = command({
  options,
  epilogue:
    'Exit codes: 0 conforms, 1 fails, 2 wrong use or wrong profile, 3 unverified, 4 aborted, 5 a fault of octospec.',
  misused: async (argv, why, io) => {
    const folder = outFolder(misusedFolder(argv), io)
    try {
      await folder.unstarted(why)
    } finally {
      folder.close()
    }
  },
  handle: makeAsked,
})

async function makeAsked(given: Asked, io: Io): Promise<number> {
  const { out, target, verbose, report: asked } = given
  const names = asked.length > 0 ? asked : defaultFormats
  const folder = outFolder({ out, names, target }, io)
  try {
    // Anything wrong with these is said before anything is sent.
    const baseline = given.baseline === undefined ? undefined : readReport(io.cwd, given.baseline)
    const showing = {
      verbose,
      names,
      out: folder,
      limit: given['time-limit'],
      asked: out !== undefined || asked.length > 0,
      readyWithin: given['ready-timeout'],
      ...(baseline && { baseline }),
    }
    const { only, seed: before } = chosenBy(given, io.cwd)
    const replay = replayOf(given.seed, only)
    const seed = given.seed?.number ?? before
    const { profile, close } = await openProfile(given, io)
    try {
      const choices: PlanOptions = {
        effort: given.effort ?? 'normal',
        strict: given.strict,
        only,
        allowUntested: given['allow-untested'],
        allowLiveBookings: given['allow-live-bookings'],
        wait: given.wait,
        command: commandOf(given, profile, io),
        ...(seed !== undefined && { seed }),
      }
      return await runAndReport({ choices, profile, replay }, showing, io)
    } finally {
      await close()
    }
  } catch (error) {
    await folder.unstarted(error instanceof Error ? error.message : 'octospec itself broke')
    throw error
  } finally {
    folder.close()
  }
}

type Showing = Omit<FinishedRun, 'judging' | 'sink' | 'folder'> & {
  readonly out: OutFolder
  readonly limit: Duration | undefined
  readonly readyWithin: Duration | undefined
  /** Somebody will look for the report, whatever comes of the run. */
  readonly asked: boolean
}

async function runAndReport(
  what: Pick<MakeRunOptions, 'choices' | 'profile' | 'replay'>,
  showing: Showing,
  io: Io,
): Promise<number> {
  const { env, clock } = io
  warnOf(what.profile, io)
  const { readyWithin } = showing
  if (readyWithin !== undefined) io.stderr.write(`asking for up to ${readyWithin.text} until the target answers\n`)
  const { url } = what.profile.target
  const before = showing.baseline ?? showing.out.before(what.profile)
  const folder = showing.out.begin(url)
  const progress = liveProgress(io, { ...showing, now: () => clock.monotonic() })
  let cut: CutShort | undefined
  const endAtOnce = (sink: EvidenceFile): void => {
    sink.flush()
    const back = comeBackWith(shownPath(io.cwd, folder), what.choices?.command, '--cancel-all')
    if (back !== null && existsSync(join(folder, evidenceName)))
      io.stderr.write(`\nended without cleaning up; whatever it has booked is ended by: ${back}\n`)
  }
  const signalFor = (sink: EvidenceFile): AbortSignal =>
    (cut = cutShort(io, () => endAtOnce(sink), showing.limit)).signal
  const report = (recorded: RecordedRun, exit?: number): Promise<number> => {
    progress.end()
    showing.out.reported()
    // What keeps a run from going on is told on one page, which follows.
    return finishRun(
      { ...recorded, ...showing, ...(before && { before }), ...(exit !== undefined && { exit, quiet: true }) },
      io,
    )
  }
  try {
    return await recordRun(
      {
        ...what,
        registry: pack,
        env,
        clock,
        progress,
        signalFor,
        folder,
        key: runKeyFor(io),
        readyWithin: readyWithin?.milliseconds,
        timeLimit: showing.limit?.milliseconds,
      },
      (recorded) => report(recorded),
      async (recorded, error) => {
        if (showing.asked || recorded.judging.bookings.length > 0) return void (await report(recorded, exitOf(error)))
        // Nobody said where to look for a report, so nobody looks for one.
        recorded.sink.close()
        showing.out.forget()
      },
    )
  } finally {
    progress.end()
    cut?.release()
  }
}

/** As much of a command line that cannot be read as says where its report would be looked for. */
function misusedFolder(argv: readonly string[]): OutFolderOptions {
  const given = (name: string): readonly string[] =>
    argv.flatMap((word, at) =>
      word === `--${name}` ? (argv[at + 1] ?? []) : word.startsWith(`--${name}=`) ? word.slice(name.length + 3) : [],
    )
  const asked = namesIn(given('report')).filter((name) => formats.some((format) => format.name === name))
  const names = asked.length > 0 ? asked : defaultFormats
  return { out: given('out')[0], names, target: undefined }
}

/** The value that a report says to try again; null: none. @throws CliError if the first check chosen tries no values */
function replayOf(seed: Seed | undefined, [first]: readonly string[]): RunContext['replay'] {
  if (seed?.path === undefined) return null
  const check = first === undefined ? undefined : pack.checks.get(selectChecks(pack, [first])[0] ?? '')
  const scenario = check?.kind === 'trial' ? pack.scenarios.get(check.scenario) : undefined
  if (scenario?.kind !== 'property')
    throw usage(
      `--seed ${seed.number}:${seed.path} goes to one failing value, so the first --only must be a check that tries values`,
      'take both from the line of the report that sees the failure again',
    )
  return { scenario: scenario.id, path: seed.path }
}

/** The words that another run like this one is asked for with, without a secret: see `Plan.command`. */
export function commandOf(
  given: ProfileChoice &
    Readonly<Record<'effort', string | undefined>> &
    Readonly<Record<'strict' | 'allow-live-bookings' | 'wait', boolean>>,
  { file }: Profile,
  { env, secrets }: Io,
): readonly string[] {
  const valued = (name: string, values: readonly string[]): string[] =>
    values.flatMap((value) => [`--${name}`, secrets.text(value)])
  const flags = (['reference', 'strict', 'allow-live-bookings', 'wait'] as const).filter((name) => given[name])
  return [
    // If npx found octospec, it is on nobody's path.
    ...(env['npm_command'] === 'exec' ? ['npx'] : []),
    'octospec',
    'run',
    ...(given.reference ? [] : valued('profile', [file])),
    ...flags.map((name) => `--${name}`),
    ...(['target', 'effort'] as const).flatMap((name) =>
      // A smoke run chooses checks; what failed in it is run again as in any other.
      given[name] === 'smoke' ? [] : valued(name, [given[name] ?? []].flat()),
    ),
  ]
}

/** The key that seals what a run writes, made where there is none yet. A run goes on without one, and that is said. */
export function runKeyFor({ env, stderr }: Io): RunKey | undefined {
  try {
    return openRunKey(env, true)
  } catch (error) {
    if (!(error instanceof RunKeyError)) throw error
    stderr.write(
      `note: nothing can come back to this run, because it cannot be sealed: ${escapeText(error.message)}; OCTOSPEC_RUN_KEY can hold a key\n`,
    )
    return undefined
  }
}

/** What `--only` chooses: patterns of ids, and of an earlier run the checks that failed there, with its seed. */
export interface Chosen {
  readonly only: readonly string[]
  readonly seed?: number
}

/** @throws CliError, ReportError */
export function chosenBy(
  { only, target }: { readonly only: readonly string[]; readonly target: string | undefined },
  cwd: string,
): Chosen {
  const runs = only.filter((each) => isRun(each, cwd))
  const [run, ...more] = runs
  if (run === undefined) return { only }
  if (more.length > 0) throw usage('--only takes one earlier run')
  const { checks, seed, command = [], target: before } = readReport(cwd, run)
  // Another target would pass for it; and credentials go to no address that a file names.
  if (target === undefined && command.includes('--target'))
    throw usage(`${run} is a run with --target ${escapeText(before.url, 200)}: give it here, too`)
  const failed = checks
    .filter((check) => counts(check) || check.outcome === 'error')
    .flatMap(({ id, confirmedBy = [] }) => [id, ...confirmedBy])
  const rest = only.filter((each) => each !== run)
  if (failed.length === 0 && rest.length === 0)
    throw new CliError('OCTOSPEC_NOTHING_SELECTED', `no check failed in ${run}`, 'run everything, without --only')
  return { only: [...new Set([...failed, ...rest])], seed }
}

/** Whether it is the folder of a run or its report.json: ids have neither a slash at the end nor such a file. */
function isRun(word: string, cwd: string): boolean {
  const found = statSync(resolve(cwd, word), { throwIfNoEntry: false })
  return found?.isDirectory() === true || (found?.isFile() === true && word.endsWith('.json'))
}
