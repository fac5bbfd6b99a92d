import type { Profile } from '../profile/profile.js'

/** Whether a run may send what commits somebody to something: never to a live target, unless that was allowed. */
export function mayCommit({ target }: Pick<Profile, 'target'>, plan: { readonly allowLiveBookings: boolean }): boolean {
  return target.environment !== 'live' || plan.allowLiveBookings
}
