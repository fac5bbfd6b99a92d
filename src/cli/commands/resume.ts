import { resolve } from 'node:path'
import { escapeText } from '../../contract/escapeText.js'
import type { BookingFate } from '../../evidence/evidence.js'
import { RunError } from '../../judge/runError.js'
import { isOpen, openBookings, type Revisit, revisitRun, toResume } from '../../library/resumeRun.js'
import { type EndedRun, writeRun } from '../../library/runSuites.js'
import { command, flag, text, timeLimit, verboseRun, type Command } from '../command.js'
import { cutShort, type CutShort, type Io } from '../io.js'
import { exitCodeOf } from '../errorCodes.js'
import { finishInit, journalEnding } from '../initFiles.js'
import { finishRun, raiseUnwritten, shownPath, visitTimes } from '../finishRun.js'
import { liveProgress } from '../terminal/liveProgress.js'
import { warnOf } from '../profileSource.js'

export const resumeCommand: Command = command({
  options: {
    profile: text('profile', 'profile of the run; the file that the run was given otherwise'),
    target: text('target', 'address in place of target.url of the profile, if the run was given one'),
    'time-limit': timeLimit,
    wait: flag('stay until the last hold is due, and look at each when it is'),
    'cancel-all': flag('cancel what is left, also holds that still age and what a killed run left'),
    verbose: verboseRun,
  },
  positionals: { run: `folder of a run, or the file *${journalEnding} of an octospec init that left bookings behind` },
  epilogue:
    'Holds that are due are looked at, and the exit codes are those of a run. Where no hold ages, what is left is cancelled: 0 nothing is left, 1 something is, 2 wrong use, 4 cut short.',
  handle: async (given, io) => {
    if (given.run.endsWith(journalEnding)) return finishInit(resolve(io.cwd, given.run), io)
    const folder = resolve(io.cwd, given.run)
    return revisitRun({ ...given, folder, beginning: given['cancel-all'] }, io, async (own) => {
      const { profile, judging, append } = own
      const todo = toResume(own, { now: io.clock.now(), cancels: given['cancel-all'], waits: given.wait })
      if (todo.kind === 'nothing') {
        io.stdout.write(`nothing is left of the ${judging.books.size} bookings of the run\n`)
        return 0
      }
      if (todo.kind === 'early') return tellEarly(own, todo.due, io)
      if (todo.kind === 'complete' && given.wait)
        io.stderr.write(`holds are still ageing: waiting until the last is due; Ctrl-C ends that, and cancels them\n`)
      const before = openBookings(own, io.clock.now())
      const { sink, act } = append((error) => cut.abort(error))
      const cut = cutShort(io, () => sink.flush(), given['time-limit'])
      warnOf(profile, io)
      const shown = { verbose: given.verbose }
      const progress = liveProgress(io, { ...shown, now: () => io.clock.monotonic() })
      try {
        const limit = given['time-limit']?.milliseconds
        const ended = await act(todo.act, { signal: cut.signal, progress, timeLimit: limit })
        progress.end()
        if (todo.kind === 'complete') return await finishRun({ ...shown, ...ended }, io)
        return await tellCancelled(ended, before, cut, io)
      } catch (error) {
        if (error instanceof RunError && todo.kind === 'finish') {
          io.stdout.write(before.map((booking) => `${told(booking)}\n`).join(''))
          io.stdout.write(`nothing could be cancelled: ${counted(before.length, judging.books.size)}\n`)
        }
        throw error
      } finally {
        progress.end()
        cut.release()
      }
    })
  },
})

function tellEarly({ judging }: Revisit, due: string, { stdout, clock }: Io): number {
  const { length } = judging.pending
  stdout.write(
    `${length} ${length === 1 ? 'hold is' : 'holds are'} still ageing: come back ${visitTimes(judging, clock.now(), due) ?? `from ${due} on`}\n  or stay with --wait, or cancel what is left with --cancel-all\n`,
  )
  return exitCodeOf('unverified')
}

async function tellCancelled(
  ended: EndedRun,
  before: readonly BookingFate[],
  { signal }: CutShort,
  io: Io,
): Promise<number> {
  const { report, files, unwritten } = await writeRun(ended)
  const left = report.bookings.filter((each) => isOpen(ended.judging, each))
  const touched = report.bookings.filter(
    (booking) => left.includes(booking) || before.some(({ id, key }) => id === booking.id || key === booking.key),
  )
  const lines = [
    ...touched.map(told),
    ...files.map((path) => `wrote     ${shownPath(io.cwd, path)}`),
    ...(signal.aborted ? [`cut short ${escapeText(reasonOf(signal))}`] : []),
    counted(left.length, report.bookings.length),
  ]
  io.stdout.write(lines.map((line) => `${line}\n`).join(''))
  raiseUnwritten(unwritten)
  if (signal.aborted) return exitCodeOf('aborted')
  return left.length === 0 ? 0 : exitCodeOf('fails')
}

function counted(left: number, all: number): string {
  return `${left} of ${all} bookings of the run ${left === 1 ? 'is' : 'are'} left on the target`
}

function told({ id, key, fate, note }: BookingFate): string {
  const name = id ?? `key ${key ?? 'none'}`
  const words = note ?? fate
  return `${escapeText(name, 100)}  ${escapeText(words)}`
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'it was interrupted'
}
