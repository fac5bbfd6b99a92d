import { secretsOf } from '../wire/credentials.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import { readProfile, type ReadProfileOptions } from '../profile/readProfile.js'
import type { World } from './world.js'

/**
 * The profile in a file that the user names. From then on, nothing that is printed holds a secret of it.
 * @throws ProfileError
 */
export async function readProfileOf(
  file: string,
  { env, clock, cwd, secrets }: World,
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
