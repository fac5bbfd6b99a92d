import { resolve } from 'node:path'
import { escapeText } from '../../contract/escapeText.js'
import { finish } from '../../act/run.js'
import type { BookingFate } from '../../evidence/bookingFate.js'
import { RunError } from '../../judge/runError.js'
import { bookingFates } from '../../judge/bookingFates.js'
import { command, type Command } from '../command.js'
import { envFile, withEnvFile } from '../envFile.js'
import { cutShort } from '../cutShort.js'
import { exitCodeOf } from '../exitCodes.js'
import { writeRun } from '../../library/writeRun.js'
import { raiseUnwritten, shownPath } from '../finishRun.js'
import { finishInit } from '../finishInit.js'
import { journalEnding } from '../initJournal.js'
import { flag, text, timeLimit } from '../options.js'
import { revisitRun } from '../../library/revisitRun.js'
import { liveProgress } from '../terminal/liveProgress.js'
import { warnOf } from '../warnOf.js'

export const cleanupCommand: Command = command({
  options: {
    profile: text('profile', 'profile of the run; the file that the run was given otherwise'),
    target: text('target', 'address in place of target.url of the profile, if the run was given one'),
    'env-file': envFile,
    'time-limit': timeLimit,
    quiet: flag('the last line alone'),
  },
  positionals: {
    run: `folder of a run that left bookings behind, or the file *${journalEnding} of an octospec init that did`,
  },
  epilogue: 'Exit codes: 0 nothing is left, 1 something is, 2 wrong use, 4 cut short.',
  handle: async (given, outer) => {
    const io = withEnvFile(given['env-file'], outer)
    if (given.run.endsWith(journalEnding)) return finishInit(resolve(io.cwd, given.run), io)
    const folder = resolve(io.cwd, given.run)
    const run = { ...given, folder, beginning: true }
    return revisitRun(run, io, async ({ profile, judging, append }) => {
      const isOpen = ({ fate }: BookingFate): boolean => judging.registry.bookings.remains(fate) !== 'nothing'
      const before = bookingFates(judging.books.entries(), judging.registry, profile, io.clock.now()).filter(isOpen)
      if (before.length === 0) {
        io.stdout.write(`nothing is left of the ${judging.books.size} bookings of the run\n`)
        return 0
      }
      const { sink, act } = append((error) => cut.abort(error))
      const cut = cutShort(io, () => sink.flush(), given['time-limit'])
      const { signal } = cut
      warnOf(profile, given, io)
      const progress = liveProgress(io, { ...given, verbose: false, now: () => io.clock.monotonic() })
      try {
        const { report, files, unwritten } = await writeRun(
          await act(finish, { signal, progress, timeLimit: given['time-limit']?.milliseconds }),
        )
        progress.end()
        const left = report.bookings.filter(isOpen)
        const touched = report.bookings.filter(
          (booking) => isOpen(booking) || before.some((each) => each.id === booking.id || each.key === booking.key),
        )
        const lines = [
          ...touched.map(told),
          ...files.map((path) => `wrote     ${shownPath(io.cwd, path)}`),
          ...(signal.aborted ? [`cut short ${escapeText(reasonOf(signal))}`] : []),
        ]
        if (!given.quiet || unwritten.length > 0) io.stdout.write(lines.map((line) => `${line}\n`).join(''))
        io.stdout.write(
          `${left.length} of ${report.bookings.length} bookings of the run ${left.length === 1 ? 'is' : 'are'} left on the target\n`,
        )
        raiseUnwritten(unwritten)
        if (signal.aborted) return exitCodeOf('aborted')
        return left.length === 0 ? 0 : exitCodeOf('fails')
      } catch (error) {
        if (error instanceof RunError) {
          if (!given.quiet) io.stdout.write(before.map((booking) => `${told(booking)}\n`).join(''))
          const count = `${before.length} of ${judging.books.size} bookings of the run`
          io.stdout.write(
            `nothing could be cancelled: ${count} ${before.length === 1 ? 'is' : 'are'} left on the target\n`,
          )
        }
        throw error
      } finally {
        progress.end()
        cut.release()
      }
    })
  },
})

function told({ id, key, fate, note }: BookingFate): string {
  const name = id ?? `key ${key ?? 'none'}`
  const words = note ?? fate
  return `${escapeText(name, 100)}  ${escapeText(words)}`
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'it was interrupted'
}
