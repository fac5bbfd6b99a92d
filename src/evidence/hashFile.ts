import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fstatSync } from 'node:fs'
import { openPlainFile } from '../profile/plainFile.js'
import type { Chunks } from './writeWhole.js'

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
