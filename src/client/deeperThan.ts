import type { Json } from '../profile/profile.js'

/** Whether a value has more levels than that; it looks no deeper, and JSON.parse itself does not recurse. */
export function deeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member: Json) => deeperThan(levels - 1, member))
}
