import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '../profile/profile.js'
import { referenceProfile } from '../proof/runOnReference.js'
import { pack } from '../pack.js'
import { usage } from './errorCodes.js'
import type { Io } from './io.js'
import { readProfileOf } from '../library/ownRun.js'
import { uncheckedCertificates } from '../wire/network.js'
import { escapeText } from '../contract/escapeText.js'
import { destinations } from '../profile/destinations.js'

export interface OpenProfile {
  readonly profile: Profile
  close(): Promise<void>
}

export interface ProfileChoice {
  readonly profile: string | undefined
  readonly reference: boolean
  readonly target: string | undefined
}

/**
 * The profile that the command line names: a file, or that of the embedded reference service, which is started for it.
 * @throws CliError, ProfileError, UnknownNameError
 */
export async function openProfile(choice: ProfileChoice, io: Io): Promise<OpenProfile> {
  if (choice.reference) return openReference(choice)
  const { target } = choice
  const overrides = target === undefined ? {} : { 'target.url': target }
  const profile = await readProfileOf(profileNamed(choice.profile, io), io, overrides)
  return { profile, close: async () => undefined }
}

/** Of the file that is taken where none is named. */
const usualName = 'octospec.yaml'

/** The file of a profile. @throws CliError where none is named and there is none of the usual name */
export function profileNamed(named: string | undefined, { cwd }: Pick<Io, 'cwd'>): string {
  if (named !== undefined) return named
  if (existsSync(join(cwd, usualName))) return usualName
  throw usage(
    `no target is named, and there is no ${usualName} here`,
    'give --profile FILE, or --reference for the embedded reference service',
  )
}

async function openReference({ profile, target }: ProfileChoice): Promise<OpenProfile> {
  if (profile !== undefined) throw usage('--profile and --reference exclude each other')
  if (target !== undefined) throw usage('--target and --reference exclude each other')
  const [dialect = ''] = pack.reference.dialects
  const reference = await pack.reference.start({ dialect })
  try {
    const found = await referenceProfile(dialect, reference.url)
    return {
      profile: { ...found, file: `spec/${pack.reference.profileFile(dialect)}` },
      close: () => reference.close(),
    }
  } catch (error) {
    await reference.close()
    throw error
  }
}

export function warnOfCertificates(
  profile: Parameters<typeof uncheckedCertificates>[0],
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
): void {
  for (const warning of uncheckedCertificates(profile, env)) stderr.write(`warning: ${warning}\n`)
}

/** Says, before anything is sent, which secrets go where, and whether anybody could read them on the way. */
export function warnOf(profile: Profile, { stderr, env }: Io): void {
  for (const line of destinations(profile)) stderr.write(`${escapeText(line, 2000)}\n`)
  warnOfCertificates(profile, { stderr, env })
}
