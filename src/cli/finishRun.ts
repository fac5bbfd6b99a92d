import type { KeyObject } from 'node:crypto'
import { join, relative } from 'node:path'
import { evidenceName, type EvidenceFile } from '../evidence/evidenceFile.js'
import { signRun } from '../evidence/signature.js'
import { writeReports } from '../report/writeReports.js'
import { gateLine, gateOn } from '../judge/baseline.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import type { Report } from '../judge/report.js'
import { CliError } from './cliError.js'
import { exitCodeOf } from './exitCodes.js'
import { tellGithub } from './github.js'
import type { Io } from './io.js'
import { styleFor } from './terminal/style.js'
import { summaryLines } from './terminal/summary.js'

export interface FinishedRun {
  readonly judging: Judging
  readonly sink: EvidenceFile
  /** Absolute. */
  readonly folder: string
  /** Formats of the report. */
  readonly names: readonly string[]
  readonly quiet: boolean
  readonly verbose: boolean
  /** An earlier report: what it has already does not count for the exit code. */
  readonly baseline?: Report
  readonly signingKey?: KeyObject
}

/**
 * Closes the evidence of a run, writes its reports, says what it came to, and gives the exit code.
 * @throws CliError when the evidence could not be written, OutputError when a report could not
 */
export async function finishRun(run: FinishedRun, io: Io): Promise<number> {
  const { judging, sink, folder, names } = run
  const report = makeReport(judging, { file: evidenceName, ...closed(sink) })
  const written = await writeReports(folder, judging.registry.contract, report, names)
  const reports = written.map(({ path }) => path)
  const signature = run.signingKey === undefined ? [] : [await signRun(folder, reports, run.signingKey)]
  const files = [join(folder, evidenceName), ...reports, ...signature]
  const gate = run.baseline === undefined ? null : gateOn(run.baseline, report)
  const exit = exitCodeOf(gate?.verdict ?? report.verdict)
  const lines = summaryLines(report, {
    quiet: run.quiet,
    verbose: run.verbose,
    style: styleFor(io.stdout, io.env),
    files: files.map((path) => shownPath(io.cwd, path)),
    exit,
    ...(gate !== null && { baseline: gateLine(gate) }),
  })
  io.stdout.write(`${(await tellGithub(report, lines, io)).join('\n')}\n`)
  return exit
}

function closed(sink: EvidenceFile): ReturnType<EvidenceFile['close']> {
  try {
    return sink.close()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The run had begun, so this is no wrong use any more.
    throw new CliError('OCTOSPEC_OUTPUT', `${message}; the run was cut short and cleaned up`, undefined, 4)
  }
}

function shownPath(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}
