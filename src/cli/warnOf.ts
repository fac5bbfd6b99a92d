import { uncheckedCertificates } from '../client/uncheckedCertificates.js'
import type { Io } from './io.js'
import { escapeText } from '../contract/escapeText.js'
import { destinations } from '../profile/destinations.js'
import type { Profile } from '../profile/profile.js'

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
