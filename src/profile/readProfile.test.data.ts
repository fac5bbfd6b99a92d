import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profile as keys } from '../../suites/transfers/profile.js'
import type { TransferProfile as Profile } from '../../suites/transfers/transferProfile.js'
import { formatProblem, ProfileError } from './profileError.js'
import { readProfile, type ReadProfileOptions } from './readProfile.js'

export const cwd: string = mkdtempSync(join(tmpdir(), 'octospec-profile-'))
export const now: Date = new Date('2026-11-21T10:00:00Z')
export const minimal = `target:
  url: https://x.example/octo
bookable:
  - { as: standard, productId: p, optionId: o }
`

let count = 0
/** What a profile of this text says. */
export function read(text: string, options: Partial<ReadProfileOptions<Profile>> = {}): Promise<Profile> {
  count += 1
  const file = `p${count}.yaml`
  writeFileSync(join(cwd, file), text)
  return readProfile({ keys, file, env: {}, now, cwd, ...options })
}

/** The problems of a profile as lines, without the name of the file. */
export async function problems(text: string, options: Partial<ReadProfileOptions<Profile>> = {}): Promise<string[]> {
  const error: unknown = await read(text, options).catch((thrown: unknown) => thrown)
  if (!(error instanceof ProfileError)) throw new Error('expected a ProfileError', { cause: error })
  return error.problems.map((problem) => formatProblem(problem).replace(/^p\d+\.yaml:/, ''))
}
