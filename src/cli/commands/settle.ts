import { resolve } from 'node:path'
import { evidenceName } from '../../evidence/evidenceFile.js'
import { firstDue } from '../../judge/firstDue.js'
import type { Judging } from '../../judge/judging.js'
import { makeReport } from '../../judge/makeReport.js'
import { settle } from '../../act/run.js'
import { CliError } from '../cliError.js'
import { command, type Command } from '../command.js'
import { envFile, withEnvFile } from '../envFile.js'
import { cutShort } from '../cutShort.js'
import { exitCodes } from '../exitCodes.js'
import { finishRun } from '../finishRun.js'
import type { Io } from '../io.js'
import { flag, text, timeLimit } from '../options.js'
import { revisitRun } from '../../library/revisitRun.js'
import { warnOf } from '../warnOf.js'
import { liveProgress } from '../terminal/liveProgress.js'
import { visitTimes } from '../visitTimes.js'

export const settleCommand: Command = command({
  options: {
    profile: text('profile', 'profile of the run; the file that the run was given otherwise'),
    target: text('target', 'address in place of target.url of the profile, if the run was given one'),
    'env-file': envFile,
    'time-limit': timeLimit,
    watch: flag('stays until the last hold is due, and looks at each when it is'),
    quiet: flag('the last lines alone'),
    verbose: flag('a line for each scenario, and all that is untested'),
  },
  positionals: { run: 'folder of a run that left holds ageing' },
  handle: async (given, outer) => {
    const io = withEnvFile(given['env-file'], outer)
    const folder = resolve(io.cwd, given.run)
    return revisitRun({ ...given, folder }, io, async ({ profile, judging, append }) => {
      const early = notYet(judging, given.watch, io)
      if (early !== null) return early
      const { sink, act } = append((error) => cut.abort(error))
      const cut = cutShort(io, () => sink.flush(), given['time-limit'])
      warnOf(profile, given, io)
      const progress = liveProgress(io, { ...given, now: () => io.clock.monotonic() })
      try {
        const timeLimit = given['time-limit']?.milliseconds
        const stay: typeof settle = (run, options) => settle(run, { ...options, stays: given.watch })
        const ended = await act(stay, { signal: cut.signal, progress, timeLimit })
        progress.end()
        return await finishRun({ ...given, ...ended }, io)
      } finally {
        progress.end()
        cut.release()
      }
    })
  },
})

/**
 * Says when the first hold is due, unless one is due by now; of what is watched, on stderr, whatever is due.
 * @throws CliError where nothing is pending
 */
function notYet(judging: Judging, isWatched: boolean, { stdout, stderr, clock }: Io): number | null {
  const report = makeReport(judging, { file: evidenceName, sha256: '', exchanges: judging.exchanges })
  const { pending } = report
  const first = firstDue(report)
  if (first === null) throw new CliError('OCTOSPEC_NOTHING_PENDING', 'this run left no hold ageing')
  if (Date.parse(first) <= clock.now()) return null
  if (isWatched) {
    stderr.write(
      `${pending.length === 1 ? 'a hold is' : `${pending.length} holds are`} still ageing: waiting from ${first} on; Ctrl-C ends that, and cancels them\n`,
    )
    return null
  }
  stdout.write(
    `${pending.length} ${pending.length === 1 ? 'hold is' : 'holds are'} still ageing: come back ${visitTimes(judging, clock.now(), first) ?? `from ${first} on`}\n`,
  )
  return exitCodes[3]?.code ?? 3
}
