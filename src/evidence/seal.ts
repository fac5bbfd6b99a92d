import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { makeFolder } from './files.js'
import type { EvidenceReader } from './readEvidence.js'
import type { Seal } from './evidence.js'

/** There is no key by which evidence could be proven to be the user's own, or none that can be trusted. */
export class RunKeyError extends Error {
  override readonly name = 'RunKeyError'
  readonly code = 'OCTOSPEC_UNPROVEN'
  readonly remedy: string

  constructor(
    message: string,
    remedy = 'use the machine and user of the run, or give the key of the run in OCTOSPEC_RUN_KEY',
  ) {
    super(message)
    this.remedy = remedy
  }
}

/** Proves that something was written by this user's octospec: a secret that no evidence, target or profile holds. */
export interface RunKey {
  readonly id: string
  /** Only a holder of the key can make this of a text. Begin a text with its purpose: it cannot pass for another's. */
  mac(text: string): string
  /** Whether {@link mac} made this of that text, with this key. */
  proves(text: string, mac: string): boolean
}

/** Variable that holds a key, for machines that share no folder: the jobs of a CI. */
export const runKeyVariable = 'OCTOSPEC_RUN_KEY'

/** Characters of a key at least: 128 bits in hex. */
const shortest = 32
/** Bytes of a key file at most. */
const longest = 1024

type Env = Readonly<Record<string, string | undefined>>

/**
 * The key of this user: that of the environment, or else the one in the user's folder for state.
 * @param make `true`: where there is none yet, one is made
 * @throws RunKeyError where there is none, or none that can be trusted
 */
export function openRunKey(env: Env, make: boolean): RunKey {
  const given = env[runKeyVariable]
  if (given !== undefined && given !== '') return runKey(given.trim(), runKeyVariable)
  const path = runKeyPath(env)
  const found = readKeyFile(path)
  if (found !== null) return runKey(found, path)
  if (!make) throw new RunKeyError(`there is no key at ${path}`)
  makeKeyFile(path)
  return runKey(readKeyFile(path) ?? '', path)
}

/** The place of a user's key. @throws RunKeyError where the environment names no place */
function runKeyPath(env: Env): string {
  const { XDG_STATE_HOME: state, HOME: home, LOCALAPPDATA: local } = env
  if (state) return join(state, 'octospec', 'run.key')
  if (home) return join(home, '.local', 'state', 'octospec', 'run.key')
  if (local) return join(local, 'octospec', 'run.key')
  throw new RunKeyError('there is no place for a key: neither XDG_STATE_HOME nor HOME is set')
}

function runKey(secret: string, where: string): RunKey {
  if (secret.length < shortest) throw new RunKeyError(`the key of ${where} is shorter than ${shortest} characters`)
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  return {
    id: digest('octospec key id').toString('hex').slice(0, 12),
    mac: (text) => digest(text).toString('base64url'),
    proves: (text, mac) => {
      const [right, given] = [digest(text), Buffer.from(mac, 'base64url')]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

/** null: there is no such file. */
function readKeyFile(path: string): string | null {
  try {
    const secret = readPlainFile(path, longest).toString('utf8').trim()
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new RunKeyError(`the key ${path} can be read by others`, `chmod 600 ${path}`)
    return secret
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw error
    if (error.missing) return null
    throw new RunKeyError(`the key ${path} cannot be used: ${error.message}`)
  }
}

/** Whole or not at all, and never over one that another run has just made. */
function makeKeyFile(path: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    makeFolder(dirname(path), 0o700)
    writeFileSync(temporary, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    try {
      linkSync(temporary, path)
    } finally {
      rmSync(temporary, { force: true })
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new RunKeyError(`the key ${path} cannot be written (${codeOf(error)})`)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/** Seals a file by the SHA-256, in hex, of all in it so far: nothing of that can be edited, moved or left out. */
export function sealOf(key: RunKey, sha256: string): Seal {
  return { type: 'seal', key: key.id, mac: key.mac(sealedText(sha256)) }
}

/** How many lines, from the first on, are proven to be octospec's own; 0: none. */
export function provenLines({ sealed }: EvidenceReader, key: RunKey): number {
  if (sealed === null || sealed.seal.key !== key.id) return 0
  return key.proves(sealedText(sealed.sha256), sealed.seal.mac) ? sealed.lines : 0
}

/** Why the evidence is not proven from its first line to its last; null: it is. */
export function whyUnproven(read: EvidenceReader, key: RunKey): string | null {
  const { sealed, lines } = read
  if (sealed === null) return 'it carries no seal'
  if (sealed.seal.key !== key.id) return `it is sealed with another key (${sealed.seal.key}) than this one (${key.id})`
  const proven = provenLines(read, key)
  if (proven === 0) return 'its seal is not over these lines: it was edited'
  return proven < lines ? `only its first ${proven} of ${lines} lines are sealed: the rest was added` : null
}

function sealedText(sha256: string): string {
  return `octospec evidence 1\n${sha256}`
}
