import { resolve } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { plainFileError, readPlainFile } from './plainFile.js'
import { makeProblem, ProfileError } from './profileError.js'
import { systemCode } from '../contract/messageOf.js'
import type { Complaint } from './complaint.js'
import { isMap } from './jsonMap.js'
import type { Json, Tls, TlsFile } from './profile.js'

/** Bytes of a profile at most: it is written by hand, and to read YAML may take more time than it has bytes. */
const longestProfile = 64 * 1024

/**
 * The text of a profile.
 * @throws ProfileError where there is no such file, or none that can be read, or it is no UTF-8.
 */
export async function readProfileFile(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file)
  const fail = (found: string, remedy?: string): ProfileError =>
    new ProfileError(
      [makeProblem({ file, line: null, column: null, key: '', expected: 'a YAML file that can be read', found })],
      remedy,
    )
  let bytes: Buffer
  try {
    // Configurations are often links.
    bytes = readPlainFile(path, longestProfile, { follow: true })
  } catch (error) {
    const { message, missing } = plainFileError(error)
    throw missing
      ? fail('no such file', 'name the file of the profile; octospec init URL writes one')
      : fail(`that ${message}`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fail('bytes that are not UTF-8')
  }
}

/** Bytes of a PEM file at most: a bundle of all the authorities there are has less. */
const longestPem = 1024 * 1024

/**
 * The options for connections, read from a profile's `target.tls`. Nothing of a file is quoted: it may be any.
 * @param folder what files are named from
 */
export function readTls(
  said: Json | undefined,
  folder: string,
): { readonly tls: Tls; readonly files: readonly TlsFile[]; readonly complaints: readonly Complaint[] } {
  if (!isMap(said)) return { tls: {}, files: [], complaints: [] }
  const files: TlsFile[] = []
  const complaints: Complaint[] = []
  const pem = (name: 'ca' | 'cert' | 'key'): { readonly [Name in typeof name]?: string } => {
    const value = said[name]
    if (typeof value !== 'string') return {}
    const path = ['target', 'tls', name]
    const isText = value.includes('-----BEGIN')
    const file = resolve(folder, value)
    if (!isText) files.push({ part: name, path: file })
    const whole = isText ? value : read(file, path, complaints)
    if (whole === null) return {}
    const { passphrase } = said
    const wrong = whyUnusable({ [name]: whole, ...(typeof passphrase === 'string' && { passphrase }) })
    if (wrong !== null)
      complaints.push({ path, about: 'value', expected: `PEM that can be used as ${name}`, found: wrong })
    return { [name]: whole }
  }
  const tls: Tls = {
    ...pem('ca'),
    ...pem('cert'),
    ...pem('key'),
    ...(typeof said['passphrase'] === 'string' && { passphrase: said['passphrase'] }),
  }
  const wrong = complaints.length === 0 ? whyUnusable(tls) : null
  if (wrong !== null)
    complaints.push({ path: ['target', 'tls'], about: 'value', expected: 'a certificate and its key', found: wrong })
  if (complaints.length === 0 && (tls.cert === undefined) !== (tls.key === undefined))
    complaints.push({ path: ['target', 'tls'], about: 'value', expected: 'cert and key, one with the other' })
  return { tls, files, complaints }
}

function read(path: string, key: readonly string[], complaints: Complaint[]): string | null {
  try {
    return readPlainFile(path, longestPem, { follow: true }).toString('utf8')
  } catch (error) {
    const { message, missing } = plainFileError(error)
    const found = missing ? 'no such file' : `that ${message}`
    complaints.push({ path: key, about: 'value', expected: 'a PEM file that can be read', found })
    return null
  }
}

function whyUnusable(tls: Tls): string | null {
  try {
    createSecureContext(tls)
    // OpenSSL passes over authorities that are no certificate: nobody would be trusted, or any file read for nothing.
    if (tls.ca !== undefined) void new X509Certificate(tls.ca)
    return null
  } catch (error) {
    return `that OpenSSL cannot (${systemCode(error) ?? 'it gives no reason'})`
  }
}
