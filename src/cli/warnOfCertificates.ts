import { uncheckedCertificates } from '../client/uncheckedCertificates.js'
import type { Io } from './io.js'

export function warnOfCertificates(
  profile: Parameters<typeof uncheckedCertificates>[0],
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
): void {
  for (const warning of uncheckedCertificates(profile, env)) stderr.write(`warning: ${warning}\n`)
}
