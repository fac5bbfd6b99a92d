import { resolve } from 'node:path'
import { defaultFormats, formats } from '../../report/formats/index.js'
import { recordRun, type RecordedRun } from '../../report/recordRun.js'
import { readReport } from '../../report/reportFile.js'
import type { EvidenceFile } from '../../evidence/evidenceFile.js'
import { readSigningKey } from '../../evidence/signature.js'
import type { PlanOptions } from '../../judge/makePlan.js'
import type { MakeRunOptions } from '../../act/makeRun.js'
import { pack } from '../../pack.js'
import { usage } from '../cliError.js'
import { command, type Command } from '../command.js'
import { cutShort, type CutShort } from '../cutShort.js'
import { finishRun, type FinishedRun } from '../finishRun.js'
import type { Io } from '../io.js'
import { listChecks } from '../listChecks.js'
import { flag, text, texts, timeLimit, whole, word, type Duration } from '../options.js'
import { outFolder, type OutFolder } from '../outFolder.js'
import { openProfile } from '../profileSource.js'
import { exitOf } from '../reportError.js'
import { runKeyFor } from '../runKeyFor.js'
import { warnOf } from '../warnOf.js'
import { liveProgress } from '../terminal/liveProgress.js'

export const runCommand: Command = command({
  options: {
    profile: text('profile', 'YAML file about the target'),
    reference: flag('run on the embedded reference service'),
    target: text('target', 'address in place of target.url of the profile'),
    dialect: word('dialect', pack.reference.dialects, 'with --reference'),
    fault: texts('fault', 'with --reference: break it so; repeatable'),
    variant: texts('variant', 'with --reference: let it differ legally so; repeatable'),
    only: texts('only', 'checks or clauses by id; * is any text; repeatable'),
    list: flag('print the checks and send nothing'),
    seed: whole('seed', 0, 2_147_483_647, 'whole number that all chance follows from'),
    replay: text('replay', 'SCENARIO:PATH of a report, to find its smallest failing value again'),
    effort: word('effort', ['low', 'normal', 'high'], 'how much to spend on properties and sequences'),
    strict: flag('a convention that is broken fails'),
    'allow-untested': texts('allow-untested', 'checks or clauses that may stay untested; repeatable'),
    'allow-live-bookings': flag('confirm bookings also on a live target'),
    'time-limit': timeLimit,
    wait: flag('let holds age by waiting, where the target has no test clock'),
    concurrency: whole('concurrency', 1, 64, 'scenarios at once; limits.concurrency of the profile otherwise'),
    out: text('out', 'folder for the report; a new one in reports/ otherwise'),
    report: texts('report', `formats, with commas between: ${formats.map(({ name }) => name).join(', ')}`),
    baseline: text('baseline', 'earlier run: the exit code is for what is new since then alone'),
    sign: text('sign', 'ed25519 private key in PEM to sign the report and the evidence with'),
    quiet: flag('the last lines alone'),
    verbose: flag('a line for each scenario, and all that is untested'),
  },
  epilogue:
    'Exit codes: 0 conforms, 1 fails, 2 wrong use or wrong profile, 3 unverified, 4 aborted, 5 a fault of octospec.',
  handle: async (given, io) => {
    if (given.list) return listChecks(given.only, io)
    const names = formatNames(given.report)
    const { out, target, quiet, verbose } = given
    const folder = outFolder({ out, names, signed: given.sign !== undefined, target }, io)
    try {
      const replay = given.replay === undefined ? null : replayOf(given.replay)
      // What could be wrong with these is said before anything is sent.
      const baseline = given.baseline === undefined ? undefined : readReport(io.cwd, given.baseline)
      const signingKey = given.sign === undefined ? undefined : readSigningKey(resolve(io.cwd, given.sign))
      const showing = {
        quiet,
        verbose,
        names,
        out: folder,
        limit: given['time-limit'],
        asked: out !== undefined || given.report.length > 0,
        ...(baseline && { baseline }),
        ...(signingKey && { signingKey }),
      }
      const { profile, close } = await openProfile(given, io)
      try {
        const choices: PlanOptions = {
          effort: given.effort ?? 'normal',
          strict: given.strict,
          only: given.only,
          allowUntested: given['allow-untested'],
          allowLiveBookings: given['allow-live-bookings'],
          wait: given.wait,
          ...(given.seed !== undefined && { seed: given.seed }),
        }
        return await runAndReport({ choices, profile, replay, concurrency: given.concurrency }, showing, io)
      } finally {
        await close()
      }
    } catch (error) {
      await folder.unstarted(error instanceof Error ? error.message : 'octospec itself broke')
      throw error
    } finally {
      folder.close()
    }
  },
})

type Showing = Omit<FinishedRun, 'judging' | 'sink' | 'folder'> & {
  readonly out: OutFolder
  readonly limit: Duration | undefined
  /** Somebody will look for the report, whatever comes of the run. */
  readonly asked: boolean
}

async function runAndReport(
  what: Pick<MakeRunOptions, 'choices' | 'profile' | 'replay' | 'concurrency'>,
  showing: Showing,
  io: Io,
): Promise<number> {
  const { env, clock } = io
  warnOf(what.profile, showing, io)
  const { url } = what.profile.target
  const before = showing.baseline ?? showing.out.before(url)
  const folder = showing.out.begin(url)
  const progress = liveProgress(io, { ...showing, now: () => clock.monotonic() })
  let cut: CutShort | undefined
  const signalFor = (sink: EvidenceFile): AbortSignal => (cut = cutShort(io, () => sink.flush(), showing.limit)).signal
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
      { ...what, registry: pack, env, clock, progress, signalFor, folder, key: runKeyFor(io) },
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

/** @throws CliError for a format that there is none of. */
function formatNames(given: readonly string[]): readonly string[] {
  const asked = given.flatMap((list) => list.split(',')).map((name) => name.trim())
  const known = formats.map(({ name }) => name)
  const wrong = asked.find((name) => !known.includes(name))
  if (wrong !== undefined) throw usage(`there is no report format '${wrong}'`, `take of: ${known.join(', ')}`)
  return asked.length > 0 ? asked : defaultFormats
}

/** @throws CliError unless it is a scenario and a path. */
function replayOf(given: string): { readonly scenario: string; readonly path: string } {
  const [, scenario, path] = /^([^:]+):(\d+(?::\d+)*)$/.exec(given) ?? []
  if (scenario === undefined || path === undefined)
    throw usage(`--replay takes SCENARIO:PATH, but got '${given}'`, 'take it from replay in report.json')
  if (!pack.scenarios.has(scenario))
    throw usage(`--replay names the scenario '${scenario}', which there is not`, 'take it from replay in report.json')
  return { scenario, path }
}
