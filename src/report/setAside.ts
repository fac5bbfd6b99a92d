import { closeSync, lstatSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceName } from '../evidence/evidenceFile.js'
import { OutputError, writing } from '../evidence/outputError.js'
import type { Report } from '../judge/report.js'
import { openPlainFile } from '../profile/plainFile.js'
import type { Pack } from '../suite/pack.js'
import { ReportError, readReport } from './reportFile.js'
import { newFolder, timeName } from './reportFolder.js'
import { checkFiles, isOwnFile, moveFiles } from './runFiles.js'

export interface SetAside {
  readonly path: string
  /** As `Report.command`, of whoever made that folder. */
  readonly command: readonly string[] | undefined
  /** Scenarios that `octospec resume` has not gone on with to their end. */
  readonly pending: number
  /** Bookings that could still be ended; null: there is no report of it, so nobody knows. */
  readonly bookings: number | null
}

/** So many such runs are kept in one folder, for octospec removes none of them. */
export const mostAside = 100
const asideName = /^earlier-\d{8}-\d{6}(-\d{1,3})?$/
/** A hold that could not be ended has ended by itself after so long, in milliseconds. */
const longestHold = 24 * 60 * 60_000
/** Bytes of evidence in which its first line ends. */
const longestPlan = 1024 * 1024

/**
 * Moves the files of the run in a folder into one below it, where its evidence is still needed: scenarios of it are pending, bookings of it
 * are open, or it has no report. The key to them is nowhere else.
 * @param names of the files that will be written in their place
 * @param now milliseconds since the epoch
 * @returns null where there is no such run, and nothing was moved
 * @throws OutputError, with nothing moved, where one of `names` could not be written then, or so many are kept already
 */
export function setAside(
  folder: string,
  names: readonly string[],
  { bookings }: Pick<Pack, 'bookings'>,
  now: number,
): SetAside | null {
  const written = lstatSync(join(folder, evidenceName), { throwIfNoEntry: false })
  if (written?.isFile() !== true || written.size === 0) return null
  const report = reportIn(folder)
  const command = report === null ? commandIn(join(folder, evidenceName)) : report.command
  // Its target has ended with it.
  if (command?.includes('--reference') === true) return null
  const open = report === null ? null : report.bookings.filter(isOpen).length
  const pending = report?.pending.length ?? 0
  if (pending === 0 && open === 0) return null
  // Else the evidence would go, and the report that somebody has changed would stay.
  checkFiles(folder, names, 'run')
  checkRoom(folder)
  // A clock that was ahead, or an archive, gives files of any time.
  const path = newFolder(folder, `earlier-${timeName(Math.min(written.mtimeMs, now))}`)
  return moveFiles(folder, path) ? { path, command, pending, bookings: open } : null

  function isOpen({ fate, final }: Report['bookings'][number]): boolean {
    const remains = bookings.remains(fate)
    if (remains === 'nothing' || final === true) return false
    if (remains !== 'for-now') return true
    // Archives give files the time that they like.
    const last = Math.max(Number(written?.mtimeMs), Date.parse(report?.startedAt ?? '') || 0)
    return now - last < longestHold
  }
}

/** null: there is none, as of a run that was killed, or it is not what octospec wrote any more. @throws OutputError */
function reportIn(folder: string): Report | null {
  if (!isOwnFile(folder, 'report.json')) return null
  try {
    return readReport(folder, folder)
  } catch (error) {
    if (error instanceof ReportError) return null
    throw error
  }
}

function commandIn(evidence: string): readonly string[] | undefined {
  try {
    const file = openPlainFile(evidence)
    const piece = Buffer.alloc(longestPlan)
    try {
      readSync(file, piece)
    } finally {
      closeSync(file)
    }
    const [line = ''] = piece.toString('utf8').split('\n', 1)
    const value: unknown = JSON.parse(line)
    const plan: unknown = typeof value === 'object' && value !== null && 'plan' in value ? value.plan : null
    const command: unknown = typeof plan === 'object' && plan !== null && 'command' in plan ? plan.command : null
    return Array.isArray(command) ? command.filter((word) => typeof word === 'string') : undefined
  } catch {
    return undefined
  }
}

/** @throws OutputError */
function checkRoom(folder: string): void {
  const entries = writing(folder, () => readdirSync(folder, { withFileTypes: true }))
  const kept = entries.filter((entry) => entry.isDirectory() && asideName.test(entry.name)).length
  if (kept >= mostAside)
    throw new OutputError(folder, null, [
      `${kept} earlier runs are kept in it, in folders earlier-DATE-TIME, and the last one would be one more`,
      'come back to them with octospec resume and remove those folders, or name another folder with --out',
    ])
}
