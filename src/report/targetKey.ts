import type { Report } from '../judge/report.js'
import { isLoopback } from '../profile/isLoopback.js'
import { profileFile } from './formats/checkText.js'

/** Tells targets apart by address, or on loopback, where ports change, by the profile's file. */
export function targetKey({ target: { url }, profile }: Pick<Report, 'target' | 'profile'>): string {
  return isLoopback(url) ? `loopback ${profileFile({ profile })}` : url
}

/** The same for whoever reads it: on loopback, two targets may have the same address. */
export function targetName({ target: { url }, profile }: Pick<Report, 'target' | 'profile'>): string {
  const file = profileFile({ profile })
  return isLoopback(url) && file !== '' ? `${url} (${file})` : url
}
