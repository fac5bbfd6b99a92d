import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { escapeText } from '../contract/escapeText.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { pack } from '../pack.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { collectRuns } from '../report/history/collectRuns.js'
import { generator, renderHistory } from '../report/history/renderHistory.js'
import { CliError } from './errorCodes.js'
import type { Io } from './io.js'

/** Writes a page with the runs of each target over time, and gives the exit code. @throws CliError */
export async function writeHistory(folders: readonly string[], out: string | undefined, io: Io): Promise<number> {
  const path = resolve(io.cwd, out ?? 'history.html')
  const { runs, problems } = collectRuns(io.cwd, folders)
  for (const problem of problems) io.stderr.write(`note: ${escapeText(problem)}\n`)
  if (runs.length === 0)
    throw new CliError('OCTOSPEC_REPORT', 'there is no report of a run in these folders', 'name the folders of runs')
  if (existsSync(path) && !isOurs(path))
    throw new CliError(
      'OCTOSPEC_OUTPUT',
      `${path}: there is a file that octospec did not write`,
      'move it away, or name another file with --out',
    )
  await writeWhole(path, renderHistory(pack.contract, runs, dirname(path)))
  const last = runs.at(-1)?.report
  io.stdout.write(
    `wrote ${escapeText(path)}: ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}, the last ${last === undefined ? '' : `${last.verdict} (${last.startedAt})`}\n`,
  )
  return 0
}

function isOurs(path: string): boolean {
  try {
    return readPlainFile(path, 64 * 1024 * 1024)
      .toString('utf8')
      .slice(0, 400)
      .includes(`<meta name="generator" content="${generator}">`)
  } catch (error) {
    if (error instanceof PlainFileError) return false
    throw error
  }
}
