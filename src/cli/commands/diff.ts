import { diffText } from '../../report/diffText.js'
import { safeJson } from '../../contract/escapeText.js'
import { readReport } from '../../report/reportFile.js'
import { compareReports } from '../../judge/compareReports.js'
import { usage } from '../errorCodes.js'
import { command, type Command } from '../command.js'
import { flag, text, word } from '../options.js'
import { writeHistory } from '../writeHistory.js'

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
