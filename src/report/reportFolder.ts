import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isoOf } from '../contract/instant.js'
import { systemCode } from '../contract/messageOf.js'
import { atEnd, makeFolder, OutputError, writing } from '../evidence/files.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { words } from '../words.js'

/** Of new folders. */
const mode = 0o700

export interface ReportFolder {
  readonly path: string
  close(): void
}

/**
 * Makes the folder of a run ready, and proves that it can be written before anything is sent. Only its owner can read
 * what is new.
 * @param out as given with `--out`: the files go straight into it. Without it a new folder in `reports/` is named by
 * the host and the time; only letters, digits, dots and dashes of the host are used
 * @throws OutputError, FolderInUse
 */
export function openReportFolder(options: {
  readonly cwd: string
  readonly out: string | undefined
  readonly targetUrl: string
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReportFolder {
  const { cwd, out, targetUrl, now } = options
  let made: string | undefined
  let path: string
  if (out === undefined) {
    made = path = newFolder(join(cwd, 'reports'), `${hostName(targetUrl)}-${timeName(now)}`)
  } else {
    path = resolve(cwd, out)
    made = writing(path, () => makeFolder(path, mode)) ? path : undefined
  }
  return enter(path, () => {
    if (made === undefined) return
    try {
      rmdirSync(made)
      if (out === undefined) rmdirSync(dirname(made))
    } catch {
      // Something is in it, so it stays.
    }
  })
}

/** The folder of an earlier run, to go on in. @throws OutputError, FolderInUse */
export function reopenReportFolder(path: string): ReportFolder {
  return enter(path, () => undefined)
}

function enter(path: string, leave: () => void): ReportFolder {
  const release = lockFolder(path)
  return {
    path,
    close: () => {
      release()
      leave()
    },
  }
}

/** Makes a folder of this name, or of one that begins so, which nobody else has. @throws OutputError */
export function newFolder(parent: string, name: string): string {
  writing(parent, () => makeFolder(parent, mode))
  for (let count = 1; ; count += 1) {
    const path = join(parent, count === 1 ? name : `${name}-${count}`)
    try {
      mkdirSync(path, { mode })
      return path
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      // Another run of the same second has it.
      if (!taken || count >= 100) throw new OutputError(path, error)
    }
  }
}

export function hostName(url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : ''
  const words = host.slice(0, 80).split(/[^A-Za-z0-9.]/)
  const plain = words.filter((word) => word !== '').join('-')
  return plain.replace(/^\.+/, '') || 'target'
}

/** `YYYYMMDD-HHMMSS`, UTC. */
export function timeName(now: number): string {
  return isoOf(now).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

/** Name of the file that says which octospec is at work in a folder. */
const lockName = '.octospec.lock'

/** Bytes of a lock at most: it names a process and its machine. */
const longest = 4096

/** Another octospec is at work in the folder: two that write there would destroy each other's run. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly code = 'OCTOSPEC_IN_USE'
  readonly remedy: string

  constructor(folder: string, by: string) {
    super(words.file.inUse(folder, by))
    this.remedy = words.file.waitForIt(join(folder, lockName))
  }
}

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process began, as the system counts it: process ids are reused. Absent: the system does not tell. */
  readonly began?: string
}

/** Locks of this process. Any other lock with its process id is left over from a process that had the same id. */
const held = new Set<string>()

/** Keeps other runs out of a folder until the result is called. @throws FolderInUse, OutputError */
export function lockFolder(folder: string): () => void {
  const path = join(folder, lockName)
  for (;;) {
    if (held.has(path)) throw new FolderInUse(folder, words.file.byThisProcess)
    if (make(path)) break
    const text = read(path)
    // Let go of in the meantime.
    if (text === null) continue
    const holder = holderOf(text)
    if (holder === null || !isGone(holder)) throw new FolderInUse(folder, described(holder))
    if (!takeAway(path, text)) throw new FolderInUse(folder, words.file.byAnother)
  }
  held.add(path)
  const release = (): void => {
    forget()
    if (!held.delete(path)) return
    try {
      rmSync(path, { force: true })
    } catch {
      // The folder cannot be written any more. Whoever comes next sees that this process is gone.
    }
  }
  const forget = atEnd(release)
  return release
}

/** False: there is one already. */
function make(path: string): boolean {
  const began = stateOf(process.pid)?.began
  const holder: Holder = { pid: process.pid, host: hostname(), ...(began !== undefined && { began }) }
  let file: number | undefined
  try {
    file = openSync(path, 'wx', 0o600)
    writeFileSync(file, `${JSON.stringify(holder)}\n`)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    // On a full disk it is there and empty, and nobody could tell whose it is.
    if (file !== undefined) rmSync(path, { force: true })
    throw new OutputError(path, error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** null: there is none. A file that octospec does not make, as a link or a pipe that somebody sent, reads as empty. */
function read(path: string): string | null {
  try {
    return readPlainFile(path, longest).toString('utf8')
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw new OutputError(path, error)
    return error.missing ? null : ''
  }
}

function holderOf(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { pid, host, began }: Partial<Record<keyof Holder, unknown>> = value
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof host === 'string'
      ? { pid, host, ...(typeof began === 'string' && { began }) }
      : null
  } catch {
    return null
  }
}

function isGone({ pid, host, began }: Holder): boolean {
  if (host !== hostname()) return false
  if (pid === process.pid) return true
  const state = stateOf(pid)
  // A zombie does nothing any more: nobody has asked how it ended, as in a container without an init.
  if (state !== null && (/[ZX]/.test(state.letter) || (began !== undefined && began !== state.began))) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return systemCode(error) === 'ESRCH'
  }
}

/** What Linux tells of a process, in `/proc`; null: it is not there, or this is another system. */
function stateOf(pid: number): { readonly letter: string; readonly began: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets, and may have any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { letter: fields[0] ?? '', began: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** Two runs that find the same stale lock must not take each other's new one; false: it is not the one read before. */
function takeAway(path: string, text: string): boolean {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true
    throw new OutputError(path, error)
  }
  try {
    if (read(aside) === text) return true
    linkSync(aside, path)
    return false
  } catch {
    return false
  } finally {
    rmSync(aside, { force: true })
  }
}

function described(holder: Holder | null): string {
  if (holder === null) return words.file.byUnknown
  const { pid, host } = holder
  return words.file.byProcess(pid, host === hostname() ? '' : JSON.stringify(host.slice(0, 100)))
}
