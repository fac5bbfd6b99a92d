import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { openPlainFile } from '../profile/plainFile.js'
import type { Chunks } from './writeWhole.js'

/** SHA-256 of a plain file in hex, read piece by piece. @throws PlainFileError */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  // Without an encoding a stream of a file gives Buffers.
  for await (const chunk of createReadStream('', { fd: openPlainFile(path) })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** SHA-256 that a file with this text would have. */
export async function hashChunks(content: Chunks): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of typeof content === 'string' ? [content] : content) hash.update(piece)
  return hash.digest('hex')
}
