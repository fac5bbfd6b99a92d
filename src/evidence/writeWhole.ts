import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { atEnd } from './atEnd.js'
import { OutputError } from './outputError.js'

export type Chunks = string | Iterable<string> | AsyncIterable<string>

/** Pieces are gathered up to this size before they are written. */
const enough = 64 * 1024

/**
 * Writes a file whole or not at all: into a temporary file beside it, which then takes its name, and which is gone even when the
 * process ends in the middle.
 * @param mode 0600 unless given: what runs show is their owner's
 * @throws OutputError; then what was there before is untouched.
 */
export async function writeWhole(path: string, content: Chunks, mode = 0o600): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const forget = atEnd(() => rmSync(temporary, { force: true }))
  let file: FileHandle | undefined
  try {
    file = await create(temporary, mode).catch((error: unknown) => {
      throw new OutputError(path, error)
    })
    const opened = file
    let waiting = ''
    const write = async (text: string): Promise<void> => {
      await opened.writeFile(text).catch((error: unknown) => {
        throw new OutputError(path, error)
      })
    }
    for await (const piece of typeof content === 'string' ? [content] : content) {
      waiting += piece
      if (waiting.length < enough) continue
      await write(waiting)
      waiting = ''
    }
    await write(waiting)
    await file.close()
    await rename(temporary, path).catch((error: unknown) => {
      throw new OutputError(path, error)
    })
  } catch (error) {
    await file?.close().catch(() => undefined)
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  } finally {
    forget()
  }
}

/** Makes the file at once: one that is being made when the process ends would come to be after all was tidied up. */
async function create(path: string, mode: number): Promise<FileHandle> {
  closeSync(openSync(path, 'wx', mode))
  return open(path, 'r+')
}
