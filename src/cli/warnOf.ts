import { escapeText } from '../contract/escapeText.js'
import { destinations } from '../profile/destinations.js'
import type { Profile } from '../profile/profile.js'
import type { Io } from './io.js'
import { warnOfCertificates } from './warnOfCertificates.js'

/** Says, before anything is sent, which secrets go where, and whether anybody could read them on the way. */
export function warnOf(profile: Profile, { stderr, env }: Io): void {
  for (const line of destinations(profile)) stderr.write(`${escapeText(line, 2000)}\n`)
  warnOfCertificates(profile, { stderr, env })
}
