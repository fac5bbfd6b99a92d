import { createHash } from 'node:crypto'
import { closeSync, lstatSync, readdirSync, readSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { OutputError, writeWhole, writing } from '../evidence/files.js'
import { readEvidence } from '../evidence/readEvidence.js'
import type { Report } from '../judge/report.js'
import { isList, isMap } from '../profile/jsonMap.js'
import { openPlainFile, PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { words } from '../words.js'
import { boundReport, formats } from './formats.js'
import { jsonIn, readReport, ReportError } from './reportFile.js'
import { newFolder, timeName } from './reportFolder.js'
import type { Pack } from '../suite/pack.js'

/**
 * The list of the files of a run in its folder. It is not hidden: an upload of the folder as an artifact may leave out
 * hidden files, and a later visit needs it.
 */
export const listName = 'octospec-files.json'

/** Whatever a list says, nothing else is ever taken away. */
const possible: ReadonlySet<string> = new Set([...formats.map(({ file }) => file), evidenceName])

/** Bytes of a list at most: it names a few files. */
const longestList = 64 * 1024

/** SHA-256 in hex by name; null: it was about to be written, so whatever is in it is octospec's. */
type Listed = ReadonlyMap<string, string | null>

/** Formats whose files the run in this folder wrote, or was about to write, for a later visit. @throws OutputError */
export function listedFormats(folder: string): readonly string[] {
  const listed = readList(folder, onVisit)
  return formats.filter(({ file }) => listed.has(file)).map(({ name }) => name)
}

export function filesOf(names: readonly string[]): readonly string[] {
  const reports = formats.filter(({ name }) => name === 'json' || names.includes(name)).map(({ file }) => file)
  return [evidenceName, ...reports]
}

/**
 * Removes what an earlier run wrote in this folder, and nothing else, and lists the files to be written in its place.
 * @param names of the files that will be written
 * @param kept of those of the earlier run, the ones that are gone on with
 * @returns files that octospec once wrote and that somebody has changed since: they stay
 * @throws OutputError if a foreign or changed file is in the way of one of `names` or of the list
 */
export function beginFiles(folder: string, names: readonly string[], kept: readonly string[] = []): readonly string[] {
  const listed = readList(folder)
  const changed: string[] = []
  for (const [name, sha256] of listed) {
    const path = join(folder, name)
    if (kept.includes(name) || !exists(path)) continue
    if (isAsListed(path, sha256)) writing(path, () => rmSync(path))
    else changed.push(name)
  }
  for (const name of names)
    if (!kept.includes(name) && exists(join(folder, name))) throw new FileInTheWay(join(folder, name))
  const open = new Map<string, string | null>(kept.map((name) => [name, listed.get(name) ?? null]))
  for (const name of names) open.set(name, null)
  writeList(folder, open)
  return changed
}

/** Moves what an earlier run wrote into an empty folder; false: there was nothing. @throws OutputError */
export function moveFiles(folder: string, into: string): boolean {
  const moved = [...readList(folder)].filter(([name, sha256]) => {
    const path = join(folder, name)
    return exists(path) && isAsListed(path, sha256)
  })
  // Without its evidence nobody can come back to it.
  if (!moved.some(([name]) => name === evidenceName)) {
    writing(into, () => rmdirSync(into))
    return false
  }
  writeList(into, new Map(moved))
  for (const [name] of moved) writing(join(into, name), () => renameSync(join(folder, name), join(into, name)))
  return true
}

/** Throws what {@link beginFiles} would throw, before anything is touched. @throws OutputError */
export function checkFiles(folder: string, names: readonly string[], on: 'run' | 'visit'): void {
  const todo = on === 'visit' ? onVisit : undefined
  const listed = readList(folder, todo)
  for (const name of names) {
    const path = join(folder, name)
    if (exists(path) && !isAsListed(path, listed.get(name))) throw new FileInTheWay(path, todo)
  }
}

/** Whether this file is there as octospec wrote it. @throws OutputError where the list is none of octospec's */
export function isOwnFile(folder: string, name: string): boolean {
  const path = join(folder, name)
  return exists(path) && isAsListed(path, readList(folder).get(name))
}

/** Since {@link beginFiles} nothing stands there but what somebody else put there. @throws FileInTheWay */
export function checkFree(path: string): void {
  if (exists(path)) throw new FileInTheWay(path)
}

/** Lists the files of a run as they are now; where there is none of them, there is no list. */
export function endFiles(folder: string): void {
  const listed = readList(folder)
  const now = [...listed.keys()].flatMap((name): [string, string][] => {
    const path = join(folder, name)
    return exists(path) ? [[name, hashOf(path)]] : []
  })
  if (now.length > 0) writeList(folder, new Map(now))
  else rmSync(join(folder, listName), { force: true })
}

/** A later visit writes where the run did. */
const onVisit = words.file.moveItOnVisit

class FileInTheWay extends OutputError {
  constructor(path: string, todo: string = words.file.moveIt) {
    super(path, null, [words.file.inTheWay, todo])
  }
}

/** Without a list, nothing in the folder is known as ours. @throws FileInTheWay for a file that is no list of ours */
function readList(folder: string, todo?: string): Listed {
  const path = join(folder, listName)
  if (!writing(path, () => exists(path))) return new Map()
  const files = filesIn(path)
  if (files === null) throw new FileInTheWay(path, todo)
  return new Map(files.filter(([name]) => possible.has(name)))
}

/** What a list says, whoever wrote it; null: it is none. */
function filesIn(path: string): readonly [string, string | null][] | null {
  // If the system cannot refuse to follow a link, it is seen here.
  if (!lstatSync(path).isFile()) return null
  const list = textIn(path, longestList)
  const value = list === undefined ? undefined : jsonIn(list)
  const files = isMap(value) ? value['files'] : undefined
  if (!isMap(files)) return null
  const listed = Object.entries(files).flatMap(([name, hash]): [string, string | null][] =>
    hash === null || typeof hash === 'string' ? [[name, hash]] : [],
  )
  return listed.length === Object.keys(files).length ? listed : null
}

/** undefined: it cannot be read. */
function textIn(path: string, most: number): string | undefined {
  try {
    return readPlainFile(path, most).toString('utf8')
  } catch (error) {
    if (error instanceof PlainFileError) return undefined
    throw error
  }
}

function writeList(folder: string, files: Listed): void {
  const path = join(folder, listName)
  const list = { about: words.file.list, files: Object.fromEntries(files) }
  // Half a list, as a full disk leaves it, would be taken for a file of somebody else.
  const temporary = join(folder, `.${listName}.tmp`)
  writing(path, () => {
    try {
      rmSync(temporary, { force: true })
      writeFileSync(temporary, `${JSON.stringify(list, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
      renameSync(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  })
}

function isAsListed(path: string, sha256: string | null | undefined): boolean {
  return sha256 === null || (sha256 !== undefined && hashOf(path) === sha256)
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Bytes of a file of a run at most; one with nothing in it can be longer than anybody waits for. */
const longest = 2 * 1024 ** 3

/** Of a plain file, read piece by piece; of anything else, and of one that is too long, what no file has. */
function hashOf(path: string): string {
  return writing(path, () => {
    const about = lstatSync(path)
    if (!about.isFile() || about.size > longest) return ''
    const hash = createHash('sha256')
    const piece = Buffer.allocUnsafe(256 * 1024)
    const file = openPlainFile(path)
    try {
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
        hash.update(piece.subarray(0, read))
    } finally {
      closeSync(file)
    }
    return hash.digest('hex')
  })
}

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
 * Moves the files of the run in a folder into one below it, if its evidence is still needed: it has pending scenarios
 * or open bookings, or no report. The key to them is nowhere else.
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

/** The command in the first line of the evidence. */
function commandIn(evidence: string): readonly string[] | undefined {
  const piece = Buffer.alloc(longestPlan)
  try {
    const file = openPlainFile(evidence)
    try {
      readSync(file, piece)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
  const value = jsonIn(piece.toString('utf8').split('\n', 1)[0] ?? '')
  const plan = isMap(value) ? value['plan'] : undefined
  const command = isMap(plan) ? plan['command'] : undefined
  return isList(command) ? command.filter((word) => typeof word === 'string') : undefined
}

/** @throws OutputError */
function checkRoom(folder: string): void {
  const entries = writing(folder, () => readdirSync(folder, { withFileTypes: true }))
  const kept = entries.filter((entry) => entry.isDirectory() && asideName.test(entry.name)).length
  if (kept >= mostAside) throw new OutputError(folder, null, [words.file.tooManyKept(kept), words.file.comeBack])
}

export interface WrittenReports {
  readonly paths: readonly string[]
  readonly failed: readonly unknown[]
}

/** Writes a report in some formats, `json` always, and goes on where one cannot be written. */
export async function writeReports(
  folder: string,
  contract: Contract,
  report: Report,
  names: readonly string[],
): Promise<WrittenReports> {
  const evidence = (): AsyncIterable<EvidenceLine> => readEvidence(join(folder, evidenceName))
  const paths: string[] = []
  const failed: unknown[] = []
  const shown = boundReport(report)
  for (const format of formats.filter(({ name }) => name === 'json' || names.includes(name))) {
    const path = join(folder, format.file)
    try {
      checkFree(path)
      await writeWhole(path, await format.render({ contract, report: shown, evidence }))
      paths.push(path)
    } catch (error) {
      failed.push(error)
    }
  }
  return { paths, failed }
}
