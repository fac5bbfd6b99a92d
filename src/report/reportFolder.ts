import { isoOf } from '../contract/instant.js'
import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../evidence/makeFolder.js'
import { OutputError, writing } from '../evidence/outputError.js'
import { lockFolder } from './folderLock.js'

/** Of new folders. */
const mode = 0o700

export interface ReportFolder {
  readonly path: string
  close(): void
}

/**
 * Makes the folder of a run ready, and proves that it can be written before anything is sent. What is new can be read by its owner
 * alone.
 * @param out as given with `--out`: the files go straight into it. Without it a new folder is made in `reports/`, named by
 * the host and the time; the name of a host is only ever used in letters, digits, dots and dashes
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
