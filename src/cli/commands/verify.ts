import { escapeText, safeJson } from '../../contract/escapeText.js'
import { placeOfRun } from '../../report/reportFile.js'
import { verifyRun } from '../../report/verifyRun.js'
import { pack } from '../../pack.js'
import { command, flag, type Command } from '../command.js'

/** Problems and notes that are said; the first ones say it all. `--json` has them whole. */
const [mostProblems, mostNotes] = [6, 3]

export const verifyCommand: Command = command({
  options: { json: flag('as JSON') },
  positionals: { run: 'folder of a run, or its report.json' },
  epilogue: 'Sends nothing. Exit codes: 0 the report follows from the evidence, 1 it does not, 2 wrong use.',
  handle: async (given, io) => {
    const { problems, notes, report } = await verifyRun(placeOfRun(io.cwd, given.run), pack)
    const holds = problems.length === 0
    if (given.json) {
      io.stdout.write(`${safeJson({ holds, problems, notes, headline: report?.headline ?? null }, 2)}\n`)
      return holds ? 0 : 1
    }
    const lines = [
      ...problems.slice(0, mostProblems).map((problem) => `problem: ${escapeText(problem, 1000)}`),
      ...(problems.length > mostProblems ? [`problem: and ${problems.length - mostProblems} more`] : []),
      ...notes.slice(0, mostNotes).map((note) => `note: ${escapeText(note, 1000)}`),
      ...(report === null ? [] : [`the evidence says: ${escapeText(report.headline, 1000)}`]),
      holds
        ? `holds: the report follows from its ${report?.evidence.exchanges ?? 0} recorded exchanges`
        : `does not hold: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
    ]
    io.stdout.write(`${lines.join('\n')}\n`)
    return holds ? 0 : 1
  },
})
