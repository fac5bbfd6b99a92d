import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { escapeText } from '../contract/escapeText.js'
import { markdownReport } from '../report/formats/markdown.js'
import { githubAnnotations } from '../report/githubAnnotations.js'
import type { Report } from '../judge/report.js'
import { endingOf } from '../judge/verdict.js'
import { pack } from '../pack.js'
import type { Io } from './io.js'
import { messageOf } from '../contract/messageOf.js'

/** GitHub takes no more for the summary of one step, in bytes. */
const mostSummary = 1024 * 1024

/** Writes the summary of a GitHub job where it is asked for, and puts annotations before the lines of the log. */
export async function tellGithub(
  report: Report,
  lines: readonly string[],
  { env, stderr }: Io,
): Promise<readonly string[]> {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file !== undefined && file !== '') {
    const summary = [...markdownReport(report, pack.contract)].join('')
    const fits = Buffer.byteLength(summary) < mostSummary
    const text = fits
      ? summary
      : `## octospec: ${endingOf(report)}\n\nThe summary is too large for GitHub: see the reports.\n`
    await append(file, text).catch((error: unknown) => {
      // The run is what counts: its verdict does not change because a summary could not be written.
      stderr.write(`note: the step summary could not be written: ${escapeText(messageOf(error))}\n`)
    })
  }
  if (env['GITHUB_ACTIONS'] !== 'true') return lines
  return [...githubAnnotations(report, pack.contract), ...lines]
}

/** Adds to a file without waiting for anybody: a pipe that nobody reads would keep a run from its end. */
async function append(path: string, text: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants
  const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o666)
  try {
    await file.appendFile(text)
  } finally {
    await file.close()
  }
}
