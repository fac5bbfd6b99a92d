import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { basename, join } from 'node:path'
import { plainFileError, readPlainFile } from '../profile/plainFile.js'
import { evidenceName } from './evidenceFile.js'
import { hashFile } from './hashFile.js'
import { KeyError } from './keyError.js'
import { writeWhole } from './writeWhole.js'

/** Bytes of a key file at most. */
const longest = 64 * 1024

/** The name of the signature in the folder of a run. */
export const signatureName = 'signature.json'

/** What `signature.json` holds. */
export interface Signature {
  readonly schemaVersion: 1
  readonly algorithm: 'ed25519'
  /** Fingerprint of the public key: `sha256:` and the hex digest of its SPKI in DER. */
  readonly publicKey: string
  /** SHA-256 in hex of each file that is signed, by its name in the folder. */
  readonly files: Readonly<Record<string, string>>
  /** Over `signedText(files)`, in base64. */
  readonly signature: string
}

/** Files that a signature must cover to say anything. */
export const mustBeSigned: readonly string[] = ['report.json', evidenceName]

/**
 * Reads the private key for `--sign`.
 * @throws KeyError unless the file is an ed25519 private key in PEM, without a passphrase
 */
export function readSigningKey(path: string): KeyObject {
  return readKey(path, 'private')
}

/**
 * Reads the public key for `--key`.
 * @throws KeyError unless the file is an ed25519 public key in PEM
 */
export function readPublicKey(path: string): KeyObject {
  return readKey(path, 'public')
}

/** Signs the evidence and the given report files of a run into `signature.json`. @throws OutputError */
export async function signRun(folder: string, files: readonly string[], key: KeyObject): Promise<string> {
  const names = [...new Set([...mustBeSigned, ...files.map((file) => basename(file))])].sort()
  const hashes: Record<string, string> = {}
  for (const name of names) hashes[name] = await hashFile(join(folder, name))
  const signature: Signature = {
    schemaVersion: 1,
    algorithm: 'ed25519',
    publicKey: fingerprint(createPublicKey(key)),
    files: hashes,
    signature: sign(null, signedText(hashes), key).toString('base64'),
  }
  const path = join(folder, signatureName)
  await writeWhole(path, `${JSON.stringify(signature, null, 2)}\n`)
  return path
}

/** True when the signature was made over exactly these hashes with the private half of the key. */
export function isSignedBy(signature: Signature, key: KeyObject): boolean {
  return verify(null, signedText(signature.files), key, Buffer.from(signature.signature, 'base64'))
}

/** `sha256:` and the hex digest of a public key's SPKI in DER. */
export function fingerprint(key: KeyObject): string {
  return `sha256:${createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`
}

/** True for what `signRun` writes. */
export function isSignature(value: unknown): value is Signature {
  if (typeof value !== 'object' || value === null) return false
  const { schemaVersion, algorithm, publicKey, files, signature }: Partial<Record<keyof Signature, unknown>> = value
  return (
    schemaVersion === 1 &&
    algorithm === 'ed25519' &&
    typeof publicKey === 'string' &&
    typeof signature === 'string' &&
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(([name, hash]) => typeof hash === 'string' && basename(name) === name && name !== '..')
  )
}

/** Names and hashes in one order, with a first line that keeps the signature from meaning anything else. */
function signedText(files: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hash]) => `${JSON.stringify(name)} sha256:${hash}\n`)
  return Buffer.from(`octospec signature 1\n${lines.join('')}`)
}

function readKey(path: string, kind: 'private' | 'public'): KeyObject {
  let pem: string
  try {
    pem = readPlainFile(path, longest, { follow: true }).toString('utf8')
  } catch (error) {
    throw new KeyError(`${path} cannot be read: ${plainFileError(error).message}`, kind)
  }
  const found = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1]
  if (found === undefined) throw new KeyError(`${path} holds no PEM block`, kind)
  if (/^(EC |RSA |DSA |OPENSSH )/.test(found))
    throw new KeyError(`${path} holds a key of another kind (${found}); octospec signs with ed25519`, kind)
  if (found === 'ENCRYPTED PRIVATE KEY') throw new KeyError(`${path} holds a key with a passphrase`, kind)
  if ((found === 'PRIVATE KEY') !== (kind === 'private'))
    throw new KeyError(`${path} holds a ${found.toLowerCase()} where a ${kind} key is needed`, kind)
  let key: KeyObject
  try {
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    throw new KeyError(`${path} holds a PEM block that is no ${kind} key`, kind)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new KeyError(
      `${path} holds a key of type ${key.asymmetricKeyType ?? 'unknown'}; octospec signs with ed25519`,
      kind,
    )
  return key
}
