import { resolve } from 'node:path'
import { PlainFileError } from '../profile/plainFile.js'
import { variablesIn } from '../profile/variablesIn.js'
import { CliError } from './cliError.js'
import type { Io } from './io.js'
import { text, type Option } from './options.js'

/** What every command that reads a profile says of it. */
export const envFile: Option<string | undefined> = {
  ...text('env-file', 'file of NAME=value lines; what is set already stays'),
  // Node has an --env-file as well, and ends before octospec begins where there is no such file.
  alias: 'variables',
}

/**
 * The world of a command with the variables of a file beside those that are set.
 * @throws CliError where it cannot be read
 */
export function withEnvFile<World extends Pick<Io, 'env' | 'cwd'>>(file: string | undefined, io: World): World {
  if (file === undefined) return io
  try {
    return { ...io, env: { ...variablesIn(resolve(io.cwd, file)), ...io.env } }
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw error
    throw new CliError('OCTOSPEC_FILE', `${file} cannot be read: ${error.message}`, 'name a file of NAME=value lines')
  }
}
