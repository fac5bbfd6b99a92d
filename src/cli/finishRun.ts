import type { KeyObject } from 'node:crypto'
import { join, relative } from 'node:path'
import { evidenceName, type EvidenceFile } from '../evidence/evidenceFile.js'
import { EvidenceError } from '../evidence/evidenceError.js'
import { OutputError } from '../evidence/outputError.js'
import { signRun } from '../evidence/signature.js'
import { PlainFileError } from '../profile/plainFile.js'
import { endFiles } from '../report/runFiles.js'
import { writeReports } from '../report/writeReports.js'
import { gateLine, gateOn } from '../judge/baseline.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import { sinceLater } from '../judge/sinceLater.js'
import { sinceOf } from '../judge/sinceOf.js'
import type { Report, Since } from '../judge/report.js'
import { CliError } from './cliError.js'
import { comeBackWith } from './comeBackWith.js'
import { exitCodeOf } from './exitCodes.js'
import { tellGithub } from './github.js'
import type { Io } from './io.js'
import { styleFor } from './terminal/style.js'
import { visitTimes } from './visitTimes.js'
import { wrapped } from './terminal/wrapped.js'
import { summaryLines } from './terminal/summary.js'

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
  /** The report of this very run at the visit before. */
  readonly visited?: Report
  readonly signingKey?: KeyObject
}

/** A run that is over, to be written and told. */
export interface FinishedRun extends EndedRun {
  readonly quiet: boolean
  readonly verbose: boolean
  /** An earlier report: what it has already does not count for the exit code. */
  readonly baseline?: Report
  /** In place of the one of the verdict. */
  readonly exit?: number
}

/**
 * Closes the evidence of a run, writes its reports, says what it came to, and gives the exit code. What cannot be written does not keep
 * it from saying so: the verdict and what is left on the target are told in any case.
 *
 * @throws CliError when the evidence or a report could not be written
 */
export async function finishRun(run: FinishedRun, io: Io): Promise<number> {
  const { report, files, broken, evidence } = await writeRun(run)
  const gate = run.baseline === undefined ? null : gateOn(run.baseline, report)
  const exit = broken === null ? (run.exit ?? exitCodeOf(gate?.verdict ?? report.verdict)) : aborted
  const lines = summaryLines(report, {
    quiet: run.quiet,
    verbose: run.verbose,
    style: styleFor(io.stdout, io.env),
    contract: run.judging.registry.contract,
    files: files.map((path) => shownPath(io.cwd, path)),
    exit,
    unwritten: broken !== null,
    visits: visitTimes(run.judging, io.clock.now()),
    ...(evidence && {
      cleanup: comeBackWith('cleanup', shownPath(io.cwd, run.folder), report.command),
      settle: comeBackWith('settle', shownPath(io.cwd, run.folder), report.command),
    }),
    ...(gate !== null && { baseline: { line: gateLine(gate), verdict: gate.verdict } }),
  })
  io.stdout.write(`${(await tellGithub(report, wrapped(lines, io.stdout), io)).join('\n')}\n`)
  if (broken !== null) throw broken.error
  return exit
}

/** What is in the folder of a run that is over. */
export interface RunOnDisk {
  readonly report: Report
  readonly files: readonly string[]
  /** The evidence is there as a whole. */
  readonly evidence: boolean
  /** What kept a file from being written, ready to be thrown once all else is said; null: all of them are there. */
  readonly broken: { readonly error: unknown } | null
}

/** Closes the evidence of a run and writes its reports, as far as that can be done. */
export async function writeRun(run: EndedRun): Promise<RunOnDisk> {
  const { judging, sink, folder, names, signingKey } = run
  const { failed: lost, ...evidence } = sink.close()
  const made = makeReport(judging, { file: evidenceName, ...evidence })
  const since = changesSince(run, made)
  const report = since === undefined ? made : { ...made, since }
  const { paths, failed } = await writeReports(folder, judging.registry.contract, report, names)
  const broken: unknown[] = [...(lost === null ? [] : [lost]), ...failed]
  const files = [...(lost === null ? [join(folder, evidenceName)] : []), ...paths]
  try {
    if (signingKey !== undefined) files.push(await signRun(folder, paths, signingKey))
    endFiles(folder)
  } catch (error) {
    broken.push(error)
  }
  return {
    report,
    files,
    evidence: lost === null,
    broken: broken.length === 0 ? null : { error: unwritten(broken[0]) },
  }
}

function changesSince({ before, visited }: Pick<EndedRun, 'before' | 'visited'>, made: Report): Since | undefined {
  if (before !== undefined) return sinceOf(before, made)
  return visited?.since === undefined ? undefined : sinceLater(visited.since, visited, made)
}

const aborted = exitCodeOf('aborted')

/** The run had begun, so that nothing was booked is not what the exit code may say. */
function unwritten(error: unknown): unknown {
  const known = error instanceof OutputError || error instanceof EvidenceError || error instanceof PlainFileError
  if (!known) return error
  const remedy = error instanceof OutputError ? error.remedy : undefined
  return new CliError(
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
