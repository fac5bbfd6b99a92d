import type { Profile } from '../vocabulary/index.js'

/** Whether scenarios must act one after another: where an availability takes one booking, they would take it from each other. */
export function isInTurn({ availability }: Pick<Profile, 'availability'>): boolean {
  return availability.exclusive
}
