import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, truncateSync, writeSync } from 'node:fs'
import type { EvidenceLine, EvidenceSink } from './evidence.js'
import { safeJson } from '../contract/escapeText.js'
import { OutputError } from './files.js'
import type { EvidenceReader } from './readEvidence.js'
import { type RunKey, sealOf, whyUnproven } from './seal.js'

/** The name of the evidence in the folder of a run. */
export const evidenceName = 'exchanges.ndjson'

export interface EvidenceFile extends EvidenceSink {
  flush(): void
  /** Closes the file. Returns what was to be in it, and what kept some of it from being written; null: nothing did. */
  close(): { readonly sha256: string; readonly exchanges: number; readonly failed: OutputError | null }
}

interface EvidenceFileOptions {
  /** Told once when the file cannot be written any more; `write` itself never throws. */
  readonly onError?: (error: OutputError) => void
  /** Told once before the file comes to be, or is written to again. */
  readonly onOpen?: () => void
  /** Seals what is written, so that a later visit can prove it. Without a key nobody can act upon it later. */
  readonly key?: RunKey | undefined
}

/** Text that may wait in memory. */
const enough = 256 * 1024
/** Lines that are written at once. */
const landmarks: ReadonlySet<string> = new Set(['intent', 'trial', 'stop', 'crash', 'done', 'pending', 'end'])

/** Evidence in a new file, created with the first landmark. A file that is there already is never written over. */
export function evidenceFile(path: string, options: EvidenceFileOptions = {}): EvidenceFile {
  return evidenceWriter(path, 'wx', createHash('sha256'), 0, options)
}

/** Goes on in the evidence of an earlier visit, after its last whole line. */
export function resumeEvidenceFile(read: EvidenceReader, options: EvidenceFileOptions = {}): EvidenceFile {
  const { path, end, exchanges } = read
  const { key } = options
  // A seal over lines that are not proven would make them so.
  if (key !== undefined && whyUnproven(read, key) !== null)
    throw new TypeError('evidence without proof is not gone on with')
  const onOpen = (): void => {
    options.onOpen?.()
    truncateSync(path, end)
  }
  return evidenceWriter(path, 'a', read.hash(), exchanges, { ...options, onOpen })
}

function evidenceWriter(
  path: string,
  flags: 'wx' | 'a',
  hash: ReturnType<typeof createHash>,
  recorded: number,
  { onError, onOpen, key }: EvidenceFileOptions,
): EvidenceFile {
  let waiting: string[] = []
  let size = 0
  let exchanges = recorded
  let file: number | null = null
  let failed: OutputError | null = null
  /** Numbers of requests that make a booking and were not answered yet. */
  const asked = new Set<number>()

  const flush = (): void => {
    if (failed !== null || waiting.length === 0) return
    const lines = waiting.join('')
    hash.update(lines)
    const seal = key === undefined ? '' : lineOf(sealOf(key, hash.copy().digest('hex')))
    hash.update(seal)
    const bytes = Buffer.from(lines + seal)
    waiting = []
    size = 0
    try {
      if (file === null) {
        onOpen?.()
        file = openSync(path, flags, 0o600)
      }
      writeAll(file, bytes, path)
    } catch (error) {
      failed = error instanceof OutputError ? error : new OutputError(path, error)
      onError?.(failed)
    }
  }

  return {
    flush,
    write(line) {
      if (failed !== null) return
      const text = lineOf(line)
      waiting.push(text)
      size += text.length
      if (line.type === 'exchange') exchanges += 1
      if (line.type === 'intent') asked.add(line.exchange.n)
      const isMade = line.type === 'exchange' && asked.delete(line.exchange.n)
      if (size >= enough || isMade || landmarks.has(line.type)) flush()
    },
    close() {
      flush()
      try {
        if (file !== null) closeSync(file)
      } catch (error) {
        failed ??= new OutputError(path, error)
      }
      file = null
      return { sha256: hash.digest('hex'), exchanges, failed }
    },
  }
}

function writeAll(file: number, bytes: Buffer, path: string): void {
  // A write may take a part only.
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
  // What was removed takes all that is written, and nobody can read it.
  if (!existsSync(path))
    throw new OutputError(path, null, [
      'it was removed while octospec wrote it',
      'leave the folder alone while octospec runs, or name another with --out',
    ])
}

function lineOf(line: EvidenceLine): string {
  return `${safeJson(line)}\n`
}
