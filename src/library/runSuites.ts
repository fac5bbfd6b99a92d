import { packWith } from './packWith.js'
import type { Json, Profile } from '../profile/profile.js'
import { resolve } from 'node:path'
import { pack } from '../pack.js'
import { readProfile } from '../profile/readProfile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import { readPointer } from '../contract/json.js'
import { systemClock } from '../wire/clock.js'
import { runProfile, type RunSuitesOptions, type RanSuites } from './runProfile.js'

/**
 * Holds a target up to the documents, as `octospec run` does, and writes the report.
 * @throws ProfileError for a profile that cannot be used; RunError when the run cannot start, so that no booking was made;
 * OutputError or FolderInUse when the folder cannot be used. What cannot be written once the run has begun is in `unwritten`.
 */
export async function runSuites(options: RunSuitesOptions): Promise<RanSuites> {
  const { profile: file, env = process.env, waive, suites } = options
  const overrides = { ...options.overrides, ...(waive !== undefined && { waive: waive.map((each) => ({ ...each })) }) }
  const registry = packWith(suites)
  const now = new Date(systemClock.now())
  const cwd = resolve('.')
  const profile = await readProfile({ keys: registry.profile, file, env, now, cwd, overrides })
  const command = options.command ?? commandOf(options, profile)
  return runProfile(profile, { ...options, command, env, cwd, registry })
}

function commandOf(
  { effort, strict, wait, allowLiveBookings, overrides }: RunSuitesOptions,
  profile: Profile,
): string[] {
  // As reports show it, without a secret.
  const url = readPointer<Json>(redactedProfile(profile, pack.profile), '/target/url')
  return [
    // A program has it among its dependencies, and not on its path.
    'npx',
    'octospec',
    'run',
    '--profile',
    profile.file,
    ...(typeof url === 'string' && overrides?.['target.url'] !== undefined ? ['--target', url] : []),
    // A smoke run chooses checks; what failed in it is run again as in any other.
    ...(effort === undefined || effort === 'smoke' ? [] : ['--effort', effort]),
    ...(strict === true ? ['--strict'] : []),
    ...(wait === true ? ['--wait'] : []),
    ...(allowLiveBookings === true ? ['--allow-live-bookings'] : []),
  ]
}
