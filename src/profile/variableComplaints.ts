import type { Complaint } from './complaint.js'
import { isRead } from './key.js'
import type { Json, VariableUse } from './profile.js'
import { keyed, type ProfileKeys } from './profileKeys.js'

/** Finds variables where answers are read or compared: no judged answer shows what comes from the environment. */
export function variableComplaints(
  profile: Json,
  { root }: Pick<ProfileKeys, 'root'>,
  uses: readonly VariableUse[],
): Complaint[] {
  if (uses.length === 0) return []
  const read = [...keyed(root, profile)].filter(({ key }) => isRead(key)).map(({ path }) => path)
  return uses
    .filter(({ path }) => read.some((place) => place.every((token, at) => path[at] === token)))
    .map(({ path }) => ({
      path,
      about: 'value',
      expected: 'what stands there itself: answers are read by it, in which nothing from the environment is shown',
    }))
}
