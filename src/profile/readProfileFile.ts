import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { closestWord } from './closestWord.js'
import { makeProblem, ProfileError } from './profileError.js'

/**
 * The text of a profile.
 * @throws ProfileError where there is no such file, or none that can be read, or it is no UTF-8.
 */
export async function readProfileFile(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file)
  const fail = (found: string, suggestion?: string): ProfileError =>
    new ProfileError([
      makeProblem({
        file,
        line: null,
        column: null,
        key: '',
        expected: 'a YAML file that can be read',
        found,
        ...(suggestion !== undefined && { suggestion }),
      }),
    ])
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error'
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fail('no such file', await nearestFile(file, path))
    if (code === 'EISDIR') throw fail('a directory')
    throw fail(
      code === 'EACCES' || code === 'EPERM' ? 'that octospec may not read it' : `an error of the system (${code})`,
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fail('bytes that are not UTF-8')
  }
}

async function nearestFile(file: string, path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch((): string[] => [])
  const nearest = closestWord(basename(path), names)
  return nearest === undefined ? undefined : join(dirname(file), nearest)
}
