import { escapeText } from '../contract/escapeText.js'
import { destinations } from '../profile/destinations.js'
import type { Profile } from '../profile/profile.js'
import type { Io } from './io.js'
import { warnOfCertificates } from './warnOfCertificates.js'

/** Says, before anything is sent, which secrets go where, and whether anybody could read them on the way. */
export function warnOf(profile: Profile, { quiet }: { readonly quiet: boolean }, { stderr, env }: Io): void {
  if (!quiet) for (const line of destinations(profile)) stderr.write(`${escapeText(line, 2000)}\n`)
  warnOfCertificates(profile, { stderr, env })
}
