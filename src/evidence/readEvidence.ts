import { createReadStream } from 'node:fs'
import type { EvidenceLine } from './evidence.js'
import { EvidenceError } from './evidenceError.js'
import { systemCode } from '../contract/systemCode.js'

/** Bytes of one line at most: a recorded body has at most 1 MiB, and JSON escapes a byte with up to six. */
const longestLine = 16 * 1024 * 1024

/** A line as it was read, with where it ends. */
export interface ReadLine {
  readonly line: EvidenceLine
  /** Bytes of the file up to and with this line. */
  readonly end: number
  /** The line as it stands in the file, with its line end. */
  readonly bytes: Buffer
}

export interface ReadEvidenceOptions {
  /** Told when the last line is cut off in the middle: the run was killed while it wrote. That line is left out. */
  readonly onCutShort?: (lineNumber: number) => void
}

/**
 * Reads `exchanges.ndjson` line by line, in memory for one line.
 * @throws EvidenceError where there is no such file, and for a line that is too long, no JSON, or of no known type
 */
export async function* readEvidence(path: string, options: ReadEvidenceOptions = {}): AsyncGenerator<EvidenceLine> {
  for await (const { line } of readEvidenceLines(path, options)) yield line
}

/** Like {@link readEvidence}, with the bytes of each line. */
export async function* readEvidenceLines(path: string, options: ReadEvidenceOptions = {}): AsyncGenerator<ReadLine> {
  let number = 0
  let end = 0
  let parts: Buffer[] = []
  let length = 0
  const take = (bytes: Buffer): ReadLine => {
    number += 1
    end += bytes.length
    return { line: parseLine(bytes.toString('utf8'), `${path}:${number}`), end, bytes }
  }
  for await (const chunk of chunksOf(path)) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at + 1))
      from = at + 1
      yield take(Buffer.concat(parts))
      parts = []
      length = 0
    }
    const rest = chunk.subarray(from)
    length += rest.length
    if (length > longestLine)
      throw new EvidenceError(`${path}:${number + 1}: the line is longer than any that octospec writes`)
    if (rest.length > 0) parts.push(rest)
  }
  // octospec writes whole lines, so one without its end was being written when the run was killed.
  if (length > 0) options.onCutShort?.(number + 1)
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    // Without an encoding a stream of a file gives Buffers.
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    const what = code === 'ENOENT' || code === 'ENOTDIR' ? 'there is no such file' : `it cannot be read (${code})`
    throw new EvidenceError(`${path}: ${what}`)
  }
}

const types: ReadonlySet<string> = new Set([
  'plan',
  'exchange',
  'trial',
  'smallest',
  'stop',
  'crash',
  'done',
  'pending',
  'bookings',
  'end',
] satisfies EvidenceLine['type'][])

function parseLine(text: string, place: string): EvidenceLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new EvidenceError(`${place}: the line is no JSON`)
  }
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if (typeof type !== 'string' || !types.has(type)) throw new EvidenceError(`${place}: the line is of no known type`)
  // Its type is one of ours; whoever judges from it treats a member that is missing as evidence that was edited.
  return value as EvidenceLine
}
