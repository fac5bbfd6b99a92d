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
  const { judging, sink, folder, names } = run
  const { failed: lost, ...evidence } = sink.close()
  const report = makeReport(judging, { file: evidenceName, ...evidence })
  const { paths, failed } = await writeReports(folder, report, names)
  const broken = [...(lost === null ? [] : [lost]), ...failed]
  const signature = await signed(run, paths).catch((error: unknown) => void broken.push(error))
  try {
    endFiles(folder)
  } catch (error) {
    broken.push(error)
  }
  const files = [...(lost === null ? [join(folder, evidenceName)] : []), ...paths, ...(signature ?? [])]
  const gate = run.baseline === undefined ? null : gateOn(run.baseline, report)
  const exit = broken.length > 0 ? aborted : (run.exit ?? exitCodeOf(gate?.verdict ?? report.verdict))
  const lines = summaryLines(report, {
    quiet: run.quiet,
    verbose: run.verbose,
    style: styleFor(io.stdout, io.env),
    files: files.map((path) => shownPath(io.cwd, path)),
    exit,
    unwritten: broken.length > 0,
    ...(lost === null && { cleanup: `octospec cleanup ${shownPath(io.cwd, folder)}` }),
    ...(gate !== null && { baseline: gateLine(gate) }),
  })
  io.stdout.write(`${(await tellGithub(report, lines, io)).join('\n')}\n`)
  if (broken.length > 0) throw unwritten(broken[0])
  return exit
}

const aborted = exitCodeOf('aborted')

async function signed({ folder, signingKey }: FinishedRun, reports: readonly string[]): Promise<readonly string[]> {
  return signingKey === undefined ? [] : [await signRun(folder, reports, signingKey)]
}

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

function shownPath(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}
