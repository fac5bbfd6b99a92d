import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { departure, linesOfEvidence } from '../contract/publishedShape.js'
import { isMap } from '../profile/jsonMap.js'
import type { Json } from '../profile/profile.js'
import { EvidenceError, type EvidenceLine, type Seal } from './evidence.js'
import { beyondBounds, keptAsText } from '../wire/body.js'
import { openPlainFile, plainFileError } from '../profile/plainFile.js'

/** A line of evidence, tested against its schema. @throws EvidenceError for what octospec does not write */
export function evidenceLineOf(value: Json, place: string): EvidenceLine {
  const type = isMap(value) ? value['type'] : undefined
  if (!isMap(value) || typeof type !== 'string' || !linesOfEvidence.includes(type))
    throw new EvidenceError(`${place}: the line is of no known type`)
  const { plan } = value
  const version = isMap(plan) ? plan['schemaVersion'] : undefined
  if (type === 'plan' && typeof version === 'number' && version !== 1)
    throw new EvidenceError(
      `${place}: the evidence has schema version ${version}, and this octospec reads version 1`,
      'use the octospec that made the run',
    )
  const wrong = departure('evidence.schema.json', value, type)
  if (wrong !== null) throw new EvidenceError(`${place}: the line is none that octospec wrote: ${wrong}`)
  // The schema describes these types member by member; a test checks what octospec writes against it.
  return value as unknown as EvidenceLine
}

/** Bytes of one line at most: a recorded body has at most 1 MiB, and JSON escapes a byte with up to six. */
const longestLine = 16 * 1024 * 1024
/** Levels of one line at most: a recorded body has at most 200, and a line puts a few around it. */
const deepestLine = 240
/** Values of one line at most: an answer has 40,000, and what a scenario made of several may have more. */
const mostValues = 1_000_000

/**
 * Reads `exchanges.ndjson` line by line, in memory for one line, each tested against the shape of its type.
 * @param most lines that are read; what comes after them counts as cut off
 */
export function readEvidence(path: string, most: number = Number.POSITIVE_INFINITY): EvidenceReader {
  return new EvidenceReader(path, most)
}

/** Evidence as it is read once. What it says of itself is of the lines read so far. */
export class EvidenceReader implements AsyncIterable<EvidenceLine> {
  readonly path: string
  lines = 0
  end = 0
  exchanges = 0
  /** The last line is cut off in the middle: the run was killed while it wrote. That line is left out. */
  cutOff = false
  sealed: { readonly seal: Seal; readonly lines: number; readonly sha256: string } | null = null
  readonly #hash = createHash('sha256')
  readonly #most: number

  constructor(path: string, most: number) {
    this.path = path
    this.#most = most
  }

  hash(): ReturnType<typeof createHash> {
    return this.#hash.copy()
  }

  /** @throws EvidenceError where there is no such plain file, and for a line that octospec does not write */
  async *[Symbol.asyncIterator](): AsyncGenerator<EvidenceLine> {
    for await (const bytes of this.#wholeLines()) {
      if (this.lines >= this.#most) {
        this.cutOff = true
        return
      }
      const line = parseLine(bytes.toString('utf8'), `${this.path}:${this.lines + 1}`)
      this.lines += 1
      this.end += bytes.length
      if (line.type === 'exchange') this.exchanges += 1
      if (line.type === 'seal') this.sealed = { seal: line, lines: this.lines, sha256: this.hash().digest('hex') }
      this.#hash.update(bytes)
      yield line
    }
  }

  async *#wholeLines(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = []
    let length = 0
    for await (const chunk of chunksOf(this.path)) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at + 1))
        from = at + 1
        yield Buffer.concat(parts)
        parts = []
        length = 0
      }
      const rest = chunk.subarray(from)
      length += rest.length
      if (length > longestLine)
        throw new EvidenceError(`${this.path}:${this.lines + 1}: the line is longer than any that octospec writes`)
      if (rest.length > 0) parts.push(rest)
    }
    // octospec writes whole lines, so one without its end was being written when the run was killed.
    this.cutOff = length > 0
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    const fd = openPlainFile(path)
    // Without an encoding a stream of a file gives Buffers.
    for await (const chunk of createReadStream('', { fd, highWaterMark: 256 * 1024 })) yield chunk as Buffer
  } catch (error) {
    throw new EvidenceError(`${path}: ${plainFileError(error).message}`)
  }
}

function parseLine(text: string, place: string): EvidenceLine {
  const beyond = beyondBounds(text, { levels: deepestLine, values: mostValues })
  if (beyond !== null) throw new EvidenceError(`${place}: the line is ${beyond}: octospec writes none like that`)
  let value: Json
  try {
    // What JSON.parse gives is JSON.
    value = JSON.parse(text) as Json
  } catch {
    throw new EvidenceError(`${place}: the line is no JSON`)
  }
  const line = evidenceLineOf(value, place)
  return line.type === 'exchange' ? { ...line, exchange: keptAsText(line.exchange) } : line
}
