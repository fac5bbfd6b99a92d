import { secretsOf } from '../client/secretsOf.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import { readProfile, type ReadProfileOptions } from '../profile/readProfile.js'
import type { Io } from './io.js'

/**
 * The profile in a file that the command line names. From then on, nothing that is printed holds a secret of it.
 * @throws ProfileError
 */
export async function readProfileOf(
  file: string,
  { env, clock, cwd, secrets }: Pick<Io, 'env' | 'clock' | 'cwd' | 'secrets'>,
  overrides: NonNullable<ReadProfileOptions['overrides']> = {},
): Promise<Profile> {
  const now = new Date(clock.now())
  const profile = await readProfile({
    keys: pack.profile,
    file,
    env,
    now,
    cwd,
    overrides,
    onSecrets: (each) => secrets.add(each),
  })
  secrets.add(secretsOf(profile, pack.requests))
  return profile
}
