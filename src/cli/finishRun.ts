import { relative } from 'node:path'
import { EvidenceError } from '../evidence/evidenceError.js'
import { OutputError } from '../evidence/outputError.js'
import { PlainFileError } from '../profile/plainFile.js'
import { firstDue } from '../judge/bookingFates.js'
import { gateLine, gateOn } from '../judge/baseline.js'
import type { Report } from '../judge/report.js'
import { writeRun, type EndedRun } from '../library/writeRun.js'
import { CliError, exitCodeOf } from './errorCodes.js'
import { comeBackWith, visitTimes } from './comeBackWith.js'
import { tellGithub } from './github.js'
import type { Io } from './io.js'
import { styleFor } from './terminal/style.js'
import { summaryLines } from './terminal/summary.js'

export interface FinishedRun extends EndedRun {
  readonly quiet?: boolean
  readonly verbose: boolean
  /** An earlier report: what it has already does not count for the exit code. */
  readonly baseline?: Report
  readonly exit?: number
}

/**
 * Closes the evidence of a run, writes its reports, says what it came to, and gives the exit code. What cannot be written does not keep
 * it from saying so: the verdict and what is left on the target are told in any case.
 * @throws CliError when the evidence or a report could not be written
 */
export async function finishRun(run: FinishedRun, io: Io): Promise<number> {
  const { report, files, unwritten, evidence } = await writeRun(run)
  const againstBaseline = run.baseline === undefined ? null : gateOn(run.baseline, report)
  const whole = unwritten.length === 0
  const exit = whole ? (run.exit ?? exitCodeOf(againstBaseline?.verdict ?? report.verdict)) : aborted
  const lines = summaryLines(report, {
    quiet: run.quiet === true,
    verbose: run.verbose,
    style: styleFor(io.stdout, io.env),
    contract: run.judging.registry.contract,
    files: files.map((path) => shownPath(io.cwd, path)),
    exit,
    unwritten: !whole,
    visits: visitTimes(run.judging, io.clock.now(), firstDue(report)),
    ...(evidence && { resume: comeBackWith(shownPath(io.cwd, run.folder), report.command) }),
    ...(againstBaseline !== null && {
      baseline: { line: gateLine(againstBaseline), verdict: againstBaseline.verdict },
    }),
  })
  io.stdout.write(`${(await tellGithub(report, lines, io)).join('\n')}\n`)
  raiseUnwritten(unwritten)
  return exit
}

const aborted = exitCodeOf('aborted')

/** Ends a command by what kept its files from being written, once all else is said. */
export function raiseUnwritten([error]: readonly unknown[]): void {
  if (error === undefined) return
  const known = error instanceof OutputError || error instanceof EvidenceError || error instanceof PlainFileError
  if (!known) throw error
  const remedy = error instanceof OutputError ? error.remedy : undefined
  throw new CliError(
    'OCTOSPEC_OUTPUT',
    `${error.message}; the run is over, and what it came to is told above`,
    remedy,
    aborted,
  )
}

/** A path as it is shown: from where the command was given, if it is below that. */
export function shownPath(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}
