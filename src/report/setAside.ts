import { closeSync, lstatSync, readdirSync, readSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceName } from '../evidence/evidenceFile.js'
import type { Report } from '../judge/report.js'
import { openPlainFile } from '../profile/plainFile.js'
import type { Pack } from '../suite/pack.js'
import { ReportError } from './reportError.js'
import { readReport } from './reportFile.js'
import { newFolder, timeName } from './reportFolder.js'
import { beginFiles, endFiles, moveFiles } from './runFiles.js'

/** A run whose files were in the way of another one, and that somebody may have to come back to. */
export interface SetAside {
  /** The folder that they are in now. */
  readonly path: string
  /** As `Report.command`. */
  readonly command: readonly string[] | undefined
  /** Holds that still age. */
  readonly holds: number
  /** Bookings that could still be ended; null: it was killed, so nobody knows. */
  readonly bookings: number | null
  /** The folder of the oldest such run, which there was one too many of, and which is gone. */
  readonly gone: string | null
}

/** So many such runs are kept in one folder. */
export const mostAside = 10
const asideName = /^earlier-\d{8}-\d{6}(-\d{1,3})?$/
/** A hold that could not be ended has ended by itself after so long, in milliseconds. */
const longestHold = 24 * 60 * 60_000
/** Bytes of evidence in which its first line ends. */
const longestPlan = 1024 * 1024

/**
 * Moves the files of the run in a folder into one below it, where its evidence is still needed: its holds age, bookings of it are open, or
 * it was killed. The key to them is nowhere else.
 *
 * @param now milliseconds since the epoch
 * @returns null where there is no such run, and nothing was moved
 * @throws OutputError
 */
export function setAside(folder: string, { bookings }: Pick<Pack, 'bookings'>, now: number): SetAside | null {
  const written = lstatSync(join(folder, evidenceName), { throwIfNoEntry: false })
  if (written?.isFile() !== true || written.size === 0) return null
  const report = reportIn(folder)
  const command = report === null ? commandIn(join(folder, evidenceName)) : report.command
  // Its target has ended with it.
  if (command?.includes('--reference') === true) return null
  const open = report === null ? null : report.bookings.filter(isOpen).length
  const holds = report?.pending.length ?? 0
  if (holds === 0 && open === 0) return null
  const path = newFolder(folder, `earlier-${timeName(written.mtimeMs)}`)
  if (!moveFiles(folder, path)) return null
  return { path, command, holds, bookings: open, gone: forgetOldest(folder) }

  function isOpen({ fate, final }: Report['bookings'][number]): boolean {
    const remains = bookings.remains(fate)
    if (remains === 'nothing' || final === true) return false
    return remains === 'for-good' || now - Number(written?.mtimeMs) < longestHold
  }
}

/** null: there is none, as of a run that was killed. */
function reportIn(folder: string): Report | null {
  try {
    return readReport(folder, folder)
  } catch (error) {
    if (error instanceof ReportError) return null
    throw error
  }
}

/** Of a run without a report, by the plan that its evidence begins with. */
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

/** What octospec did not write there stays, and so does its folder. */
function forgetOldest(folder: string): string | null {
  const [oldest, ...others] = readdirSync(folder)
    .filter((name) => asideName.test(name))
    .sort()
  if (oldest === undefined || others.length < mostAside) return null
  const path = join(folder, oldest)
  beginFiles(path, [])
  endFiles(path)
  try {
    rmdirSync(path)
  } catch {
    // Something is in it.
  }
  return path
}
