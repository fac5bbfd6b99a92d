import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import { CliError } from './cliError.js'
import type { Io } from './io.js'
import { text, type Option } from './options.js'

/** What every command that reads a profile says of it. */
export const envFile: Option<string | undefined> = text(
  'env-file',
  'file of NAME=value lines; what is set already stays',
)

/** Bytes of such a file at most. */
const longest = 64 * 1024

/**
 * The world of a command with the variables of a file beside those that are set.
 * @throws CliError where it cannot be read
 */
export function withEnvFile<World extends Pick<Io, 'env' | 'cwd'>>(file: string | undefined, io: World): World {
  if (file === undefined) return io
  try {
    const given = readPlainFile(resolve(io.cwd, file), longest, { follow: true }).toString('utf8')
    return { ...io, env: { ...parseEnv(given), ...io.env } }
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw error
    throw new CliError('OCTOSPEC_FILE', `${file} cannot be read: ${error.message}`)
  }
}
