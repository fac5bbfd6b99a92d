import { readProfileOf } from '../library/readProfileOf.js'
import type { Io } from './io.js'

/**
 * The path of the address in a profile, which an address in its place without one does not have: `/octo/v3`. null: none is lost, or the
 * profile has no address of its own.
 */
export async function droppedPath(file: string, target: string, io: Io): Promise<string | null> {
  if (!URL.canParse(target) || new URL(target).pathname !== '/') return null
  const own = await readProfileOf(file, io).catch(() => null)
  const path = own === null ? '/' : new URL(own.target.url).pathname
  return path === '/' ? null : path
}
