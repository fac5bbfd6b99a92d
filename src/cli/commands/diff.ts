import { diffText } from '../../report/diffText.js'
import { safeJson } from '../../contract/escapeText.js'
import { readReport } from '../../report/reportFile.js'
import { compareReports } from '../../judge/compareReports.js'
import { command, type Command } from '../command.js'
import { word } from '../options.js'

export const diffCommand: Command = command({
  options: { format: word('format', ['text', 'md', 'json'], 'how to print it') },
  positionals: { before: 'folder of the earlier run, or its report.json', after: 'of the later run' },
  epilogue:
    'Exit codes: 0 no new failure, 1 a new failure (or the later run was cut short), 2 wrong use. A failure is new when its check did not fail before, or was waived then.',
  handle: async (given, io) => {
    const before = readReport(io.cwd, given.before)
    const after = readReport(io.cwd, given.after)
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
