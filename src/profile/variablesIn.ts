import { parseEnv } from 'node:util'
import { readPlainFile } from './plainFile.js'

/** Bytes of a file of variables at most. */
const longest = 64 * 1024

/** The variables that a file of `NAME=value` lines holds. @throws PlainFileError */
export function variablesIn(path: string): Readonly<Record<string, string>> {
  const text = readPlainFile(path, longest, { follow: true }).toString('utf8')
  // Its declaration has members that may be missing; none of those that are there is.
  return parseEnv(text) as Record<string, string>
}
