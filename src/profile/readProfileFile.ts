import { resolve } from 'node:path'
import { plainFileError, readPlainFile } from './plainFile.js'
import { makeProblem, ProfileError } from './profileError.js'

/** Bytes of a profile at most: it is written by hand, and to read YAML may take more time than it has bytes. */
const longest = 64 * 1024

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
    bytes = readPlainFile(path, longest, { follow: true })
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
