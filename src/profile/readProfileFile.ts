import { constants, type Stats } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { systemCode } from '../contract/systemCode.js'
import { closestWord } from './closestWord.js'
import { makeProblem, ProfileError } from './profileError.js'

/** Bytes of a profile at most: those that we know have some thousands, and reading YAML takes more time than it has bytes. */
const largest = 64 * 1024

/**
 * The text of a profile. Only a regular file is read, and never more of it than a profile may have: a pipe would keep us waiting, a
 * device has no end, and what the system makes up as it is read (`/proc`) is nobody's profile.
 * @throws ProfileError where there is no such file, or none that can be read, or it is no UTF-8.
 */
export async function readProfileFile(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file)
  const fail = (found: string, suggestion?: string): ProfileError =>
    new ProfileError([
      makeProblem({
        file,
        line: null,
        column: null,
        key: '',
        expected: 'a YAML file that can be read',
        found,
        ...(suggestion !== undefined && { suggestion }),
      }),
    ])
  let bytes: Buffer | string
  try {
    bytes = await readBounded(path)
  } catch (error) {
    const code = systemCode(error) ?? 'an unknown error'
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fail('no such file', await nearestFile(file, path))
    if (code === 'EISDIR') throw fail('a directory')
    if (code === 'ENXIO') throw fail('a socket or a device, which is no file')
    throw fail(
      code === 'EACCES' || code === 'EPERM' ? 'that octospec may not read it' : `an error of the system (${code})`,
    )
  }
  if (typeof bytes === 'string') throw fail(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fail('bytes that are not UTF-8')
  }
}

/** The bytes of a file, or what it is instead of a file that can be a profile. */
async function readBounded(path: string): Promise<Buffer | string> {
  // Without O_NONBLOCK, to open a pipe is to wait for whoever writes into it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    const instead = kindOf(stats)
    if (instead !== null) return instead
    if (stats.size > largest) return tooLarge(stats.size)
    const bytes = await readUpTo(handle, largest + 1)
    // A file may grow while it is read.
    if (bytes.length > largest) return tooLarge(bytes.length)
    return stats.size === 0 && bytes.length > 0 ? 'a file of the system, made up as it is read' : bytes
  } finally {
    await handle.close()
  }
}

async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(most)
  let length = 0
  while (length < most) {
    const { bytesRead } = await handle.read(bytes, length, most - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

function kindOf(stats: Stats): string | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a pipe, which is no file'
  return 'a socket or a device, which is no file'
}

function tooLarge(size: number): string {
  return `more than any profile has: ${size} bytes, where ${largest} would do`
}

async function nearestFile(file: string, path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch((): string[] => [])
  const nearest = closestWord(basename(path), names)
  return nearest === undefined ? undefined : join(dirname(file), nearest)
}
