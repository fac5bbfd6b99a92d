import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { escapeText } from '../contract/escapeText.js'
import { counts } from '../judge/verdict.js'
import { readReport } from '../report/reportFile.js'
import { CliError, usage } from './errorCodes.js'

/** What `--only` chooses: patterns of ids, and of an earlier run the checks that failed there, with its seed. */
export interface Chosen {
  readonly only: readonly string[]
  readonly seed?: number
}

/** @throws CliError, ReportError */
export function chosenBy(
  { only, target }: { readonly only: readonly string[]; readonly target: string | undefined },
  cwd: string,
): Chosen {
  const runs = only.filter((each) => isRun(each, cwd))
  const [run, ...more] = runs
  if (run === undefined) return { only }
  if (more.length > 0) throw usage('--only takes one earlier run')
  const { checks, seed, command = [], target: before } = readReport(cwd, run)
  // Another target would pass for it; and credentials go to no address that a file names.
  if (target === undefined && command.includes('--target'))
    throw usage(`${run} is a run with --target ${escapeText(before.url, 200)}: give it here, too`)
  const failed = checks
    .filter((check) => counts(check) || check.outcome === 'error')
    .flatMap(({ id, confirmedBy = [] }) => [id, ...confirmedBy])
  const rest = only.filter((each) => each !== run)
  if (failed.length === 0 && rest.length === 0)
    throw new CliError('OCTOSPEC_NOTHING_SELECTED', `no check failed in ${run}`, 'run everything, without --only')
  return { only: [...new Set([...failed, ...rest])], seed }
}

/** Whether it is the folder of a run or its report.json: ids have neither a slash at the end nor such a file. */
function isRun(word: string, cwd: string): boolean {
  const found = statSync(resolve(cwd, word), { throwIfNoEntry: false })
  return found?.isDirectory() === true || (found?.isFile() === true && word.endsWith('.json'))
}
