import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

/** A body is more than octospec reads; its message says in which way. */
export class TooLarge extends Error {}

/** On the wire, or once decompressed. */
export function tooManyBytes(limit: number): TooLarge {
  return new TooLarge(`the body is larger than ${limit} bytes`)
}

const decoders = {
  gzip: [promisify(gunzip)],
  'x-gzip': [promisify(gunzip)],
  // Servers send both forms under the name "deflate".
  deflate: [promisify(inflate), promisify(inflateRaw)],
  br: [promisify(brotliDecompress)],
}

/**
 * Undoes a content encoding that we did not ask for, to at most `limit` bytes.
 * What cannot be decoded is returned as it came: then it is no JSON, and the report shows it.
 * @throws TooLarge
 */
export async function decodeBody(bytes: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > 2 || bytes.length === 0) return bytes
  let decoded = bytes
  for (const name of names.reverse()) {
    const step = await decodeOne(decoded, name, limit)
    if (step === undefined) return bytes
    decoded = step
  }
  return decoded
}

async function decodeOne(bytes: Buffer, name: string, limit: number): Promise<Buffer | undefined> {
  const candidates = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : [] // own member, checked in the same line
  for (const decode of candidates) {
    try {
      return await decode(bytes, { maxOutputLength: limit })
    } catch (error) {
      if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        throw tooManyBytes(limit)
    }
  }
  return undefined
}
