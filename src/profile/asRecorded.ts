import type { Profile } from './profile.js'
import type { ProfileKeys } from './profileKeys.js'
import { profileFromEvidence } from './profileFromEvidence.js'
import { redactedProfile } from './redactedProfile.js'

/** A profile as whoever reads the evidence of its run has it; itself where nothing in it came from the environment. */
export function asRecorded(profile: Profile, keys: ProfileKeys): Profile {
  return profile.secrets.size === 0 ? profile : profileFromEvidence(redactedProfile(profile, keys), keys)
}
