import { escapeText } from '../contract/escapeText.js'
import { RunError } from '../judge/runError.js'
import { readProfileOf } from '../library/readProfileOf.js'
import type { Io } from './io.js'

/** A path that an address in place of that of a profile does not have. */
export interface DroppedPath {
  /** `/octo/v3` */
  readonly path: string
  /** The address with it. */
  readonly kept: string
}

/**
 * The path of the address in a profile, which an address in its place without one does not have. null: none is lost, or the profile has
 * no address of its own.
 */
export async function droppedPath(file: string, target: string, io: Io): Promise<DroppedPath | null> {
  if (!URL.canParse(target) || new URL(target).pathname !== '/') return null
  const own = await readProfileOf(file, io).catch(() => null)
  const path = own === null ? '/' : new URL(own.target.url).pathname
  return path === '/' ? null : { path, kept: escapeText(`${new URL(target).origin}${path}`, 300) }
}

/** What ends a run that found nothing at the address, naming the address that has the path; any other error as it is. */
export function namingPath(error: unknown, dropped: DroppedPath | null): unknown {
  if (dropped === null || !(error instanceof RunError)) return error
  if (error.code !== 'OCTOSPEC_WRONG_ADDRESS' && error.code !== 'OCTOSPEC_NOT_AN_API') return error
  const remedy = `give --target ${dropped.kept}, with the path that target.url of the profile has; or else: ${error.remedy}`
  return new RunError(error.code, error.message, remedy)
}
