import type { IncomingMessage } from 'node:http'
import { isObject, type JsonObject } from './json.js'
import type { BodyProblem } from './wire.js'

const maximumBytes = 2 ** 20

/** The body of a request as text; null: it is larger than a mebibyte, and the rest was thrown away. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  // No encoding is set, so the chunks are buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maximumBytes) chunks.push(chunk)
  }
  return bytes > maximumBytes ? null : Buffer.concat(chunks).toString('utf8')
}

/** What a body says: an object, or what is wrong with it. No body is an empty object. */
export function parseBody(text: string, contentType: string | undefined): JsonObject | BodyProblem {
  if (text === '') return {}
  if (contentType !== undefined && !/^application\/([a-z.-]+\+)?json\b/i.test(contentType)) return 'not sent as JSON'
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : 'not an object'
  } catch {
    return 'not JSON'
  }
}
