import { relative } from 'node:path'
import { EvidenceError } from '../evidence/evidence.js'
import { OutputError } from '../evidence/files.js'
import { PlainFileError } from '../profile/plainFile.js'
import { firstDue } from '../judge/seen.js'
import { gateLine, gateOn } from '../judge/compareReports.js'
import type { Report } from '../judge/report.js'
import { type EndedRun, writeRun } from '../library/runSuites.js'
import { CliError, exitCodeOf } from './errorCodes.js'
import type { Io } from './io.js'
import { styleFor } from './terminal/liveProgress.js'
import { summaryLines } from './terminal/summary.js'
import { shellWord } from '../report/checkText.js'
import { isoOf } from '../contract/instant.js'
import type { Judging } from '../judge/judging.js'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { escapeText } from '../contract/escapeText.js'
import { markdownReport } from '../report/markdown.js'
import { githubAnnotations } from '../report/githubAnnotations.js'
import { endingOf } from '../judge/verdict.js'
import { pack } from '../pack.js'
import { messageOf } from '../contract/messageOf.js'

export interface FinishedRun extends EndedRun {
  readonly quiet?: boolean
  readonly verbose: boolean
  /** An earlier report: what it has already does not count for the exit code. */
  readonly baseline?: Report
  readonly exit?: number
}

/**
 * Closes the evidence of a run, writes its reports, prints its summary, and returns the exit code. The verdict and the
 * bookings left on the target are printed even if a file cannot be written.
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

/** The command that comes back to a run; null where that was on the embedded reference service, which has ended. */
export function comeBackWith(
  folder: string,
  command: readonly string[] = ['octospec', 'run'],
  option?: '--cancel-all',
): string | null {
  if (command.includes('--reference')) return null
  // The words may come from evidence of anybody's.
  const program = command[0] === 'npx' && command[1] === 'octospec' ? ['npx', 'octospec'] : ['octospec']
  const told = toldBy(command, '--target')
  return [...program, 'resume', folder, ...(option === undefined ? [] : [option]), ...told].map(shellWord).join(' ')
}

/** An option in the words of a command and what it was given there; nothing where it is not among them. */
export function toldBy(command: readonly string[], option: string): readonly string[] {
  const at = command.indexOf(option)
  return at === -1 ? [] : command.slice(at, at + 2)
}

/**
 * When to come back to a run to see everything, and what is seen when; null if all such times are over or unknown.
 * It reads `from A to B, when ..., and from C on, when ...`.
 * @param now milliseconds since the epoch
 * @param due when the first hold is due that still ages, in ISO 8601: earlier times are left out
 */
export function visitTimes({ pending, profile, registry }: Judging, now: number, due: string | null): string | null {
  const began = pending.map(({ startedAt }) => startedAt)
  const [first, last] = [Math.min(...began), Math.max(...began)]
  const times = (pending.length === 0 ? [] : (registry.visits?.(profile) ?? [])).flatMap(({ from, until, sees }) => {
    const over = until === undefined ? Infinity : first + until * 60_000
    if (over <= Math.max(now, Date.parse(due ?? '') || 0)) return []
    const text = `from ${stamp(last + from * 60_000)}`
    return [`${text} ${until === undefined ? 'on' : `to ${stamp(over)}`}, ${sees}`]
  })
  return times.length === 0 ? null : times.join(', and ')
}

function stamp(time: number): string {
  return `${isoOf(time).slice(0, 19)}Z`
}

/** GitHub takes no more for the summary of one step, in bytes. */
const mostSummary = 1024 * 1024

/** Writes the summary of a GitHub job where it is asked for, and puts annotations before the lines of the log. */
export async function tellGithub(
  report: Report,
  lines: readonly string[],
  { env, stderr }: Io,
): Promise<readonly string[]> {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file !== undefined && file !== '') {
    const summary = [...markdownReport(report, pack.contract)].join('')
    const fits = Buffer.byteLength(summary) < mostSummary
    const text = fits
      ? summary
      : `## octospec: ${endingOf(report)}\n\nThe summary is too large for GitHub: see the reports.\n`
    await append(file, text).catch((error: unknown) => {
      // The run is what counts: its verdict does not change because a summary could not be written.
      stderr.write(`note: the step summary could not be written: ${escapeText(messageOf(error))}\n`)
    })
  }
  if (env['GITHUB_ACTIONS'] !== 'true') return lines
  return [...githubAnnotations(report, pack.contract), ...lines]
}

/** Adds to a file without waiting for anybody: a pipe that nobody reads would keep a run from its end. */
async function append(path: string, text: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants
  const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o666)
  try {
    await file.appendFile(text)
  } finally {
    await file.close()
  }
}
