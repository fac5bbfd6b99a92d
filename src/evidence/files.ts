import {
  closeSync,
  createReadStream,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { systemCode } from '../contract/messageOf.js'
import { openPlainFile } from '../profile/plainFile.js'

/** A file or folder that cannot be written: which one, why, and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
  readonly code = 'OCTOSPEC_OUTPUT'
  readonly path: string
  readonly remedy: string

  /** @param why what keeps it from being written and what to do, where that is no error of the system */
  constructor(path: string, error: unknown, why?: readonly [what: string, remedy: string]) {
    const code = systemCode(error) ?? 'unknown'
    const [what, remedy] = why ??
      (Object.hasOwn(known, code) ? known[code] : undefined) ?? [
        `an error of the system (${code})`,
        'name another folder with --out',
      ]
    super(`cannot write ${path}: ${what}`)
    this.path = path
    this.remedy = remedy
  }
}

const permission = [
  'octospec may not write there',
  'change the permissions, or name another folder with --out',
] as const
const known: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: ['the file system is read-only', 'name another folder with --out'],
  ENOSPC: ['the disk is full', 'make room, or name a folder on another disk with --out'],
  EDQUOT: ['the quota is used up', 'make room, or name a folder on another disk with --out'],
  ENOENT: ['its folder is gone', 'leave the folder alone while octospec runs, or name another with --out'],
  EEXIST: ['a file is in the way where a folder should be', 'remove it, or name another folder with --out'],
  ENOTDIR: ['a file is in the way where a folder should be', 'remove it, or name another folder with --out'],
  EISDIR: ['a folder is in the way where a file should be', 'remove it, or name another folder with --out'],
  ENAMETOOLONG: ['its name is too long', 'name another folder with --out'],
}

/** @throws OutputError where the act fails: it names what could not be written */
export function writing<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new OutputError(path, error)
  }
}

/** Makes a folder and those above it; false: it was there. @throws the error of the system */
export function makeFolder(path: string, mode: number): boolean {
  try {
    return makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if (systemCode(error) !== 'ENOENT' || parent === path) throw error
    makeFolder(parent, mode)
    return makeOne(path, mode)
  }
}

function makeOne(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      return false
    throw error
  }
}

export type Chunks = string | Iterable<string> | AsyncIterable<string>

/** Pieces are gathered up to this size before they are written. */
const enough = 64 * 1024

/**
 * Writes a file whole or not at all: into a temporary file beside it, which then takes its name. That file is removed
 * even when the process ends in the middle.
 * @param mode 0600 unless given: what runs show is their owner's
 * @throws OutputError; then what was there before is untouched.
 */
export async function writeWhole(path: string, content: Chunks, mode = 0o600): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const forget = atEnd(() => rmSync(temporary, { force: true }))
  try {
    const file = writing(path, () => openSync(temporary, 'wx', mode))
    try {
      let waiting = ''
      for await (const piece of typeof content === 'string' ? [content] : content) {
        waiting += piece
        if (waiting.length < enough) continue
        writing(path, () => writeFileSync(file, waiting))
        waiting = ''
      }
      writing(path, () => writeFileSync(file, waiting))
    } finally {
      closeSync(file)
    }
    writing(path, () => renameSync(temporary, path))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  } finally {
    forget()
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const pending = new Set<() => void>()

/** Does something quick when the process ends, until the result is called. */
export function atEnd(act: () => void): () => void {
  // One listener for all: of more than ten Node warns.
  if (pending.size === 0) {
    for (const signal of signals) process.on(signal, end)
    process.on('exit', actAll)
  }
  pending.add(act)
  return () => {
    pending.delete(act)
    if (pending.size > 0) return
    for (const signal of signals) process.off(signal, end)
    process.off('exit', actAll)
  }
}

function actAll(): void {
  for (const act of pending) act()
}

function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  actAll()
  for (const each of signals) process.off(each, end)
  // As it would have ended had nobody asked.
  process.kill(process.pid, signal)
}

/** SHA-256 of a plain file in hex, read piece by piece. @throws PlainFileError */
export async function hashFile(path: string): Promise<string> {
  return hashOf(openPlainFile(path))
}

/** The hash of a file that somebody sent; null: it has more bytes than `most`. @throws PlainFileError */
export async function hashWithin(path: string, most: number): Promise<string | null> {
  const file = openPlainFile(path)
  if (fstatSync(file).size <= most) return hashOf(file)
  closeSync(file)
  return null
}

async function hashOf(fd: number): Promise<string> {
  const hash = createHash('sha256')
  // Without an encoding a stream of a file gives Buffers.
  for await (const chunk of createReadStream('', { fd })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** SHA-256 that a file with this text would have, and its bytes. */
export async function hashChunks(content: Chunks): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of typeof content === 'string' ? [content] : content) {
    hash.update(piece)
    bytes += Buffer.byteLength(piece)
  }
  return { sha256: hash.digest('hex'), bytes }
}
