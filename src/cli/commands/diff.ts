import { diffText } from '../../report/diffText.js'
import { safeJson, escapeText } from '../../contract/escapeText.js'
import { readReport } from '../../report/reportFile.js'
import { compareReports } from '../../judge/compareReports.js'
import { usage, CliError } from '../errorCodes.js'
import { command, flag, text, word, type Command } from '../command.js'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeWhole } from '../../evidence/files.js'
import { pack } from '../../pack.js'
import { PlainFileError, readPlainFile } from '../../profile/plainFile.js'
import { collectRuns, generator, renderHistory } from '../../report/history.js'
import type { Io } from '../io.js'

export const diffCommand: Command = command({
  options: {
    format: word('format', ['text', 'md', 'json'], 'how to print it'),
    history: flag('write a page of all of the runs over time, as is done of more than two'),
    out: text('out', 'the page to write; history.html otherwise'),
  },
  many: {
    runs: 'folders of the earlier and the later run, or report.json; for the page: folders of runs, or folders that have such folders',
  },
  epilogue:
    'Exit codes: 0 no new failure, 1 a new failure (or the later run was cut short), 2 wrong use, or no run there. A failure is new when its check did not fail before, or was waived then.',
  handle: async (given, io) => {
    const [first, second, ...more] = given.runs
    if (given.history || more.length > 0) return writeHistory(given.runs, given.out, io)
    if (first === undefined || second === undefined)
      throw usage('octospec diff takes two runs', 'give --history for the page of the runs below one folder')
    if (given.out !== undefined) throw usage('--out is for the page: give --history')
    const before = readReport(io.cwd, first)
    const after = readReport(io.cwd, second)
    const comparison = compareReports(before, after)
    const text =
      given.format === 'json'
        ? `${safeJson({ before: before.headline, after: after.headline, ...comparison }, 2)}\n`
        : diffText(before, after, comparison, given.format ?? 'text')
    io.stdout.write(text)
    // What a run that did not come to its end did not see, it does not show to be mended.
    const unfinished = ['aborted', 'suite-error'].includes(after.verdict) && after.verdict !== before.verdict
    return comparison.newFailures.length > 0 || unfinished ? 1 : 0
  },
})

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
