import { escapeText } from '../contract/escapeText.js'
import { counts } from '../judge/verdict.js'
import { readReport } from '../report/reportFile.js'
import { CliError, usage } from './cliError.js'

/** The checks that failed in an earlier run, with those that they need, and its seed. @throws CliError, ReportError */
export function failedOf(
  cwd: string,
  run: string,
  { only, target }: { readonly only: readonly string[]; readonly target: string | undefined },
): { only: readonly string[]; seed: number } {
  if (only.length > 0) throw usage('--rerun-failed and --only exclude each other')
  const { checks, seed, command = [], target: before } = readReport(cwd, run)
  // Another target would pass for it; and credentials go to no address that a file names.
  if (target === undefined && command.includes('--target'))
    throw usage(`${run} is a run with --target ${escapeText(before.url, 200)}: give it here, too`)
  const failed = checks
    .filter((check) => counts(check) || check.outcome === 'error')
    .flatMap(({ id, confirmedBy = [] }) => [id, ...confirmedBy])
  if (failed.length === 0)
    throw new CliError(
      'OCTOSPEC_NOTHING_SELECTED',
      `no check failed in ${run}`,
      'run everything, without --rerun-failed',
    )
  return { only: [...new Set(failed)], seed }
}
