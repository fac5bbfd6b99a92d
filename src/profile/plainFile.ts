import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { systemCode } from '../contract/messageOf.js'

/** Why a file cannot be read, as the end of a sentence that begins with its name. */
export class PlainFileError extends Error {
  override readonly name = 'PlainFileError'
  /** True: there is nothing of that name. */
  readonly missing: boolean

  constructor(message: string, missing = false) {
    super(message)
    this.missing = missing
  }
}

export interface PlainFileOptions {
  /** Follow a symbolic link; else the file must be no link itself. Folders on the way may be. */
  readonly follow?: boolean
}

/**
 * Opens a plain file for reading. A pipe, a device or a terminal could make us wait or read for ever, and a link in a
 * folder that somebody sent could lead anywhere.
 * @returns a file descriptor, to be closed by the caller
 * @throws PlainFileError
 */
export function openPlainFile(path: string, { follow = false }: PlainFileOptions = {}): number {
  let file: number
  try {
    // Opening a pipe without O_NONBLOCK waits for a writer. Windows knows neither flag.
    const flags = (constants.O_NONBLOCK ?? 0) | (follow ? 0 : (constants.O_NOFOLLOW ?? 0))
    file = openSync(path, constants.O_RDONLY | flags)
  } catch (error) {
    throw plainFileError(error)
  }
  try {
    const about = fstatSync(file)
    if (about.isFile()) return file
    throw new PlainFileError(about.isDirectory() ? 'it is a folder' : 'it is no plain file, but a pipe or a device')
  } catch (error) {
    closeSync(file)
    throw plainFileError(error)
  }
}

/**
 * The bytes of a plain file that is no longer than `most`, whatever the system says of its size.
 * @throws PlainFileError
 */
export function readPlainFile(path: string, most: number, options: PlainFileOptions = {}): Buffer {
  const file = openPlainFile(path, options)
  const tooLong = (): PlainFileError => new PlainFileError(`it is longer than ${most} bytes`)
  try {
    if (fstatSync(file).size > most) throw tooLong()
    const pieces: Buffer[] = []
    let length = 0
    for (;;) {
      const piece = Buffer.allocUnsafe(Math.min(256 * 1024, most + 1 - length))
      const read = readSync(file, piece)
      if (read === 0) break
      pieces.push(piece.subarray(0, read))
      length += read
      if (length > most) throw tooLong()
    }
    // What /proc has is made up as it is read, and may be the environment with all that is in it: nobody's file.
    if (length > 0 && fstatSync(file).size === 0) throw new PlainFileError('it is a file of the system, not of a disk')
    return Buffer.concat(pieces)
  } catch (error) {
    throw plainFileError(error)
  } finally {
    closeSync(file)
  }
}

export function plainFileError(error: unknown): PlainFileError {
  if (error instanceof PlainFileError) return error
  const code = systemCode(error)
  if (code === undefined) throw error
  const missing = code === 'ENOENT' || code === 'ENOTDIR'
  return new PlainFileError(missing ? 'there is no such file' : (words[code] ?? `it cannot be read (${code})`), missing)
}

const words: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  EACCES: 'octospec may not read it',
  EPERM: 'octospec may not read it',
  // A socket, or a pipe or device with nothing behind it.
  ENXIO: 'it is no plain file, but a pipe or a device',
  ERR_INVALID_ARG_VALUE: 'its name is none that a file can have',
}
