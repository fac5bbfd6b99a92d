import { counts } from '../judge/verdict.js'
import { readReport } from '../report/reportFile.js'
import { CliError, usage } from './cliError.js'

/** The checks that failed in an earlier run, and its seed. @throws CliError, ReportError */
export function failedOf(cwd: string, run: string, only: readonly string[]): { only: readonly string[]; seed: number } {
  if (only.length > 0) throw usage('--rerun-failed and --only exclude each other')
  const { checks, seed } = readReport(cwd, run)
  const failed = checks.filter((check) => counts(check) || check.outcome === 'error').map(({ id }) => id)
  if (failed.length === 0)
    throw new CliError(
      'OCTOSPEC_NOTHING_SELECTED',
      `no check failed in ${run}`,
      'run everything, without --rerun-failed',
    )
  return { only: failed, seed }
}
