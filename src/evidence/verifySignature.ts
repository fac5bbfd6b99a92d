import { existsSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { hashWithin } from './hashFile.js'
import { fingerprint, isSignature, isSignedBy, mustBeSigned, signatureName, type Signature } from './signature.js'

/** Bytes of a signature file at most: it names a few files. */
const longest = 64 * 1024
/** Bytes of a file that is signed at most: the evidence of a run has hundreds of answers, each of a megabyte at most. */
const longestSigned = 2 * 1024 ** 3

/** What is wrong with the signature of a run, and what is known about it. */
export interface SignatureVerification {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Holds the signature of a run against its files, and with a key against the one who signed.
 *
 * @param key absent: nobody asks who signed; then a run without a signature is as good as any
 */
export async function verifySignature(folder: string, key?: KeyObject): Promise<SignatureVerification> {
  const path = join(folder, signatureName)
  if (!existsSync(path))
    return { problems: key === undefined ? [] : ['the run is not signed: there is no signature.json'], notes: [] }
  const signature = readSignature(path)
  if (signature === null) return { problems: ['signature.json is no signature that octospec wrote'], notes: [] }
  const problems = await fileProblems(folder, signature)
  if (key === undefined)
    return {
      problems,
      notes: [`signed by ${signature.publicKey}; give --key PUBLIC.pem to check whose signature it is`],
    }
  if (fingerprint(key) !== signature.publicKey)
    problems.push(`the signature is of another key: it names ${signature.publicKey}, and --key is ${fingerprint(key)}`)
  else if (!isSignedBy(signature, key)) problems.push('the signature is not one over these hashes by this key')
  return { problems, notes: problems.length === 0 ? [`the signature is good: ${signature.publicKey}`] : [] }
}

async function fileProblems(folder: string, { files }: Signature): Promise<string[]> {
  const problems = mustBeSigned
    .filter((name) => !Object.hasOwn(files, name))
    .map((name) => `the signature does not cover ${name}`)
  for (const [name, sha256] of Object.entries(files)) {
    const path = join(folder, name)
    try {
      if ((await hashWithin(path, longestSigned)) !== sha256)
        problems.push(`${name}: it is not the file that was signed`)
    } catch (error) {
      if (!(error instanceof PlainFileError)) throw error
      problems.push(`${name}: it was signed, but ${error.missing ? 'it is not there' : error.message}`)
    }
  }
  return problems
}

function readSignature(path: string): Signature | null {
  try {
    const value: unknown = JSON.parse(readPlainFile(path, longest).toString('utf8'))
    return isSignature(value) ? value : null
  } catch {
    return null
  }
}
